"""The two legs: which chunks share the question's words, and which its meaning."""

from __future__ import annotations

from dataclasses import dataclass

from grooveseek.search.request import SearchRequest

_LEAST = 50
_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many candidates each leg gives, and how many stay after fusion (None: all)."""

    leg: int
    kept: int | None


def sizes(request: SearchRequest) -> Sizes:
    pool = max(_DEPTH * request.limit, _LEAST)
    if request.diversity is not None:
        return Sizes(pool, None)
    if request.rerank:
        return Sizes(_DEPTH * pool, pool)
    return Sizes(pool, request.limit)
