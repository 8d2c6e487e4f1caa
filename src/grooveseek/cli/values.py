"""The kinds of values that flags take, each with its name in `--help` and its refusal."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import click
from click.shell_completion import CompletionItem

from grooveseek.config.address import Address, parse_address

Parameter = click.Parameter | None
Context = click.Context | None


class Value(click.ParamType[Any]):
    """A value whose `name` is shown as it stands."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.name


class Bool(Value):
    """Exactly `true` or `false`."""

    name = "true|false"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> bool:
        if value not in ("true", "false"):
            self.fail(f"{value!r} is neither 'true' nor 'false'", param, ctx)
        return bool(value == "true")

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in ("true", "false") if word.startswith(incomplete)]


class Whole(Value):
    """A whole number that fits into `bits` bits, without sign."""

    name = "N"

    def __init__(self, bits: int) -> None:
        self._largest = 2**bits - 1

    def convert(self, value: Any, param: Parameter, ctx: Context) -> int:
        if isinstance(value, int):
            return value
        if not re.fullmatch(r"\+?[0-9]{1,20}", value) or int(value) > self._largest:
            self.fail(f"{value!r} is not a whole number from 0 to {self._largest}", param, ctx)
        return int(value)


class Wholes(Value):
    """Whole numbers that fit into `bits` bits, in one word, split at commas."""

    name = "N,..."

    def __init__(self, bits: int) -> None:
        self._one = Whole(bits)

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[int, ...]:
        return tuple(self._one.convert(part.strip(), param, ctx) for part in value.split(","))


class Number(Value):
    """A number; with `finite` neither infinite nor `nan`, with a range inside it."""

    name = "NUMBER"

    def __init__(self, lowest: float | None = None, highest: float | None = None, *, finite: bool = True) -> None:
        self._lowest, self._highest, self._finite = lowest, highest, finite
        if lowest is not None and highest is not None:
            self.name = f"{lowest:g}..{highest:g}"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> float:
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)
        if self._lowest is not None and self._highest is not None:
            if not self._lowest <= number <= self._highest:
                self.fail(f"must be in [{self._lowest}, {self._highest}], got {value}", param, ctx)
        elif self._finite and not math.isfinite(number):
            self.fail(f"must be finite, got {value}", param, ctx)
        elif self._lowest is not None and number < self._lowest:
            self.fail(f"must be >= {self._lowest}, got {value}", param, ctx)
        return number


class Pair(Value):
    """`KEY=VALUE`, split at the first `=`; both must be there."""

    name = "KEY=VALUE"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[str, str]:
        key, equals, wanted = value.partition("=")
        if not (key and equals and wanted):
            self.fail(f"{value!r} needs a key, '=' and a value", param, ctx)
        return key, wanted


class Commas(Value):
    """A list in one word, split at commas."""

    def __init__(self, name: str = "A,B") -> None:
        self.name = name

    def convert(self, value: Any, param: Parameter, ctx: Context) -> tuple[str, ...]:
        return tuple(value.split(","))


class PathValue(Value):
    """A path, as it was given; whether it exists is found out when it is used."""

    name = "PATH"

    def __init__(self, kind: Literal["file", "dir"]) -> None:
        self._kind = kind

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Path:
        if not value:
            self.fail("an empty path", param, ctx)
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type=self._kind)]


class AddressValue(Value):
    """A numeric address and a port; host names are never looked up."""

    name = "IP:PORT"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> Address:
        try:
            return parse_address(value)
        except ValueError as error:
            self.fail(f"{value!r} is not allowed: write {error}", param, ctx)


class Text(Value):
    """Any text, under a telling name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        return str(value)


class Choice(click.Choice[str]):
    """One of `choices`, in exactly this spelling. `also` maps spellings that are accepted but not advertised."""

    def __init__(self, choices: Sequence[str], also: dict[str, str] | None = None) -> None:
        super().__init__(choices)
        self._also = also or {}

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return "|".join(self.choices)

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        return super().convert(self._also.get(value, value), param, ctx)
