"""`groove service`: instances of `groove serve` kept by the operating system.

No `groove.toml` that was found is read, so that a broken one in the working folder is in nobody's way.
"""

from __future__ import annotations

from grooveseek.cli.group import Group

command = Group(
    __name__,
    {
        "install": "Register an instance, and start it. It listens on HTTP and starts again when you log in.",
        "uninstall": "Stop an instance and remove its registration. Its configuration is kept, unless told otherwise.",
        "status": "Show how an instance is doing.",
        "list": "Show every instance.",
        "tray-install": "Start the tray companion at logon (Windows). Not part of this release.",
        "tray-uninstall": "Take the tray companion out of the start-up programs (Windows). Not part of this release.",
    },
)
