"""The page, put together from its parts: skeleton, style and script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from grooveseek.server.icon import ICON_URI

SCRIPTS = (
    "dom",
    "labels",
    "text",
    "mcp",
    "place",
    "failure",
    "status",
    "home",
    "filters",
    "hit",
    "results",
    "lines",
    "reading",
    "tree",
    "graph",
    "keys",
    "main",
)
"""In the order in which they are joined: a module stands behind those it imports from."""

_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@cache
def page() -> str:
    """The whole document; a browser needs nothing else."""
    parts = {"icon": ICON_URI, "style": _source("style.css"), "script": joined(SCRIPTS)}
    # In one pass, so that nothing inside a part is taken for a place to fill.
    return re.sub(r"\{\{(icon|style|script)\}\}", lambda place: parts[place[1]], _source("page.html"))


def joined(names: Sequence[str]) -> str:
    """Modules as one script: each in a scope of its own, what it exports visible to those behind it."""
    return "".join(_scoped(_IMPORT.sub("", _source(f"script/{name}.js"))) for name in names)


def _scoped(module: str) -> str:
    names = ", ".join(_EXPORT.findall(module))
    return f"const {{ {names} }} = (() => {{\n{_EXPORT.sub('', module)}return {{ {names} }};\n}})();\n"


def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")
