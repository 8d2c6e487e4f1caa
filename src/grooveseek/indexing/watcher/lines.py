"""What the watcher says: one ASCII line each, and nothing twice that goes on being so."""

from __future__ import annotations

from collections.abc import Callable

from grooveseek.indexing.report import SilentReport

_REMEMBERED = 10_000


def ascii_line(text: str) -> str:
    """`text` as printable ASCII, every other character as `\\u{hex}`."""
    return "".join(char if " " <= char <= "~" else f"\\u{{{ord(char):x}}}" for char in text)


class Voice:
    """Says lines. Safe from any thread."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._said: set[str] = set()

    def say(self, text: str) -> None:
        self._say(ascii_line(f"watcher: {text}"))

    def say_once(self, text: str) -> None:
        """For what each look would find again."""
        if text not in self._said:
            if len(self._said) >= _REMEMBERED:
                self._said.clear()
            self._said.add(text)
            self.say(text)


class WatcherReport(SilentReport):
    """An update's news in the watcher's words."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def indexed(self, path: str, chunks: int) -> None:
        self._voice.say(f"reindexed {path} ({chunks} chunks)")

    def renamed(self, old: str, new: str) -> None:
        self._voice.say(f"renamed {old} -> {new}")

    def deleted(self, path: str) -> None:
        self._voice.say(f"deindexed {path}")

    def skipped(self, path: str, reason: str) -> None:
        self._voice.say(f"skipped {path} ({reason})")

    def refused(self, path: str, status: int, *, kept: bool) -> None:
        self._voice.say(f"skipped {path} (embedding endpoint rejected the input)")

    def warning(self, line: str) -> None:
        self._voice.say_once(line)

    def note(self, line: str) -> None:
        self._voice.say_once(line)
