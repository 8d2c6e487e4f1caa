"""XML as events, and what a hostile author may not do with it."""

from __future__ import annotations

import time

import pytest

from grooveseek.documents.office.xml import Attributes, DocumentTypeError, read_xml
from support.office import STRICT_W, W

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 9}">' for n in range(9))
    + "]><l>&j;</l>"
)


class Recorder:
    skipped = frozenset({"w:skip"})

    def __init__(self) -> None:
        self.events: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        self.events.append(f"<{name} {attributes}>" if attributes else f"<{name}>")

    def end(self, name: str) -> None:
        self.events.append(f"</{name}>")

    def text(self, text: str) -> None:
        self.events.append(text)


def events(source: str | bytes) -> tuple[list[str], str | None]:
    recorder = Recorder()
    fault = read_xml(source.encode() if isinstance(source, str) else source, recorder)
    return recorder.events, fault


@pytest.mark.parametrize("namespace", [W, STRICT_W])
def test_names_have_the_usual_prefixes_whatever_the_document_calls_them(namespace: str) -> None:
    found, fault = events(f'<x:p xmlns:x="{namespace}" x:val="1" y="2">a&amp;b</x:p>')
    assert found == ["<w:p {'w:val': '1', 'y': '2'}>", "a&b", "</w:p>"]
    assert fault is None


def test_names_of_other_namespaces_have_none() -> None:
    assert events('<p xmlns="urn:other"/>')[0] == ["<p>", "</p>"]


def test_skipped_elements_are_passed_over_with_all_they_hold() -> None:
    found, _ = events(f'<w:p xmlns:w="{W}">a<w:skip>b<w:skip>c</w:skip><w:t>d</w:t></w:skip>e</w:p>')
    assert found == ["<w:p>", "a", "e", "</w:p>"]


def test_events_up_to_the_break_of_a_malformed_part_are_kept() -> None:
    found, fault = events("<a><b>text</b><c></a>")
    assert found == ["<a>", "<b>", "text", "</b>", "<c>"]
    assert fault is not None
    assert fault.startswith("mismatched tag")


def test_utf_16_is_read() -> None:
    assert events('<?xml version="1.0" encoding="UTF-16"?><a>語</a>'.encode("utf-16"))[0] == ["<a>", "語", "</a>"]


@pytest.mark.parametrize(
    "source",
    [LAUGHS, '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "<!DOCTYPE a><a/>"],
    ids=["multiplying entities", "external subset", "bare"],
)
def test_a_document_type_is_refused_at_once(source: str) -> None:
    started = time.process_time()
    with pytest.raises(DocumentTypeError):
        events(source)
    assert time.process_time() - started < 1


@pytest.mark.parametrize("encoding", ["UWF-8", "utf-7", "rot13", "base64"])
def test_an_encoding_of_no_sense_is_a_fault(encoding: str) -> None:
    found, fault = events(f'<?xml version="1.0" encoding="{encoding}"?><a>text</a>')
    assert found == []
    assert fault


def test_deep_nesting_needs_no_stack() -> None:
    found, fault = events("<a>" * 100_000 + "</a>" * 100_000)
    assert (len(found), fault) == (200_000, None)
