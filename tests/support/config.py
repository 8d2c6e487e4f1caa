"""A user's folders under a temporary one, and `groove.toml` files in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from grooveseek.config.load import LoadedConfig, load


@dataclass(frozen=True)
class Machine:
    """One user's machine on Linux: home below `root`, a working directory beside it."""

    root: Path
    extra: dict[str, str] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        return self.root / "home" / "user"

    @property
    def cwd(self) -> Path:
        return self.root / "work" / "notes"

    @property
    def environ(self) -> dict[str, str]:
        return {"HOME": str(self.home), **self.extra}

    def write(self, text: str, folder: Path | None = None) -> Path:
        """`groove.toml` in `folder` (the working directory)."""
        path = (folder or self.cwd) / "groove.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def load(self, explicit: Path | None = None) -> LoadedConfig:
        return load(explicit, self.cwd, self.environ)


def machine(root: Path, **extra: str) -> Machine:
    made = Machine(root.resolve(), extra)
    made.home.mkdir(parents=True, exist_ok=True)
    made.cwd.mkdir(parents=True, exist_ok=True)
    return made
