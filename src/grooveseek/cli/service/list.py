"""`groove service list`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command


def _list(**_flags: Any) -> None:
    from grooveseek.cli.output import print_text
    from grooveseek.service.status import all_statuses, table
    from grooveseek.service.system import System

    print_text(table(all_statuses(System())))


command = Command(_list)
