"""`groove service tray-install`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.service.flags import name_option


def refuse_tray(**_flags: Any) -> None:
    from grooveseek.service.system import System
    from grooveseek.service.tray import refuse

    refuse(System())


command = Command(
    refuse_tray, [name_option(), Option("--force", is_flag=True, help="Replace an entry that is there already.")]
)
