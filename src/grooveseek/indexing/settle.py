"""What an index records about itself, settled before a run touches its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from grooveseek.documents.markdown import MARKDOWN_GENERATION
from grooveseek.documents.passage import PASSAGE_GENERATION, ContextMode
from grooveseek.index.records import Facts
from grooveseek.indexing.options import IndexOptions

MARKDOWN_IDS = frozenset({"md", "markdown", "mdx"})


def settle_context_mode(facts: Facts, chunks: int, wanted: ContextMode, warn: Callable[[str], None]) -> ContextMode:
    """The mode the run is to use: a filled index keeps the one it was built in, and the user hears of a difference."""
    if not chunks:
        return wanted
    recorded: ContextMode = "static" if facts.context_mode == "static" else "off"
    if recorded != wanted:
        warn(
            f"warning: the index was built with context mode {recorded!r} and keeps it although {wanted!r} is "
            "configured; `groove index --force` rebuilds it"
        )
    return recorded


def rules_of(options: IndexOptions) -> Mapping[str, str]:
    """Generation of every rule that decides what is stored for a file whose bytes did not change."""
    return {
        "passage": PASSAGE_GENERATION,
        "markdown": MARKDOWN_GENERATION,
        "declared": "\n".join(sorted(options.declared_fields)),
    }


def settled(facts: Facts, chunks: int, options: IndexOptions, root: str, mode: ContextMode) -> Facts:
    """The facts a run begins with. A declared set that is about to change is not offered to filters meanwhile."""
    rules = rules_of(options)
    kept = facts.generations.get("declared") == rules["declared"]
    return replace(
        facts,
        root=root,
        model=options.model,
        dimension=options.dimension,
        context_mode=mode,
        declared_fields=facts.declared_fields if kept else None,
        generations=facts.generations if chunks else rules,
        run_state="text",
    )


def to_reread(facts: Facts, options: IndexOptions, paths: Iterable[str]) -> frozenset[str]:
    """Indexed paths whose unchanged bytes must be read again: a rule or the declared set moved since they were."""
    moved = {rule for rule, generation in rules_of(options).items() if facts.generations.get(rule) != generation}
    if "passage" in moved:
        return frozenset(paths)
    if moved:
        return frozenset(path for path in paths if path.rpartition(".")[2].lower() in MARKDOWN_IDS)
    return frozenset()
