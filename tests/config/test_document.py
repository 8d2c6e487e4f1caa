from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.document import LARGEST_FILE, get, has, put, read_document
from grooveseek.errors import ConfigError


def _written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "groove.toml"
    path.write_bytes(data)
    return path


def test_a_byte_order_mark_and_crlf_are_accepted(tmp_path: Path) -> None:
    path = _written(tmp_path, b"\xef\xbb\xbfmodel = 'bge-m3'\r\n[search]\r\n")
    assert read_document(path) == {"model": "bge-m3", "search": {}}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"model =\n", r"not valid TOML: .*line 1"),
        (b"a = 1\na = 2\n", r"not valid TOML: .*line 2"),
        (b"kb_path = '\xff'", r"not UTF-8 \(byte 11\)"),
        (b"a = " + b"[" * 50_000, "nested too deeply"),
        (b"a = " + b"9" * 5000, "not valid TOML"),
        (b"#" * (LARGEST_FILE + 1), "larger than 256 KiB"),
    ],
)
def test_what_is_no_configuration_is_refused_by_name(tmp_path: Path, data: bytes, message: str) -> None:
    path = _written(tmp_path, data)
    with pytest.raises(ConfigError, match=message) as refused:
        read_document(path)
    assert str(refused.value).startswith(f"{path}: ")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: Is a directory"):
        read_document(tmp_path)


def test_keys_by_dotted_name() -> None:
    document = {"a": {"b": {"c": 1}}}
    assert get(document, "a.b.c") == 1
    assert get(document, "a.x.c") is None
    assert get(document, "a.b.x") is None
    assert has(document, "a.b")
    assert not has(document, "a.b.x")
    assert not has(document, "x.y")


def test_putting_a_key_makes_its_sections_and_removing_it_leaves_them() -> None:
    document: dict[str, object] = {}
    put(document, "a.b", 1)
    put(document, "c", 2)
    assert document == {"a": {"b": 1}, "c": 2}
    put(document, "a.b", None)
    put(document, "c", None)
    assert document == {"a": {}}
