"""Small PDFs written by hand, for what no PDF writer would write."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Content:
    """The content stream of one page, and how it is packed."""

    stream: bytes
    filters: bytes = b""


def text_page(*lines: str) -> Content:
    """A page with these lines."""
    shown = b"".join(b"(%s) Tj T*\n" % line.encode("latin-1") for line in lines)
    return Content(b"BT /F 11 Tf 14 TL 20 700 Td\n" + shown + b"ET")


def packed(stream: bytes) -> Content:
    return Content(zlib.compress(stream, 9), b"/Filter/FlateDecode")


def pdf(pages: Sequence[Content], *, info: bytes = b"", count: int | None = None) -> bytes:
    """`info` is the inside of the information dictionary, `count` the number of pages that the file claims to have."""
    kids = b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(pages)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(pages) if count is None else count),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<<%s>>" % info,
    ]
    for number, page in enumerate(pages):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F 3 0 R>>>>>>"
            % (6 + 2 * number)
        )
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(page.stream), page.filters, page.stream))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    written, places = b"%PDF-1.4\n", []
    parts = [written]
    at = len(written)
    for number, body in enumerate(objects, start=1):
        places.append(at)
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        at += len(parts[-1])
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table))
    parts.append(b"trailer<</Size %d/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, at))
    return b"".join(parts)
