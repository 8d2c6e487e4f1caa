from __future__ import annotations

from pathlib import Path

from grooveseek.config.keys import Config, Embedding
from grooveseek.models.choice import choose_embedder
from grooveseek.workspace.repair import rebuild_command

ENDPOINT = Config(
    embedding=Embedding(provider="openai-compatible", endpoint="http://h/v1/embeddings", model="m", dimension=8)
)


def test_a_local_model_is_named() -> None:
    chosen = choose_embedder(Config(), {}, "bge-m3")
    assert rebuild_command(chosen, None, Path("/kb")) == "groove index --kb-path /kb --force --model bge-m3"


def test_an_endpoint_is_told_by_its_file() -> None:
    chosen = choose_embedder(ENDPOINT, {})
    assert rebuild_command(chosen, Path("/c/groove.toml"), Path("/kb")) == (
        "groove --config /c/groove.toml index --kb-path /kb --force"
    )


def test_names_with_blanks_can_be_pasted_into_a_shell() -> None:
    chosen = choose_embedder(ENDPOINT, {})
    assert rebuild_command(chosen, Path("/my c"), Path("/my kb")) == (
        "groove --config '/my c' index --kb-path '/my kb' --force"
    )
