"""`groove service tray-uninstall`."""

from __future__ import annotations

from grooveseek.cli.command import Command
from grooveseek.cli.service.flags import name_option
from grooveseek.cli.service.tray_install import refuse_tray

command = Command(refuse_tray, [name_option()])
