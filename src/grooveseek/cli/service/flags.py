"""Flags that several service commands take."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Option
from grooveseek.cli.values import Context, Parameter, Value
from grooveseek.service.names import ALLOWED, DEFAULT_NAME, is_name


class ServiceName(Value):
    """The name of an instance."""

    name = "NAME"

    def convert(self, value: Any, param: Parameter, ctx: Context) -> str:
        if not is_name(value):
            self.fail(f"{value!r} is not a service name: write {ALLOWED}", param, ctx)
        return str(value)


def name_option() -> Option:
    return Option(
        "--service-name", type=ServiceName(), default=DEFAULT_NAME, show_default=True, help="Which instance is meant."
    )
