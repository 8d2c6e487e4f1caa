"""Whether a knowledge base speaks of such things at all: how many of a question's words stand anywhere in it.

That says more the fewer words of unrelated questions stand there: a large collection of everyday texts holds most
words of any question, a manual hardly any of those it is not about.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import fmean

from grooveseek.index.records import Unrelated
from grooveseek.text.script import script_of

_ANSWERABLE = 0.95
"""Share of its words, with a question that can be answered."""
_FEWEST, _NEARLY_ALL = 0.3, 0.9
"""A few dozen questions cannot tell that fewer or more words of unrelated ones stand there."""
MOST = 0.4
"""What it is worth at most: all words say no more than nearly all of them, since not everybody words a thing alike."""
_NEVER = -0.2
"""Where no word in the question's script could be found. No more than a doubt: the answer may be in another one."""


def vocabulary(said: float, unrelated: float) -> float:
    """How much likelier a share of words is with a question that can be answered, -2.6 to 0.4.

    The mean over its words of the logarithm of the likelihood ratio of being found or not. `said` is the question's
    share, `unrelated` that of questions which have nothing to do with the knowledge base.
    """
    chance = min(max(unrelated, _FEWEST), _NEARLY_ALL)
    found, missing = math.log(_ANSWERABLE / chance), math.log((1 - _ANSWERABLE) / (1 - chance))
    ratio = min(MOST, said * found + (1 - said) * missing)
    return ratio if unrelated else max(_NEVER, ratio)


def said_by_unrelated(question: str, scripts: Mapping[str, Unrelated]) -> float:
    """By those in its script; by all where there are none. `scripts` is not empty."""
    same = scripts.get(script_of(question) or "")
    return same.said if same else fmean(each.said for each in scripts.values())
