"""The knowledge bases and the questions of which the answers are known."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from benchmarks.quality.question import OTHER_SIDE, Question
from benchmarks.quality.vue import known_items, names

from grooveseek.quality.golden.set import Expected

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("GROOVE_TEST_DATA", ROOT.parent / "shared" / "data"))
QUESTIONS = ROOT / "tests" / "questions"

BASES = ("cranfield", "jaquad", "vue")
ONE_LANGUAGE = ("vue/en", "vue/ja")
"""One half each of the bilingual one, as a knowledge base of its own."""


@dataclass(frozen=True, slots=True)
class QuerySet:
    name: str
    base: str
    questions: tuple[Question, ...]


def folder_of(base: str) -> Path:
    name, _, part = base.partition("/")
    return DATA / name / "kb" / part


def query_sets() -> list[QuerySet]:
    """Every set, in the order of the results page."""
    written = (*_golden(QUESTIONS / "vue.yml"), *_golden(QUESTIONS / "vue-paraphrases.yml"))
    known = known_items(DATA / "vue" / "kb")
    return [
        *(QuerySet(name, name, tuple(_golden(DATA / name / "golden.yml"))) for name in ("cranfield", "jaquad")),
        QuerySet("vue: known items", "vue", tuple(item.within for item in known)),
        QuerySet("vue: names", "vue", tuple(names(DATA / "vue" / "kb"))),
        QuerySet("vue: paraphrases", "vue", written),
        QuerySet("vue: known items, other language", "vue", tuple(item.across for item in known)),
        QuerySet("vue: paraphrases, other language", "vue", tuple(_across(written))),
    ]


def _golden(path: Path) -> Iterable[Question]:
    for entry in yaml.safe_load(path.read_text(encoding="utf-8"))["queries"]:
        yield Question(entry["query"], tuple(Expected(each["path"], each.get("heading")) for each in entry["expected"]))


def _across(questions: Sequence[Question]) -> Iterable[Question]:
    """The same questions, to be answered from the pages in the other language alone."""
    for question in questions:
        side = OTHER_SIDE[question.expected[0].path.split("/")[0]]
        expected = tuple(Expected(side + each.path[2:]) for each in question.expected)
        yield Question(question.text, expected, (f"{side}/**",))
