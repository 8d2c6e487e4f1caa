"""`groove graph`: what is related to a document, in four formats."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.cli import User, parsed, user


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> User:
    made = user(tmp_path_factory.mktemp("graph"))
    for name, text in {
        "anchor": "Drop the anchor in shallow water, well before the wind turns.",
        "chain": "Pay out three times the depth of the water in anchor chain.",
        "wind": "When the wind turns, an anchor that is not set well will drag.",
    }.items():
        made.note(f"sea/{name}.md", f"# {name.title()}\n\n{text}\n")
    assert made.on_notes("index").code == 0
    return made


def test_defaults() -> None:
    params = parsed("graph", "--start", "a.md")
    assert {name: params[name] for name in ("depth", "fan_out", "min_similarity", "max_nodes", "max_seed_chunks")} == {
        "depth": 2,
        "fan_out": 5,
        "min_similarity": 0.3,
        "max_nodes": 100,
        "max_seed_chunks": 32,
    }
    assert params["seed_strategy"] == "all-chunks"
    assert params["output_format"] == "json"


def test_a_start_is_needed(indexed: User) -> None:
    ran = indexed.on_notes("graph")
    assert (ran.code, ran.out) == (2, "")
    assert "--start" in ran.err


def test_json(indexed: User) -> None:
    ran = indexed.on_notes("graph", "--start", "sea/anchor.md")
    assert ran.code == 0
    assert set(ran.json) == {"start_path", "truncated", "truncation", "nodes", "stats"}
    assert {node["path"] for node in ran.json["nodes"]} == {"sea/anchor.md", "sea/chain.md", "sea/wind.md"}
    assert "Loading" not in ran.err


def test_text(indexed: User) -> None:
    out = indexed.on_notes("graph", "--start", "sea/anchor.md", "--format", "text", "--max-nodes", "2").out
    first, _, third, *_ = out.splitlines()
    assert first == "# Connection graph from: sea/anchor.md"
    assert third.startswith("! truncated (node_budget, limit=2): ")
    assert out.endswith("\n")
    assert not out.endswith("\n\n")


def test_dot_and_svg(indexed: User) -> None:
    start = ["--start", "sea/anchor.md"]
    assert indexed.on_notes("graph", *start, "--format", "dot").out.startswith("digraph ")
    svg = ElementTree.fromstring(indexed.on_notes("graph", *start, "--format", "svg").out)
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"


def test_numbers_are_clamped_silently(indexed: User) -> None:
    words = ["--depth=99", "--fan-out=999", "--max-nodes=99999", "--max-seed-chunks=0", "--min-similarity=7"]
    ran = indexed.on_notes("graph", "--start", "sea/anchor.md", *words)
    assert ran.code == 0
    assert len(ran.json["nodes"]) == 1


def test_documents_can_be_left_out(indexed: User) -> None:
    ran = indexed.on_notes("graph", "--start", "sea/anchor.md", "--exclude-paths", "sea/chain.md,none.md")
    assert {node["path"] for node in ran.json["nodes"]} == {"sea/anchor.md", "sea/wind.md"}


@pytest.mark.parametrize("strategy", ["all-chunks", "all_chunks", "centroid"])
def test_strategies(strategy: str, indexed: User) -> None:
    assert indexed.on_notes("graph", "--start", "sea/anchor.md", "--seed-strategy", strategy).code == 0


def test_a_path_that_is_not_indexed(indexed: User) -> None:
    ran = indexed.on_notes("graph", "--start", "none.md")
    assert (ran.code, ran.out) == (1, "")
    assert "none.md" in ran.err


def test_without_an_index(tmp_path: Path) -> None:
    somebody = user(tmp_path)
    ran = somebody.on_notes("graph", "--start", "a.md")
    assert (ran.code, ran.out) == (1, "")
    assert "No index found" in ran.err
    assert not somebody.index.exists()


def test_another_model_is_refused(indexed: User) -> None:
    ran = indexed.on_notes("graph", "--start", "sea/anchor.md", "--model", "bge-m3")
    assert (ran.code, ran.out) == (1, "")
    assert "--force --model bge-m3" in ran.err
