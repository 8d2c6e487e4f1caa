"""`groove service install`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grooveseek.cli.command import Command, Option
from grooveseek.cli.service.flags import name_option
from grooveseek.cli.values import PathValue, Text
from grooveseek.config.transport import DEFAULT_ADDRESS


def _install(service_name: str, kb_path: Path | None, bind: str, **flags: Any) -> None:
    from grooveseek.cli.output import say
    from grooveseek.cli.workspace import expanded
    from grooveseek.service.install import InstallRequest, install
    from grooveseek.service.system import System, groove_program

    request = InstallRequest(
        name=service_name,
        kb_path=expanded(kb_path),
        bind=bind,
        auto_start=not flags["no_auto_start"],
        force=flags["force"],
        i_know=flags["i_know"],
        with_tray=flags["with_tray"],
    )
    installed = install(System(), request, groove_program())
    for note in installed.notes:
        say(note)
    say(f"Service '{service_name}' installed (config_home: {installed.home}).")


command = Command(
    _install,
    [
        name_option(),
        Option(
            "--kb-path",
            type=PathValue("dir"),
            show_default="kb_path of the instance's groove.toml",
            help="The folder of notes.",
        ),
        Option(
            "--bind",
            type=Text("IP:PORT"),
            default=str(DEFAULT_ADDRESS),
            show_default=True,
            help="Where the instance listens; each one needs a port of its own. Beyond this machine it needs --i-know.",
        ),
        Option("--no-auto-start", is_flag=True, help="Register it, but start it neither now nor when you log in."),
        Option(
            "--force",
            is_flag=True,
            help="Replace an instance of this name; of its groove.toml only kb_path and bind change.",
        ),
        Option(
            "--i-know",
            is_flag=True,
            help="Acknowledge that whoever reaches the address can read the whole knowledge base.",
        ),
        Option("--with-tray", is_flag=True, help="Also start the tray companion (Windows). Not part of this release."),
    ],
)
