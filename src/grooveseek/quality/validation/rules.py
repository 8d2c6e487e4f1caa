"""Applying a schema to the frontmatter of one document."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grooveseek.documents.frontmatter import NAMED_KEYS, Frontmatter, Opaque
from grooveseek.documents.patterns import Pattern, compile_pattern
from grooveseek.documents.schema import FieldRule, FieldType, Schema
from grooveseek.quality.validation.violation import (
    FrontmatterUnparsed,
    LengthOutOfRange,
    MissingRequired,
    NotInEnum,
    PatternMismatch,
    TypeMismatch,
    UndeclaredField,
    Violation,
)

_READABLE_SHAPES = "string or array"


def violations(frontmatter: Frontmatter, schema: Schema, *, strict: bool = False) -> tuple[Violation, ...]:
    """What breaks the schema: by declared field in byte order, then undeclared keys where those are not allowed."""
    if frontmatter.error is not None:
        return (FrontmatterUnparsed("frontmatter", frontmatter.error),)
    found = [each for key, rule in schema.rules for each in _of_field(key, rule, frontmatter)]
    if strict or not schema.allow_unknown_fields:
        declared = dict(schema.rules)
        found += [UndeclaredField(key) for key in frontmatter.others if key not in declared]
    return tuple(found)


def _of_field(key: str, rule: FieldRule, frontmatter: Frontmatter) -> Iterator[Violation]:
    fixed = _fixed_type(key)
    if fixed is not None and rule.type is not None and rule.type != fixed:
        yield TypeMismatch(key, rule.type, fixed)
        return
    shape = _shape(key, frontmatter)
    if shape is not None:
        if _checks_values(rule):
            yield TypeMismatch(key, rule.type or fixed or _READABLE_SHAPES, shape)
        return
    value = _value(key, frontmatter)
    if value is None:
        if rule.required:
            yield MissingRequired(key)
    elif rule.type is not None and rule.type != _type_of(value):
        yield TypeMismatch(key, rule.type, _type_of(value))
    elif not value and rule.required and not rule.allow_empty:
        yield MissingRequired(key)
    else:
        yield from _of_value(key, rule, value)


def _fixed_type(key: str) -> FieldType | None:
    if key not in NAMED_KEYS:
        return None
    return "array" if key == "tags" else "string"


def _type_of(value: str | tuple[str, ...]) -> FieldType:
    return "string" if isinstance(value, str) else "array"


def _shape(key: str, frontmatter: Frontmatter) -> str | None:
    """The shape of a value that is neither a text nor a list of texts, or not the one its key must have."""
    held = frontmatter.others.get(key)
    return held.shape if isinstance(held, Opaque) else frontmatter.misshapen.get(key)


def _value(key: str, frontmatter: Frontmatter) -> str | tuple[str, ...] | None:
    if key not in NAMED_KEYS:
        held = frontmatter.others.get(key)
        return None if isinstance(held, Opaque) else held
    value: str | tuple[str, ...] | None = getattr(frontmatter, key)
    return "" if value is None and key in frontmatter.blank else value


def _checks_values(rule: FieldRule) -> bool:
    return any(
        setting is not None for setting in (rule.type, rule.pattern, rule.enum, rule.min_length, rule.max_length)
    )


def _of_value(key: str, rule: FieldRule, value: str | tuple[str, ...]) -> Iterator[Violation]:
    length = len(value)
    if rule.min_length is not None and length < rule.min_length:
        yield LengthOutOfRange(key, length, rule.min_length, rule.max_length)
    if rule.max_length is not None and length > rule.max_length:
        yield LengthOutOfRange(key, length, rule.min_length, rule.max_length)
    texts = (value,) if isinstance(value, str) else value
    if rule.pattern is not None:
        pattern = _compiled(rule.pattern)
        for text in texts:
            if not pattern.search(text):
                yield PatternMismatch(key, rule.pattern, text)
    if rule.enum is not None:
        for text in texts:
            if text not in rule.enum:
                yield NotInEnum(key, text, rule.enum)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Pattern:
    return compile_pattern(pattern)
