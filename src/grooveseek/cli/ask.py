"""`groove ask`: a question of a person, answered as text."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command
from grooveseek.cli.search import answer_of, search_options


def _ask(query: str, **flags: Any) -> None:
    from grooveseek.cli.output import say
    from grooveseek.cli.text import print_answer

    answer = answer_of(query, flags)
    if not answer.hits:
        say("Nothing found.")
    print_answer(answer)


command = Command(
    "ask", help="Answer QUERY from the notes, as text for people.", callback=_ask, params=search_options()
)
