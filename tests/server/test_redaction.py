from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.server.redaction import Redaction

redacted = Redaction([Path("/srv/kb"), Path("/srv/.groove.db")])


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("cannot open /srv/kb/notes/a.md: denied", "cannot open a.md: denied"),
        ("the index /srv/.groove.db is damaged", "the index .groove.db is damaged"),
        ("root '/srv/kb' is gone", "root 'kb' is gone"),
        ("held by /srv/.groove.db-run", "held by .groove.db-run"),
        ("/srvother/x stays", "/srvother/x stays"),
        ("/etc/passwd is what the caller asked for", "/etc/passwd is what the caller asked for"),
        ("nothing here", "nothing here"),
        (f"{Path.home()}/models/x.onnx", "x.onnx"),
    ],
)
def test_private_folders_are_left_out(message: str, expected: str) -> None:
    assert redacted(message) == expected
