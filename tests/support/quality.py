"""Helpers for the tests of the quality tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from grooveseek.documents.frontmatter import read_frontmatter
from grooveseek.documents.schema import read_schema
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.quality.evaluation.record import Aggregate, Corpus, Fingerprint, Place, QueryResult, RankedHit, Run
from grooveseek.quality.evaluation.run import aggregate, measured
from grooveseek.quality.golden.set import Expected, GoldenQuery, GoldenSet
from grooveseek.quality.tuning.grid import GRID, Condition
from grooveseek.quality.tuning.question import Diagnostics
from grooveseek.quality.tuning.report import Impact, Report
from grooveseek.quality.tuning.validation import cross_validate
from grooveseek.quality.tuning.verdict import judge
from grooveseek.quality.validation.rules import violations
from grooveseek.quality.validation.run import Options, validate
from grooveseek.quality.validation.run import Report as ValidationReport
from grooveseek.quality.validation.violation import Violation
from support.kb import knowledge_base


def notes(folder: Path, files: Mapping[str, str | bytes]) -> KnowledgeBase:
    """A knowledge base `kb` below `folder` that holds `files`."""
    root = folder / "kb"
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
    return knowledge_base(root)


def broken_rules(block: str, schema: str, *, strict: bool = False) -> tuple[Violation, ...]:
    """What a document with this frontmatter breaks of a schema."""
    text = f"---\n{block}\n---\nbody" if block else "body"
    return violations(read_frontmatter(text).frontmatter, read_schema(schema.encode()), strict=strict)


def validated(kb: KnowledgeBase, schema: str, **options: bool) -> ValidationReport:
    """The report; warnings are not expected."""
    warned: list[str] = []
    report = validate(kb, read_schema(schema.encode()), Options(**options), warned.append)
    assert warned == []
    return report


@dataclass(frozen=True)
class At:
    """A place in a document, as a hit or an expectation: `a.md` or `a.md#Heading`."""

    path: str
    heading: str | None = None


def places(*written: str) -> list[At]:
    return [At(path, heading if mark else None) for path, mark, heading in (text.partition("#") for text in written)]


def expecting(*written: str) -> list[Expected]:
    return [Expected(place.path, place.heading) for place in places(*written)]


def golden_set(*queries: GoldenQuery, sha256: str = "00") -> GoldenSet:
    return GoldenSet(Path("golden.yml"), sha256, queries)


def asking(query: str, *expected: str, name: str | None = None) -> GoldenQuery:
    return GoldenQuery(name or query[:32], query, tuple(expecting(*expected)))


def result_of(query: GoldenQuery, *hits: str, k_values: tuple[int, ...] = (1, 5, 10)) -> QueryResult:
    """What a query would be worth that found these places."""
    ranked = tuple(RankedHit(rank, hit.path, hit.heading, 1 / rank) for rank, hit in enumerate(places(*hits), 1))
    expected = tuple(Place(entry.path, entry.heading) for entry in query.expected)
    return QueryResult(query.id, query.query, expected, ranked, measured(query.expected, ranked, k_values))


FINGERPRINT = Fingerprint("hash", None, 10, (1, 5, 10), "00", 2, 3)


def run_of(*results: QueryResult, **changes: Any) -> Run:
    """A run with these results, in the fingerprint above."""
    made = Run("2026-01-02T03:04:05Z", FINGERPRINT, results, aggregate(results), Corpus(2, 3, "ab"))
    return msgspec.structs.replace(made, **changes)


def diagnostics(name: str, *, effective: bool = True, **changes: Any) -> Diagnostics:
    made = Diagnostics(name, 10 if effective else 1, 12, 3, bm25_sensitive=True, idf_clamped=False, rrf_ties=2)
    return replace(made, **changes)


def tuning_report(rows: Sequence[Mapping[Condition, float]], *, otherwise: float = 0.5, **changes: Any) -> Report:
    """What tuning would report of questions with these scores, and of one more that cannot be moved."""
    scores = np.array([[row.get(condition, otherwise) for condition in GRID] for row in rows], np.float64)
    validation = cross_validate(scores)
    figures = Aggregate({1: 0.5, 5: 0.75}, 0.625, {1: 0.5, 5: 0.7}, len(rows) + 1)
    names = tuple(f"q{number}" for number in range(len(rows)))
    made = Report(
        diagnostics=(*(diagnostics(name) for name in names), diagnostics("still", effective=False)),
        scores=scores,
        effective_ids=names,
        chunk_total=100,
        pool=50,
        context_is_empty=False,
        validation=validation,
        baseline=figures,
        refit=figures,
        violations=(),
        impact=Impact(1, 0, 0.0, None),
        verdict=judge(validation, ()),
    )
    return replace(made, **changes)
