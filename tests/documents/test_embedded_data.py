from __future__ import annotations

from grooveseek.documents.embedded_data import without_payloads

SIZES = ("64 B left out", "2.0 KB left out")


def test_a_payload_becomes_its_size() -> None:
    text = "![x](data:image/png;base64," + "A" * 2 * 1024 * 1024 + ")\nmore"
    assert without_payloads(text) == (
        "![x](data:image/png;base64,[2.0 MB left out])\nmore",
        ("1 base64 payload of data: URIs left out of search (2.0 MB)",),
    )


def test_every_payload_counts() -> None:
    text = " ".join(f'<img src="data:image/svg+xml;charset=utf-8;base64,{"QUJD" * count}">' for count in (16, 512))
    images = ['<img src="data:image/svg+xml;charset=utf-8;base64,[' + size + ']">' for size in SIZES]
    assert without_payloads(text) == (
        " ".join(images),
        ("2 base64 payloads of data: URIs left out of search (2.1 KB)",),
    )


def test_a_short_example_is_text() -> None:
    text = "data:text/plain;base64,SGVsbG8="
    assert without_payloads(text) == (text, ())


def test_a_word_about_base64_is_text() -> None:
    text = "Write `;base64,` before the payload."
    assert without_payloads(text) == (text, ())
