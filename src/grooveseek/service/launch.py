"""What the operating system is to start."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grooveseek.config.shown import printable
from grooveseek.errors import GrooveError

LOG_VARIABLE, LOG_LEVEL = "RUST_LOG", "info"

_FORBIDDEN = ("\n", "\r", "\0")


@dataclass(frozen=True, slots=True)
class Launch:
    """`program serve --config FILE`, in the instance's folder."""

    name: str
    program: Path
    home: Path
    """The config home: working folder, and where logs go on systems without a journal."""
    config: Path
    auto_start: bool

    @property
    def arguments(self) -> tuple[str, ...]:
        return ("serve", "--config", str(self.config))

    def check(self) -> None:
        """Raises `GrooveError` for a value that no unit can hold."""
        for value in (str(self.program), str(self.home), str(self.config)):
            if any(character in value for character in _FORBIDDEN):
                raise GrooveError(
                    f"{printable(value)} cannot stand in a service's definition: it holds a line end or a NUL; "
                    "move or rename it"
                )
