"""Base64 payloads of `data:` URIs: bytes of a picture, not words, so nobody can search them."""

from __future__ import annotations

import re

from grooveseek.text.counted import counted

# A shorter payload may be an example somebody wrote about.
_SHORTEST_PAYLOAD = 64
_DATA_URI = re.compile(
    rf"(data:[\w.+-]+/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*;base64,)([A-Za-z0-9+/=_-]{{{_SHORTEST_PAYLOAD},}})"
)


def without_payloads(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` with a short note in place of every payload, and one warning that says how many there were.

    Lines keep their numbers: a payload never spans two.
    """
    if ";base64," not in text:
        return text, ()
    sizes: list[int] = []

    def note(match: re.Match[str]) -> str:
        sizes.append(len(match[2]))
        return f"{match[1]}[{_size(len(match[2]))} left out]"

    shortened = _DATA_URI.sub(note, text)
    if not sizes:
        return text, ()
    return shortened, (
        f"{counted(len(sizes), 'base64 payload')} of data: URIs left out of search ({_size(sum(sizes))})",
    )


def _size(count: int) -> str:
    if count < 1024:
        return f"{count} B"
    return f"{count / 1024:.1f} KB" if count < 1024 * 1024 else f"{count / 1024 / 1024:.1f} MB"
