"""GrooveSeek: search your own notes by meaning and by words.

    import grooveseek

    with grooveseek.open("notes") as notes:
        notes.index()
        for hit in notes.ask("how do I roll a release back?").hits:
            print(hit.path, hit.content)

The Python API is not stable: it may change in any release.
"""

from __future__ import annotations

__version__ = "0.1.0"

_PLACES = {
    "Answer": "grooveseek.search.answer:Answer",
    "GrooveError": "grooveseek.errors:GrooveError",
    "Hit": "grooveseek.search.answer:Hit",
    "Notes": "grooveseek.api.notes:Notes",
    "SearchArguments": "grooveseek.search.request:SearchArguments",
    "State": "grooveseek.workspace.state:State",
    "Summary": "grooveseek.indexing.report:Summary",
    "open": "grooveseek.api.notes:open",
}
"""Where each name of the API is. Type checkers read `__init__.pyi` instead."""


def __getattr__(name: str) -> object:
    """Import a name of the API when it is first used, so that the package itself costs nothing."""
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, _, attribute = place.partition(":")
    return getattr(import_module(module), attribute)


def __dir__() -> list[str]:
    return sorted([*_PLACES, "__version__"])
