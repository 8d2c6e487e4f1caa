"""The frontmatter of one document: five named fields, and every other key held by the shape of its value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from grooveseek.documents.frontmatter.block import find_block, reads_as_prose
from grooveseek.documents.frontmatter.values import Opaque, Pair, Scalar, ScalarList, Value, YamlError, read_pairs

NAMED_KEYS = ("title", "date", "topic", "depth", "tags")
UNPARSED_TAG = "frontmatter:unparsed"
MAX_BLOCK_CHARACTERS = 64 * 1024

_BOOLEAN = re.compile(r"true|True|TRUE|false|False|FALSE")

Held = str | tuple[str, ...] | Opaque | None
"""A text, a list of texts, a value known only by its shape, or a key without a value."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What the block at the top of a document says; all empty where there is none."""

    title: str | None = None
    date: str | None = None
    topic: str | None = None
    depth: str | None = None
    tags: tuple[str, ...] = ()
    others: Mapping[str, Held] = field(default_factory=dict)
    """Every other key in the order of its first appearance."""
    misshapen: Mapping[str, str] = field(default_factory=dict)
    """`date` or `depth` given as a list or mapping: no value, and the shape for validation to name."""
    blank: frozenset[str] = frozenset()
    """Named keys given as a text of nothing: no value, but not left out either."""
    error: str | None = None
    """One line saying why the block could not be used."""

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """(key, text) of the other keys: one pair for a text, one for each element of a list."""
        pairs: list[tuple[str, str]] = []
        for key, held in self.others.items():
            if isinstance(held, str):
                pairs.append((key, held))
            elif isinstance(held, tuple):
                pairs.extend((key, text) for text in held)
        return tuple(pairs)


@dataclass(frozen=True, slots=True)
class SplitText:
    """A document's text taken apart."""

    frontmatter: Frontmatter
    body_start: int
    """Code-point offset of the body in the text; 0 where all of it is body."""


def read_frontmatter(text: str) -> SplitText:
    """Read the block at the top of `text` (LF line ends, no byte order mark); never raises.

    A block that cannot be used gives `error` and the tag `frontmatter:unparsed`. If it was not meant as one (prose
    between two thematic breaks) it also stays part of the body.
    """
    block = find_block(text)
    if block is None:
        return SplitText(Frontmatter(), 0)
    try:
        frontmatter = _frontmatter(_pairs(block.yaml))
    except YamlError as error:
        frontmatter = Frontmatter(tags=(UNPARSED_TAG,), error=str(error))
        return SplitText(frontmatter, 0 if reads_as_prose(block.yaml[:MAX_BLOCK_CHARACTERS]) else block.body_start)
    return SplitText(frontmatter, block.body_start)


def _pairs(block: str) -> list[Pair]:
    if len(block) > MAX_BLOCK_CHARACTERS:
        raise YamlError(f"the block is longer than {MAX_BLOCK_CHARACTERS} characters")
    return read_pairs(block)


def _frontmatter(pairs: list[Pair]) -> Frontmatter:
    named: dict[str, Value] = {}
    others: dict[str, Held] = {}
    for key, value in pairs:
        if key not in NAMED_KEYS:
            others[key] = _held(value)
        elif key in named:
            raise YamlError(f"`{key}` is given twice")
        else:
            named[key] = value
    return Frontmatter(
        title=_text("title", named),
        date=_text("date", named),
        topic=_text("topic", named),
        depth=_text("depth", named),
        tags=_tags(named.get("tags")),
        others=others,
        misshapen={key: shape for key in ("date", "depth") if (shape := _shape(named.get(key)))},
        blank=frozenset(key for key, value in named.items() if isinstance(value, Scalar) and not value.text.strip()),
    )


def _text(key: str, named: Mapping[str, Value]) -> str | None:
    value = named.get(key)
    if isinstance(value, Scalar):
        return value.text.strip() or None
    if value is None or key in {"date", "depth"}:
        return None
    raise YamlError(f"`{key}` must be one text, not a list or mapping")


def _shape(value: Value) -> str | None:
    if isinstance(value, Opaque):
        return value.shape
    return "array" if isinstance(value, ScalarList) else None


def _tags(value: Value) -> tuple[str, ...]:
    if value is None or (isinstance(value, Scalar) and not value.text.strip()):
        return ()
    if not isinstance(value, ScalarList):
        raise YamlError("`tags` must be a list of texts")
    return tuple(item.text for item in value.items if item is not None and item.text.strip())


def _held(value: Value) -> Held:
    if isinstance(value, Scalar):
        return _printed(value)
    if not isinstance(value, ScalarList):
        return value
    texts = tuple(_printed(item) for item in value.items if item is not None)
    return texts if len(texts) == len(value.items) else Opaque("nested sequence")


def _printed(scalar: Scalar) -> str:
    """The text as written; booleans in the one spelling a filter or a schema can name."""
    return scalar.text.lower() if scalar.is_plain and _BOOLEAN.fullmatch(scalar.text) else scalar.text
