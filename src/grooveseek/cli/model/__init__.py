"""`groove model`: the local models GrooveSeek knows, and where they are."""

from __future__ import annotations

from grooveseek.cli.group import Group

command = Group(
    __name__,
    {
        "list": "Show every model that is known by name, and whether it is on this machine.",
        "fetch": "Fetch a model from the hub, unless it is here already. Needs the extra grooveseek[hub].",
        "path": "Print the folder of a model that is on this machine.",
    },
)
