"""The zip file under its budget."""

from __future__ import annotations

import io
import random
import zipfile

import pytest

from grooveseek.documents.office.package import OfficeError, Package, PartError
from support.office import package

OVER = r"\[index\]\.max_decompressed_size"


def test_parts_are_found_in_any_letter_case_and_spelling() -> None:
    opened = Package(package({"word\\Document.xml": "a", "/docProps/core.xml": "b"}), None)
    assert opened.read("word/document.xml") == b"a"
    assert "docProps/Core.xml" in opened
    assert "word/styles.xml" not in opened


def test_a_missing_part() -> None:
    with pytest.raises(PartError, match=r"word/document\.xml is missing"):
        Package(package({}), None).read("word/document.xml")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no Office file, whatever its name says"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "no Office file, whatever its name says"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000),
            "encrypted, or in the binary format of older Office versions",
        ),
        (package({"a.xml": "x" * 1000})[:-30], "a damaged or incomplete zip file"),
        (b"PK\x03\x04" + random.Random(1).randbytes(3000), "a damaged or incomplete zip file"),
        (b"PK\x01\x02" * 20_001, "a zip file of more than 20000 parts"),
    ],
)
def test_what_is_no_package_is_named(data: bytes, reason: str) -> None:
    with pytest.raises(OfficeError, match=reason):
        Package(data, None)


def test_a_part_that_takes_more_than_the_budget_is_refused_by_itself() -> None:
    opened = Package(package({"a.xml": "x" * 11, "b.xml": "y" * 10}), 10)
    with pytest.raises(PartError, match=rf"a\.xml takes more than {OVER} allows \(10 bytes\)"):
        opened.read("a.xml")
    assert opened.read("b.xml") == b"y" * 10


def test_parts_that_take_more_together_fail_the_file() -> None:
    opened = Package(package({"a.xml": "x" * 6, "b.xml": "y" * 5}), 10)
    opened.read("a.xml")
    assert not opened.fits("b.xml")
    with pytest.raises(OfficeError, match=rf"its parts take more than {OVER} allows \(10 bytes\)"):
        opened.read("b.xml")


def test_every_part_counts_although_nobody_reads_it() -> None:
    data = package({"a.xml": "x", "picture.png": b"z" * 10})
    Package(data, 11).inflate_all()
    with pytest.raises(OfficeError, match=OVER):
        Package(data, 10).inflate_all()


def test_counting_spends_nothing_of_the_budget() -> None:
    opened = Package(package({"a.xml": "x" * 10}), 10)
    opened.inflate_all()
    assert opened.read("a.xml") == b"x" * 10


def test_a_part_larger_than_it_declares_is_never_inflated_beyond_that() -> None:
    data = bytearray(package({"a.xml": b"x" * 1_000_000}))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(signature) + offset
        data[at : at + 4] = (100).to_bytes(4, "little")
    with pytest.raises(PartError, match=r"a\.xml is damaged"):
        Package(bytes(data), 1000).read("a.xml")


def test_a_bomb_of_overlapping_entries_is_stopped_by_what_it_declares() -> None:
    data = package({"a.xml": b"\0" * 1_000_000})
    local, directory = data.index(b"PK\x03\x04"), data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    entries = data[directory:end] * 200
    closing = bytearray(data[end:])
    closing[8:12] = (200).to_bytes(2, "little") * 2
    closing[12:16] = len(entries).to_bytes(4, "little")
    bomb = data[local:directory] + entries + bytes(closing)
    assert len(zipfile.ZipFile(io.BytesIO(bomb)).infolist()) == 200
    with pytest.raises(OfficeError, match=OVER):
        Package(bomb, 50_000_000).inflate_all()


def test_a_damaged_part_is_named() -> None:
    data = bytearray(package({"a.xml": random.Random(1).randbytes(5000)}))
    data[2000] ^= 0xFF
    with pytest.raises(PartError, match=r"a\.xml is damaged"):
        Package(bytes(data), None).read("a.xml")


def test_an_encrypted_part_is_named() -> None:
    data = bytearray(package({"a.xml": "x"}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    with pytest.raises(OfficeError, match=r"encrypted: a\.xml opens only with a password"):
        Package(bytes(data), None).read("a.xml")


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compressions_that_office_does_not_use_are_refused(compression: int) -> None:
    with pytest.raises(OfficeError, match="compressed in a way that Office files are not"):
        Package(package({"a.xml": "x" * 1000}, compression), None).read("a.xml")


def test_a_part_of_stored_bytes_is_read() -> None:
    assert Package(package({"a.xml": "x"}, zipfile.ZIP_STORED), None).read("a.xml") == b"x"
