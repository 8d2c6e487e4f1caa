"""A search reranked by a real cross-encoder graph, whose order follows from how it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grooveseek.index.open import open_index
from grooveseek.index.protocol import Index
from grooveseek.index.records import Facts
from grooveseek.models.loading import load_reranker
from grooveseek.models.places import ModelFolder, Places
from grooveseek.models.protocol import Reranker
from grooveseek.search.answer import Answer
from grooveseek.search.ask import ask
from grooveseek.search.request import SearchArguments
from grooveseek.search.resolve import resolve
from grooveseek.search.settings import SearchSettings
from support.index import document, write_embedded
from support.models import GivenModels, HashEmbedder
from support.tiny_models import write_cross_encoder, write_manifest, write_word_tokenizer

WINDOW = 32
NOTES = {
    "one.md": "the cat sat on the mat",
    "two.md": "a cat and a cat ran",
    "three.md": "cat cat cat",
    "none.md": "a dog ran far",
    # What is behind the window of the model is not seen.
    "late.md": "far " * WINDOW + "cat " * 9,
}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    opened = open_index(tmp_path / "notes.db", create=True)
    opened.record(Facts(model="hash", dimension=64, context_mode="off", run_state="complete"))
    for path, text in NOTES.items():
        write_embedded(opened, document(path, text))
    yield opened
    opened.close()


@pytest.fixture
def reranker(tmp_path: Path) -> Reranker:
    directory = tmp_path / "models" / "bge-base"
    directory.mkdir(parents=True)
    write_word_tokenizer(directory / "tokenizer.json")
    write_cross_encoder(directory / "model.onnx", special=4)
    write_manifest(directory, id="bge-base", kind="reranker", window=WINDOW)
    return load_reranker("bge-base", Places((ModelFolder(directory.parent, "GROOVE_MODEL_DIR"),), hub=False))


def asked(index: Index, reranker: Reranker, query: str, **arguments: Any) -> Answer:
    settings = replace(SearchSettings(), reranker=True, rerank=True)
    return ask(index, GivenModels(HashEmbedder(), reranker), resolve(SearchArguments(query, **arguments), settings))


def ranked(answer: Answer) -> list[tuple[str, float]]:
    return [(hit.path, hit.score) for hit in answer.hits]


def test_the_model_orders_and_scores_the_hits(index: Index, reranker: Reranker) -> None:
    found = ranked(asked(index, reranker, "cat"))

    assert found[:3] == [("three.md", 2.5), ("two.md", 1.5), ("one.md", 0.5)]
    assert sorted(found[3:]) == [("late.md", -0.5), ("none.md", -0.5)]


def test_every_candidate_is_read_whatever_the_limit(index: Index, reranker: Reranker) -> None:
    assert ranked(asked(index, reranker, "cat", limit=1)) == [("three.md", 2.5)]


def test_exclusions_are_not_read_by_the_model(index: Index, reranker: Reranker) -> None:
    found = ranked(asked(index, reranker, "cat -mat"))

    assert found[:2] == [("three.md", 2.5), ("two.md", 1.5)]
    assert "one.md" not in dict(found)


def test_variety_keeps_the_scores_of_the_model(index: Index, reranker: Reranker) -> None:
    answer = asked(index, reranker, "cat", mmr=True, limit=2)

    assert answer.hits[0].path == "three.md"
    assert (
        dict(ranked(answer)).items()
        <= {"three.md": 2.5, "two.md": 1.5, "one.md": 0.5, "none.md": -0.5, "late.md": -0.5}.items()
    )


def test_what_speaks_for_an_answer_does_not_depend_on_the_model(index: Index, reranker: Reranker) -> None:
    assert not asked(index, reranker, "the cat sat on the mat").low_confidence
    assert asked(index, reranker, "zzzqqx wibblefrotz").low_confidence
