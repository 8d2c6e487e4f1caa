"""The picture clients may show: the grooves of a record under a magnifying glass, as a `data:` URI."""

from __future__ import annotations

from base64 import b64encode

import mcp_types as types

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b7285" stroke-width="2">'
    '<circle cx="10" cy="10" r="8"/><circle cx="10" cy="10" r="4"/><circle cx="10" cy="10" r=".5"/>'
    '<path d="m16 16 6 6" stroke-width="3"/></svg>'
)

ICON_URI = "data:image/svg+xml;base64," + b64encode(SVG.encode()).decode()

ICONS = [types.Icon(src=ICON_URI, mime_type="image/svg+xml", sizes=["any"])]
