"""What people read about the configuration, made from its declarations: two tables and the example file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap

from grooveseek.config.declared import Key, all_keys
from grooveseek.config.environment import VARIABLES
from grooveseek.config.restrictions import LIMITED, RESTRICTED
from grooveseek.config.shown import toml_value

_BLOCK = re.compile(r"(<!-- (\w+): made by scripts/generate-docs -->\n).*?(\n<!-- end of \2 -->)", re.DOTALL)

_MEANT_WHEN_WRITTEN = ("model", "transport.kind", "transport.http")
"""Commented out in the example: writing them says something even where the value is the default."""

_HEAD = """\
# Every key of groove.toml with its default. A copy of this file changes nothing: keys that are
# commented out have no default that can be written, count only in a trusted file, or mean
# something by being written at all.
"""


def refreshed(page: str, makers: Mapping[str, Callable[[], str]] | None = None) -> str:
    """`page` with the blocks between its markers made anew, each by the maker of its name."""
    makers = makers or {"keys": keys_table, "variables": variables_table}
    return _BLOCK.sub(lambda block: block[1] + makers[block[2]]() + block[3], page)


def keys_table() -> str:
    """Every key in Markdown, a table for each section."""
    lines = ["", "### Top level", *_TABLE_HEAD]
    for dotted, key in all_keys():
        if key.section:
            lines += ["", f"### `[{dotted}]`", "", _meaning(dotted, key), *_TABLE_HEAD]
        else:
            lines.append(f"| `{key.name}` | {key.allowed} | {_default(key)} | {_meaning(dotted, key)} |")
    return "\n".join(lines) + "\n"


_TABLE_HEAD = ("", "| Key | Value | Default | Meaning |", "|---|---|---|---|")


def variables_table() -> str:
    """Every environment variable in Markdown."""
    rows = (f"| {', '.join(f'`{name}`' for name in names.split(', '))} | {text} |" for names, text in VARIABLES.items())
    return "\n".join(["", "| Variable | Meaning |", "|---|---|", *rows, ""])


def example_file() -> str:
    """`groove.toml.example`."""
    return _HEAD + "".join(_example_lines())


def _example_lines() -> Iterator[str]:
    hidden_sections: tuple[str, ...] = ()
    for dotted, key in all_keys():
        hidden = dotted in RESTRICTED or dotted in _MEANT_WHEN_WRITTEN or dotted.startswith(hidden_sections)
        mark = "# " if hidden or (not key.section and key.default_written is None) else ""
        if key.section:
            if hidden:
                hidden_sections += (f"{dotted}.",)
            yield f"\n{_comment(key.help)}{mark}[{dotted}]\n"
        else:
            value = key.example if mark and key.example is not None else key.default_written
            yield f"\n{_comment(f'{key.help} Value: {key.allowed}.')}{mark}{key.name} = {toml_value(value)}\n"


def _comment(text: str) -> str:
    return "".join(f"# {line}\n" for line in wrap(text, 96, break_long_words=False, break_on_hyphens=False))


def _default(key: Key) -> str:
    if key.required:
        return "required"
    return key.default_text or (f"`{key.default_shown}`" if key.default is not None else "none")


def _meaning(dotted: str, key: Key) -> str:
    if dotted in LIMITED:
        return f"{key.help} *Limited where the file is not trusted.*"
    return f"{key.help} *Trusted files only.*" if dotted in RESTRICTED else key.help
