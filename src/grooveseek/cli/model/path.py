"""`groove model path`."""

from __future__ import annotations

from typing import Any

from grooveseek.cli.command import Command
from grooveseek.cli.model.places import CARDS, local_only, model_argument, places_of


def _path(model: str, **flags: Any) -> None:
    from grooveseek.cli.output import print_text
    from grooveseek.errors import ModelError
    from grooveseek.models.lookup import MissingModelError, find_model

    try:
        files = find_model(CARDS[model], local_only(places_of(flags)))
    except MissingModelError:
        raise ModelError(
            f"{model} is not on this machine: fetch it with `groove model fetch {model}`, or put its files into a "
            f"folder {model} and name the folder above it in GROOVE_MODEL_DIR"
        ) from None
    print_text(str(files.folder))


command = Command(_path, [model_argument()])
