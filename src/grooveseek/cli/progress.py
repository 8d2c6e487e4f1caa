"""A bar for commands that take their time over a known number of steps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(label: str) -> Iterator[Callable[[int, int], None]]:
    """Gives what is told (done, total) after each step: a bar on a terminal, cleared at the end; nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from tqdm import tqdm

    with tqdm(desc=label, file=sys.stderr, ascii=" #", leave=False, dynamic_ncols=True) as bar:

        def step(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield step
