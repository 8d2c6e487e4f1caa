"""English words that say nothing of what is asked."""

from __future__ import annotations

_SHORT = "a am an as at be by do he i if in is it me my no of oh ok on or so to up us we"
_LONG = (
    "about all and any are but can could did does down for from get had has have her here him his how into its "
    "let like may might more most must not now off one only onto our out over own per she should some such than "
    "that the their them then there these they this those through too under until upon use used using very via "
    "was were what when where whether which while who whom whose why will with within without would you your"
)
FUNCTION_WORDS = frozenset(f"{_SHORT} {_LONG}".split())


def only_connects(word: str) -> bool:
    """Whether `word` is one of them. A short one in capitals (`IT`, `US`) is taken for a name."""
    return word.lower() in FUNCTION_WORDS and not (len(word) == 2 and word.isupper())
