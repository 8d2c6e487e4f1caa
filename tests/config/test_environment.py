from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.environment import VARIABLES, given, given_path
from grooveseek.errors import ConfigError


def test_a_variable_that_is_set_but_empty_counts_as_unset() -> None:
    assert given({"GROOVE_LOG": ""}, "GROOVE_LOG") is None
    assert given({}, "GROOVE_LOG") is None
    assert given({"GROOVE_LOG": "debug"}, "GROOVE_LOG") == "debug"


def test_a_path_must_be_absolute() -> None:
    assert given_path({"GROOVE_MODEL_DIR": "/models"}, "GROOVE_MODEL_DIR") == Path("/models")
    assert given_path({"GROOVE_MODEL_DIR": ""}, "GROOVE_MODEL_DIR") is None
    with pytest.raises(ConfigError, match="GROOVE_MODEL_DIR must be an absolute path, but is models"):
        given_path({"GROOVE_MODEL_DIR": "models"}, "GROOVE_MODEL_DIR")


def test_every_variable_says_what_it_does() -> None:
    assert all(text.endswith(".") for text in VARIABLES.values())
