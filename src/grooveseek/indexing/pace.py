"""How many chunks are embedded at a time, so that there is news often and no core waits long for the others."""

from __future__ import annotations

from dataclasses import dataclass, field

SHORT_SECONDS = 0.25
"""A step that takes less is too small: the longest text of each step is waited for."""
LONG_SECONDS = 1.0
"""One that takes more keeps a stop waiting."""


@dataclass(slots=True)
class Pace:
    """Fits the steps to the model, the texts and the machine, from `least` chunks on."""

    least: int
    chunks: int = field(init=False)
    """Of the next step."""

    def __post_init__(self) -> None:
        self.chunks = self.least

    def took(self, seconds: float) -> None:
        """How long the last step was."""
        if seconds < SHORT_SECONDS:
            self.chunks *= 2
        elif seconds > LONG_SECONDS:
            self.chunks = max(self.least, self.chunks // 2)
