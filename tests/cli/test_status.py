"""`groove status`: what the index holds, in text and as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.index.open import open_index
from support.cli import User, user


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    made = user(tmp_path)
    made.note("a.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    made.note("groove-schema.toml", '[fields.status]\ntype = "string"\n')
    return made


def test_text(somebody: User) -> None:
    somebody.on_notes("index")
    ran = somebody.on_notes("status")
    assert ran.code == 0
    assert ran.out == (
        "Documents: 1\n"
        "Chunks: 1\n"
        "Vectors: 1 (complete)\n"
        "Model: multilingual-e5-small (384 dimensions)\n"
        "Tags parse failures: 0\n"
        "Context mode: off\n"
        "Declared fields: status (0)\n"
        "Quality filter (threshold=0.3): 1 passing, 0 below threshold\n"
    )


def test_without_a_quality_filter_nothing_is_said_of_it(somebody: User) -> None:
    somebody.on_notes("index")
    somebody.config("[quality_filter]\nenabled = false\n")
    assert "Quality filter" not in somebody.on_notes("status").out


def test_json(somebody: User) -> None:
    somebody.on_notes("index")
    ran = somebody.on_notes("status", "--format", "json")
    assert ran.json == {
        "kb_path": str(somebody.notes),
        "index": str(somebody.index),
        "indexed": True,
        "documents": 1,
        "chunks": 1,
        "vectors": 1,
        "pending": 0,
        "run_state": "complete",
        "model": "multilingual-e5-small",
        "dimension": 384,
        "tags_parse_failures": 0,
        "context_mode": "off",
        "declared_fields": {"status": 0},
        "quality": {"threshold": 0.3, "passing": 1, "below": 0},
    }


def test_without_an_index(somebody: User) -> None:
    text, json = somebody.on_notes("status"), somebody.on_notes("status", "--format", "json")
    assert (text.code, text.out) == (0, "")
    assert json.json == {"kb_path": str(somebody.notes), "index": str(somebody.index), "indexed": False}
    assert "No index found" in text.err
    assert "No index found" in json.err
    assert not somebody.index.exists()


def test_an_index_that_no_run_has_filled(somebody: User) -> None:
    open_index(somebody.index, create=True).close()
    ran = somebody.on_notes("status")
    assert ran.code == 0
    assert "Documents: 0\n" in ran.out
    assert "Declared fields: pending\n" in ran.out
    assert "Model: none recorded\n" in ran.out


def test_a_run_that_lacks_its_vectors_says_what_to_do(somebody: User) -> None:
    # The model is nowhere, so that only the words are there.
    somebody.on_notes("index", "--model", "bge-m3")
    assert "Vectors: 0 (1 pending: run `groove index` to complete them)\n" in somebody.on_notes("status").out


def test_the_index_of_another_model_can_be_looked_at(somebody: User) -> None:
    somebody.on_notes("index")
    somebody.config('model = "bge-m3"\n')
    assert "Model: multilingual-e5-small" in somebody.on_notes("status").out


def test_the_index_of_other_notes_is_refused(somebody: User) -> None:
    somebody.on_notes("index")
    other = somebody.notes.parent / "other"
    other.mkdir()
    ran = somebody.groove("status", "--kb-path", other)
    assert (ran.code, ran.out) == (1, "")
    assert str(somebody.notes) in ran.err


def test_a_damaged_index_is_an_error(somebody: User) -> None:
    somebody.index.write_bytes(b"noise" * 5000)
    ran = somebody.on_notes("status")
    assert (ran.code, ran.out) == (1, "")
    assert str(somebody.index) in ran.err
