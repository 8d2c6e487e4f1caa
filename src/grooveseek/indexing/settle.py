"""What an index records about itself, settled before a run touches its rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from grooveseek.documents.markdown import MARKDOWN_GENERATION
from grooveseek.documents.passage import PASSAGE_GENERATION, ContextMode
from grooveseek.index.records import Facts
from grooveseek.indexing.options import IndexOptions
from grooveseek.indexing.report import Report

MARKDOWN_IDS = frozenset({"md", "markdown", "mdx"})
_FORMAT = "format "
"""Begins the name of a format's own rule."""


def format_rule(name: str) -> str:
    """What the rule of the format `name` is recorded under."""
    return _FORMAT + name


_SETTINGS = {
    "exclude_headings": "exclude_headings",
    "code_budget": "[parsers.code].max_chunk_chars",
}
"""Settings that decide about chunks, by the name they are recorded under: the key of the configuration."""


def settle_context_mode(facts: Facts, chunks: int, wanted: ContextMode, report: Report) -> ContextMode:
    """The mode the run is to use: a filled index keeps the one it was built in, and the user hears of a difference."""
    if not chunks:
        if facts.context_mode not in {None, wanted}:
            report.note(f"Context mode {wanted!r} is adopted: the index is empty")
        return wanted
    recorded: ContextMode = "static" if facts.context_mode == "static" else "off"
    if recorded != wanted:
        report.warning(
            f"warning: the index was built with context mode {recorded!r} and keeps it although {wanted!r} is "
            "configured; `groove index --force` rebuilds it"
        )
    return recorded


def rules_of(options: IndexOptions) -> Mapping[str, str]:
    """Generation of every rule by which unchanged files are read again once it moves."""
    return {
        "passage": PASSAGE_GENERATION,
        "markdown": MARKDOWN_GENERATION,
        "declared": "\n".join(sorted(options.declared_fields)),
        **{format_rule(name): rule for name, rule in options.parsers.generations().items() if name not in MARKDOWN_IDS},
    }


def _settings_of(options: IndexOptions) -> Mapping[str, str]:
    parsing = options.parsers.options
    return {
        "exclude_headings": json.dumps(parsing.exclude_headings, ensure_ascii=False),
        "code_budget": str(parsing.max_chunk_chars),
    }


def settled(facts: Facts, chunks: int, options: IndexOptions, root: str, mode: ContextMode) -> Facts:
    """The facts a run begins with. A declared set that is about to change is not offered to filters meanwhile."""
    rules = rules_of(options)
    kept = facts.generations.get("declared") == rules["declared"]
    return replace(
        facts,
        root=root,
        model=options.model,
        model_build=facts.model_build if chunks else None,
        background=facts.background if chunks else None,
        dimension=options.dimension,
        context_mode=mode,
        declared_fields=facts.declared_fields if kept else None,
        generations={**_settings_of(options), **(facts.generations if chunks else rules)},
    )


def completed(facts: Facts, options: IndexOptions) -> Facts:
    """The facts after every file was brought up to the rules in force."""
    return replace(
        facts, declared_fields=options.declared_fields, generations={**facts.generations, **rules_of(options)}
    )


def warn_of_settings(facts: Facts, options: IndexOptions, warn: Callable[[str], None]) -> None:
    """Tell of each setting that unchanged files do not follow."""
    for name, value in _settings_of(options).items():
        recorded = facts.generations.get(name, value)
        if recorded != value:
            warn(
                f"warning: {_SETTINGS[name]} is {value}, but the index was built with {recorded}; unchanged files keep "
                "their chunks until `groove index --force`"
            )


def to_reread(facts: Facts, options: IndexOptions, paths: Iterable[str]) -> frozenset[str]:
    """Indexed paths whose unchanged bytes must be read again: a rule or the declared set moved since they were."""
    moved = {rule for rule, generation in rules_of(options).items() if facts.generations.get(rule) != generation}
    if "passage" in moved:
        return frozenset(paths)
    formats = {rule.removeprefix(_FORMAT) for rule in moved if rule.startswith(_FORMAT)}
    if moved & {"markdown", "declared"}:
        formats |= MARKDOWN_IDS
    return frozenset(path for path in paths if path.rpartition(".")[2].lower() in formats)
