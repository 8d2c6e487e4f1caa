"""`groove service status`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command
from grooveseek.cli.service.flags import name_option


def _status(service_name: str, **_flags: Any) -> None:
    from grooveseek.cli.output import print_text
    from grooveseek.service.status import status_of
    from grooveseek.service.system import System

    print_text(str(status_of(System(), service_name)))


command = Command(_status, [name_option()])
