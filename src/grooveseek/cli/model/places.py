"""What the model commands share: which model is meant, and where models are looked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from grooveseek.cli.values import Choice
from grooveseek.models.catalogue import EMBEDDERS, RERANKERS, Card

if TYPE_CHECKING:
    from grooveseek.models.places import Places

CARDS: dict[str, Card] = EMBEDDERS | RERANKERS


def model_argument() -> click.Argument:
    return click.Argument(["model"], type=Choice(list(CARDS)), metavar="MODEL")


def places_of(flags: dict[str, Any]) -> Places:
    """The places that configuration and environment name."""
    from grooveseek.cli.output import say
    from grooveseek.config.directories import working_folder
    from grooveseek.config.load import load
    from grooveseek.config.logs import set_up_logging
    from grooveseek.models.places import model_places

    set_up_logging(os.environ)
    loaded = load(flags["config"], working_folder(), os.environ)
    for line in loaded.warnings:
        say(f"warning: {line}")
    return model_places(loaded.config, os.environ)


def local_only(places: Places) -> Places:
    """The same places without the hub."""
    from dataclasses import replace

    return replace(places, hub=False)
