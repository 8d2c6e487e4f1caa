"""`groove service uninstall`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.service.flags import name_option


def _uninstall(service_name: str, *, purge: bool, yes: bool, **_flags: Any) -> None:
    from grooveseek.cli.output import say
    from grooveseek.service.system import System
    from grooveseek.service.uninstall import uninstall

    uninstall(System(), service_name, purge=purge, yes=yes, note=say)


command = Command(
    _uninstall,
    [
        name_option(),
        Option("--purge", is_flag=True, help="Also delete its configuration and its index. Needs --yes."),
        Option("--yes", is_flag=True, help="Confirm --purge."),
    ],
)
