"""What every subcommand shares: how flags are read, refused and repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

CONTEXT_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Bool(click.ParamType[bool]):
    """A flag value that is exactly `true` or `false`."""

    name = "true|false"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bool:
        if value not in ("true", "false", True, False):
            self.fail(f"{value!r} is neither 'true' nor 'false'", param, ctx)
        return value in ("true", True)


class Option(click.Option):
    """A long flag. `takes_dash`: its value may start with `-`, so that a negative number meets its range error."""

    def __init__(self, *args: Any, takes_dash: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.takes_dash = takes_dash


class Command(click.Command):
    """A subcommand that refuses a flag as another flag's value and a single flag given twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("context_settings", CONTEXT_SETTINGS)
        super().__init__(*args, **kwargs)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        refuse_odd_flags(ctx, [param for param in self.params if isinstance(param, click.Option)], args)
        return super().parse_args(ctx, args)


def refuse_odd_flags(ctx: click.Context, options: Sequence[click.Option], args: Sequence[str]) -> None:
    """Raise `click.UsageError` for `--flag -x` and for a single-valued flag or switch given twice."""
    by_name = {name: option for option in options for name in option.opts}
    seen: set[str] = set()
    words = iter(args)
    for word in words:
        if word == "--":
            return
        name, has_value = word.partition("=")[0], "=" in word
        option = by_name.get(name)
        if option is None:
            continue
        if name in seen and not option.multiple:
            raise click.UsageError(f"the flag '{name}' cannot be used multiple times", ctx)
        seen.add(name)
        if option.is_flag or has_value:
            continue
        value = next(words, None)
        if value is not None and value.startswith("-") and len(value) > 1 and not getattr(option, "takes_dash", False):
            raise click.UsageError(f"'{name}' needs a value; for one that starts with '-' write {name}={value}", ctx)


def config_option() -> Option:
    """`--config`, accepted before or after the subcommand."""
    return Option(["--config"], metavar="PATH", help="Use this groove.toml and trust it.")


def kb_options() -> list[Option]:
    """Which knowledge base, and where its index is."""
    return [
        Option(["--kb-path"], metavar="PATH", help="The folder of notes (default: kb_path of groove.toml)."),
        Option(["--index"], metavar="PATH", help="The index file (default: .groove.db beside the folder)."),
    ]


def model_options() -> list[Option]:
    return [Option(["--model"], metavar="ID", help="Local embedding model (default: multilingual-e5-small).")]
