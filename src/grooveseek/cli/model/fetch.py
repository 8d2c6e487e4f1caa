"""`groove model fetch`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command
from grooveseek.cli.model.places import CARDS, local_only, model_argument, places_of


def _fetch(model: str, **flags: Any) -> None:
    from grooveseek.cli.output import say
    from grooveseek.models.catalogue import licence_warning
    from grooveseek.models.lookup import MissingModelError, find_model

    card, places = CARDS[model], places_of(flags)
    try:
        say(f"{model} is here already: {find_model(card, local_only(places)).folder}")
    except MissingModelError:
        warning = licence_warning(card)
        if warning:
            say(warning)
        if card.hub is not None:
            say(f"Fetching {model}, about {card.megabytes} MB...")
        say(f"Fetched {model} to {find_model(card, places).folder}")


command = Command(_fetch, [model_argument()])
