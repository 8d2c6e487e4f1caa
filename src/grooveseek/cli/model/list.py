"""`groove model list`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grooveseek.cli.command import Command
from grooveseek.cli.flags import format_option
from grooveseek.cli.model.places import CARDS, local_only, places_of

if TYPE_CHECKING:
    from grooveseek.models.catalogue import Card
    from grooveseek.models.places import Places


def _list(output_format: str, **flags: Any) -> None:
    from grooveseek.cli.output import print_json, print_text

    places = local_only(places_of(flags))
    rows = [_row(card, places) for card in CARDS.values()]
    if output_format == "json":
        print_json(rows)
    else:
        print_text("\n\n".join(map(_text, rows)))


def _row(card: Card, places: Places) -> dict[str, Any]:
    path, problem = _found(card, places)
    return {
        "id": card.id,
        "kind": card.kind,
        "dimension": card.dimension or None,
        "window": card.window,
        "languages": card.languages,
        "licence": card.licence,
        "megabytes": card.megabytes,
        "path": path,
        "problem": problem,
    }


def _found(card: Card, places: Places) -> tuple[str | None, str | None]:
    """Where it is, or why what is there cannot be used; neither where it is nowhere."""
    from grooveseek.errors import ModelError
    from grooveseek.models.lookup import MissingModelError, find_model

    try:
        return str(find_model(card, places).folder), None
    except MissingModelError:
        return None, None
    except ModelError as error:
        return None, str(error)


def _text(row: dict[str, Any]) -> str:
    dimension = f", {row['dimension']} dimensions" if row["dimension"] else ""
    making = CARDS[row["id"]].making
    missing = f"not here; {making}" if making else f"not here; about {row['megabytes']} MB to fetch"
    place = row["path"] or row["problem"] or missing
    return f"{row['id']} ({row['kind']}{dimension}, {row['languages']}, {row['licence']})\n  {place}"


command = Command(_list, [format_option("text", "json")])
