from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from grooveseek.errors import ConfigError
from grooveseek.workspace.schema_file import load_schema


def test_what_the_file_declares_is_read(tmp_path: Path) -> None:
    (tmp_path / "groove-schema.toml").write_text('[fields.status]\ntype = "string"\n')
    assert load_schema(tmp_path).declared == ("status",)


def test_a_file_that_goes_as_it_is_looked_for_declares_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "lexists", lambda _path: True)
    assert load_schema(tmp_path).declared == ()


@pytest.mark.skipif(sys.platform == "win32", reason="needs links of POSIX")
def test_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "groove-schema.toml").symlink_to(tmp_path / "gone")
    with pytest.raises(ConfigError, match=r"schema load error: .*remove it"):
        load_schema(tmp_path)
