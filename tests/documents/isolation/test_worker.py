"""Inside the reader process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from grooveseek.documents.isolation.job import READ, REFUSED, SHORT, Terms, read_frame, write_frame
from grooveseek.documents.isolation.worker import READERS
from support.pdf import pdf, text_page


def answers(*jobs: tuple[Terms, bytes]) -> list[bytes]:
    """What a process answers to jobs written at once."""
    with subprocess.Popen(
        [sys.executable, "-m", "grooveseek.documents.isolation.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for terms, data in jobs:
            write_frame(process.stdin, terms.to_bytes())
            write_frame(process.stdin, data)
        process.stdin.flush()
        given = [read_frame(process.stdout) for _ in jobs]
        process.stdin.close()
        assert process.wait(5) == 0
    return given


def test_jobs_are_answered_in_order_until_the_input_ends() -> None:
    terms = Terms("pdf", 30, None, None)
    first, second = answers((terms, pdf([text_page("one")])), (terms, b"nothing"))
    assert first[:1] == READ
    assert b'"pages": ["one"]' in first
    assert second == REFUSED + b"not a PDF file, whatever its name says"


def test_a_fault_of_a_reader_is_an_answer() -> None:
    (answer,) = answers((Terms("pdf", float("inf"), None, None), b""))
    assert answer == REFUSED + b"cannot be read (OverflowError: cannot convert float infinity to integer)"


def test_memory_is_limited() -> None:
    (answer,) = answers((Terms("pdf", 30, None, 1), pdf([text_page("one")])))
    assert answer[:1] == SHORT


@pytest.mark.parametrize("reader", READERS)
def test_every_reader_can_be_loaded(reader: str) -> None:
    assert callable(READERS[reader]())
