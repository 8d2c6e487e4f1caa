from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from grooveseek.config.keys import Config, Embedding
from grooveseek.kb.knowledge_base import KnowledgeBase, open_knowledge_base
from grooveseek.models.choice import choose_embedder
from grooveseek.workspace.repair import index_command, rebuild_command

ENDPOINT = Config(
    embedding=Embedding(provider="openai-compatible", endpoint="http://h/v1/embeddings", model="m", dimension=8)
)


def _kb(folder: Path, index: Path | None = None) -> KnowledgeBase:
    folder.mkdir(exist_ok=True)
    return open_knowledge_base(folder, index_path=index)


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    return _kb(tmp_path / "kb")


def test_a_local_model_is_named(kb: KnowledgeBase) -> None:
    chosen = choose_embedder(Config(), {}, "bge-m3")
    assert rebuild_command(chosen, None, kb) == f"groove index --kb-path {kb.root} --force --model bge-m3"


def test_a_file_that_was_named_is_named_again(kb: KnowledgeBase) -> None:
    chosen = choose_embedder(Config(), {}, "bge-m3")
    file = Path("/c/groove.toml")
    assert rebuild_command(chosen, file, kb, named=True) == (
        f"groove --config /c/groove.toml index --kb-path {kb.root} --force --model bge-m3"
    )
    assert rebuild_command(chosen, file, kb) == rebuild_command(chosen, None, kb)


def test_an_endpoint_is_told_by_its_file(kb: KnowledgeBase) -> None:
    chosen = choose_embedder(ENDPOINT, {})
    assert rebuild_command(chosen, Path("/c/groove.toml"), kb) == (
        f"groove --config /c/groove.toml index --kb-path {kb.root} --force"
    )


def test_names_with_blanks_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    kb = _kb(tmp_path / "my kb")
    assert rebuild_command(choose_embedder(ENDPOINT, {}), Path("/my c"), kb) == (
        f"groove --config '/my c' index --kb-path '{kb.root}' --force"
    )


def test_an_index_elsewhere_is_named(tmp_path: Path) -> None:
    kb = _kb(tmp_path / "kb", tmp_path / "other.db")
    told = ["groove", "index", "--kb-path", str(kb.root), "--index", str(tmp_path / "other.db")]
    assert shlex.split(index_command(kb, None)) == told
    assert shlex.split(rebuild_command(choose_embedder(Config(), {}), None, kb)) == [
        *told,
        "--force",
        "--model",
        "multilingual-e5-small",
    ]


def test_a_model_that_was_named_is_named_again(kb: KnowledgeBase) -> None:
    assert index_command(kb, None, "bge-m3") == f"groove index --kb-path {kb.root} --model bge-m3"
