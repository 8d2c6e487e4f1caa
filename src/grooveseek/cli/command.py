"""What every subcommand shares: how its flags are read, and which spellings are refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from grooveseek.cli.values import PathValue

CONTEXT_SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Option(click.Option):
    """One long flag with its help, default and validation; `--help` and `docs/cli.md` are made from it.

    `attribute`: the parameter that receives the value, where not named like the flag.
    `takes_dash`: its value may begin with `-`, so that a negative number meets its range error.
    `excludes`: flags that may not be given beside it.
    """

    def __init__(
        self,
        name: str,
        *,
        attribute: str | None = None,
        takes_dash: bool = False,
        excludes: Sequence[str] = (),
        **settings: Any,
    ) -> None:
        super().__init__([name, attribute] if attribute else [name], **settings)
        self.flag = name
        self.takes_dash = takes_dash
        self.excludes = tuple(excludes)

    def get_help_extra(self, ctx: click.Context) -> Any:
        extra = super().get_help_extra(ctx)
        if isinstance(self.show_default, str):
            # Without the parentheses that click puts around words.
            extra["default"] = self.show_default
        return extra


class Command(click.Command):
    """A subcommand. Its name and help are its group's; `--config` is added to its flags."""

    def __init__(self, callback: Callable[..., Any], params: Sequence[click.Parameter] = ()) -> None:
        super().__init__(None, callback=callback, params=[*params, config_option()], context_settings=CONTEXT_SETTINGS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        refuse_odd_flags(ctx, self.get_params(ctx), args)
        # What is too much is refused below, where it is known what the words may have been meant for.
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise _too_many(rest, self.params, ctx)
        _refuse_excluded(ctx, self.params)
        settle_config(ctx)
        return rest


def config_option() -> Option:
    return Option("--config", type=PathValue("file"), help="Use this groove.toml, and trust it.")


def settle_config(ctx: click.Context) -> None:
    """`--config` stands before or after the subcommand, once."""
    above = ctx.parent.params.get("config") if ctx.parent else None
    if above is None:
        return
    if ctx.params.get("config") is not None:
        raise _given_twice("--config", ctx)
    ctx.params["config"] = above


def refuse_odd_flags(ctx: click.Context, params: Sequence[click.Parameter], args: Sequence[str]) -> None:
    """Raise `click.UsageError` for `--flag -x`, a flag of one dash, and a flag given twice that takes one value."""
    options = {name: param for param in params if isinstance(param, click.Option) for name in param.opts}
    seen: set[str] = set()
    words = iter(args)
    for word in words:
        name, equals, _ = word.partition("=")
        option = options.get(name)
        if word == "--" or (not word.startswith("-") and not ctx.allow_interspersed_args):
            return
        if option is None:
            if word.startswith("-") and not word.startswith("--") and len(word) > 1:
                raise _no_short_flag(word, params, ctx)
            continue
        if name in seen and not option.multiple:
            raise _given_twice(name, ctx)
        seen.add(name)
        if not (option.is_flag or equals):
            _check_value(name, next(words, ""), option, ctx)


def _check_value(name: str, value: str, option: click.Option, ctx: click.Context) -> None:
    if value.startswith("-") and len(value) > 1 and not getattr(option, "takes_dash", False):
        raise click.UsageError(f"'{name}' needs a value; for one that begins with '-' write {name}={value}", ctx)


def _no_short_flag(word: str, params: Sequence[click.Parameter], ctx: click.Context) -> click.UsageError:
    arguments = [param.human_readable_name for param in params if isinstance(param, click.Argument)]
    hint = f"; {arguments[0]} stands behind '--' where it begins with '-'" if arguments else ""
    return click.UsageError(f"no such flag '{word}'{hint}", ctx)


def _too_many(words: Sequence[str], params: Sequence[click.Parameter], ctx: click.Context) -> click.UsageError:
    arguments = [param.human_readable_name for param in params if isinstance(param, click.Argument)]
    hint = f"; write {arguments[0]} in quotes where it is more than one word" if arguments == ["QUERY"] else ""
    return click.UsageError(f"unexpected: {' '.join(map(repr, words))}{hint}", ctx)


def _refuse_excluded(ctx: click.Context, params: Sequence[click.Parameter]) -> None:
    given = {param.flag: param for param in params if isinstance(param, Option) and _is_given(ctx, param)}
    for flag, option in given.items():
        for other in option.excludes:
            if other in given:
                raise click.UsageError(f"the flag '{flag}' cannot be used with '{other}'", ctx)


def _is_given(ctx: click.Context, param: click.Parameter) -> bool:
    assert param.name is not None
    return ctx.get_parameter_source(param.name) is click.core.ParameterSource.COMMANDLINE


def _given_twice(name: str, ctx: click.Context) -> click.UsageError:
    return click.UsageError(f"the flag '{name}' cannot be used multiple times", ctx)
