from __future__ import annotations

import pytest
from hypothesis import given, strategies

from grooveseek.service.names import artifact_name, is_name, name_of


@pytest.mark.parametrize("name", ["groove", "work_kb", "kb-2024", "-", "A", "0"])
def test_names(name: str) -> None:
    assert is_name(name)
    assert name_of(artifact_name(name)) == name


@pytest.mark.parametrize("name", ["", "my/kb", "a.b", "a b", "日本", "a\n", "\n", "..", "a\0"])
def test_what_is_no_name(name: str) -> None:
    assert not is_name(name)


@pytest.mark.parametrize("artifact", ["groove", "groove-", "other-work", "groove-a.b"])
def test_what_is_not_ours(artifact: str) -> None:
    assert name_of(artifact) is None


@given(strategies.from_regex(r"[a-zA-Z0-9_-]+", fullmatch=True))
def test_every_name_comes_back(name: str) -> None:
    assert name_of(artifact_name(name)) == name
