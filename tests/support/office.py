"""Small Office files written by hand, for what no Office program would write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

Parts = Mapping[str, str | bytes]


def package(parts: Parts, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip file of these parts."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def relationships(*entries: tuple[str, str, str]) -> str:
    """A relationship part of (id, kind, target)."""
    lines = "".join(
        f'<Relationship Id="{each_id}" Type="{_RELATIONSHIPS}/{kind}" Target="{target}"/>'
        for each_id, kind, target in entries
    )
    return (
        f'{_DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{lines}</Relationships>"
    )


def word(root: str, inside: str, namespace: str = W) -> str:
    """A Word part with the root element `root`."""
    return (
        f'{_DECLARATION}<w:{root} xmlns:w="{namespace}" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
        f'xmlns:wps="urn:wps" xmlns:v="urn:v">{inside}</w:{root}>'
    )


def paragraph(text: str, style: str | None = None) -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def docx(body: str, styles: str | None = None, parts: Parts | None = None) -> bytes:
    """A Word file; `styles` is the inside of its table of styles."""
    own: dict[str, str | bytes] = {"word/document.xml": word("document", f"<w:body>{body}</w:body>")}
    if styles is not None:
        own["word/styles.xml"] = word("styles", styles)
    return package(own | dict(parts or {}))


def style(style_id: str, name: str | None = None, based_on: str | None = None, outline: int | None = None) -> str:
    """One paragraph style."""
    inside = f'<w:name w:val="{name}"/>' if name else ""
    inside += f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    inside += f'<w:pPr><w:outlineLvl w:val="{outline}"/></w:pPr>' if outline is not None else ""
    return f'<w:style w:type="paragraph" w:styleId="{style_id}">{inside}</w:style>'


def core(inside: str) -> str:
    """The part of core properties."""
    return (
        f"{_DECLARATION}<cp:coreProperties "
        'xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        f"{inside}</cp:coreProperties>"
    )


def slide(shapes: str, root: str = "sld") -> str:
    """One slide, or one page of notes with the root `notes`."""
    return (
        f'{_DECLARATION}<p:{root} xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{root}>"
    )


def shape(*paragraphs: str, placeholder: str | None = None) -> str:
    """A shape with these paragraphs, each the text or, with a `<`, the inside of one."""
    kind = f'<p:ph type="{placeholder}"/>' if placeholder else ""
    inside = "".join(
        f"<a:p>{text}</a:p>" if text.startswith("<") else f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
        for text in paragraphs
    )
    return f"<p:sp><p:nvSpPr><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:txBody>{inside}</p:txBody></p:sp>"


def presentation(*ids: str) -> str:
    """The list of slides by the ids of their relationships."""
    slides = "".join(f'<p:sldId id="{256 + number}" r:id="{each}"/>' for number, each in enumerate(ids))
    return (
        f'{_DECLARATION}<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
        f'xmlns:r="{_RELATIONSHIPS}"><p:sldIdLst>{slides}</p:sldIdLst></p:presentation>'
    )


def xlsx(sheets: Mapping[str, str], parts: Parts | None = None) -> bytes:
    """A workbook; each sheet is the inside of its `sheetData`."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    listed = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>' for number, name in enumerate(sheets, start=1)
    )
    own: dict[str, str | bytes] = {
        "_rels/.rels": relationships(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{_RELATIONSHIPS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relationships(
            *((f"rId{number}", "worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1))
        ),
    }
    for number, inside in enumerate(sheets.values(), start=1):
        own[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{main}"><sheetData>{inside}</sheetData></worksheet>'
        )
    return package(own | dict(parts or {}))
