"""Files of every binary format with some of their bytes changed: each is read or refused by name, nothing else."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from grooveseek.documents.parser import ParseOptions
from grooveseek.documents.registry import parser_set
from grooveseek.errors import RefusedFileError
from support.fixtures import fixture

NAMES = ("report.docx", "talk.pptx", "budget.xlsx", "japanese.pdf", "report.pdf")


def outcome(name: str, data: bytes) -> str:
    parsers = parser_set([name.rpartition(".")[2]], ParseOptions(deadline_seconds=10))
    try:
        parsers.parse(name, data)
    except RefusedFileError as error:
        return "refused" if error.reason else "refused without a reason"
    return "read"


def changed(data: bytes, source: random.Random) -> bytes:
    """Some bytes replaced, left out or said twice."""
    damaged = bytearray(data)
    for _ in range(source.randint(1, 12)):
        place = source.randrange(len(damaged))
        match source.randrange(3):
            case 0:
                damaged[place] = source.randrange(256)
            case 1 if len(damaged) > 100:
                del damaged[place : place + source.randint(1, 30)]
            case _:
                damaged[place:place] = damaged[max(0, place - 50) : place]
    return bytes(damaged)


@pytest.mark.parametrize("name", NAMES)
def test_changed_bytes(name: str) -> None:
    source = random.Random(1)
    outcomes = {outcome(name, changed(fixture(name), source)) for _ in range(60)}
    assert "refused" in outcomes
    assert outcomes <= {"read", "refused"}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_ends_early(name: str) -> None:
    data = fixture(name)
    for share in range(10):
        assert outcome(name, data[: len(data) * share // 10]) in {"read", "refused"}


@pytest.mark.parametrize("name", ["report.docx", "talk.pptx", "budget.xlsx"])
def test_changed_bytes_within_parts(name: str) -> None:
    source = random.Random(2)
    outcomes = set()
    for _ in range(60):
        stream = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(fixture(name))) as whole,
            zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as damaged,
        ):
            for part in whole.namelist():
                content = whole.read(part)
                damaged.writestr(part, changed(content, source) if source.random() < 0.3 else content)
        outcomes.add(outcome(name, stream.getvalue()))
    assert "read" in outcomes
    assert outcomes <= {"read", "refused"}
