from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grooveseek.documents.registry import parser_set
from support.server import backend_of, example_base, http_server

TEXTS: Mapping[str, str] = {f"n{number}.txt": "some words of a note\n" for number in range(4)}


def test_documents_of_a_format_that_was_switched_off_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    opened = example_base(tmp_path, {**TEXTS, "a.md": "# A\n\nwords\n"}, enabled=("md", "txt"))
    with http_server(backend_of(replace(opened, parsers=parser_set(["md"])))) as server:
        server.ask("tools/call", {"name": "list_topics"})
        while server.service.backend.opened_already is None or not caplog.records:
            time.sleep(0.01)
    opened.index.close()

    (told,) = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert "4 indexed documents" in told.getMessage()
    assert "n0.txt, n1.txt, n2.txt, ..." in told.getMessage()
    assert "groove index" in told.getMessage()
