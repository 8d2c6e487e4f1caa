"""`groove model`: which models are known, and where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.config.keys import ModelId, RerankerId
from grooveseek.models.catalogue import EMBEDDERS, RERANKERS
from support.cli import User, user


@pytest.fixture
def somebody(tmp_path: Path) -> User:
    return user(tmp_path)


def _broken(somebody: User, name: str) -> Path:
    """A folder of models in which `name` lacks its files."""
    folder = somebody.root / "models"
    (folder / name).mkdir(parents=True)
    return folder


def test_every_model_that_can_be_chosen_is_in_the_catalogue() -> None:
    assert set(EMBEDDERS) == set(ModelId.__args__)  # type: ignore[attr-defined]
    assert {"none", *RERANKERS} == set(RerankerId.__args__)  # type: ignore[attr-defined]


def test_the_default_model_is_here(somebody: User) -> None:
    ran = somebody.groove("model", "list", "--format", "json")
    assert ran.code == 0
    first = ran.json[0]
    assert (first["id"], first["kind"], first["dimension"], first["problem"]) == (
        "multilingual-e5-small",
        "embedder",
        384,
        None,
    )
    assert (Path(first["path"]) / "model.onnx").is_file()


def test_others_are_not(somebody: User) -> None:
    (bge,) = [row for row in somebody.groove("model", "list", "--format", "json").json if row["id"] == "bge-m3"]
    assert (bge["path"], bge["problem"], bge["megabytes"], bge["licence"]) == (None, None, 2300, "MIT")


def test_text(somebody: User) -> None:
    out = somebody.groove("model", "list").out
    assert "bge-m3 (embedder, 1024 dimensions, more than 100 languages, MIT)\n  not here; about 2300 MB to fetch" in out
    assert "jina-v2-ml (reranker, about 100 languages, CC-BY-NC-4.0)\n" in out


def test_a_model_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    folder = _broken(user(tmp_path), "bge-m3")
    ran = user(tmp_path, GROOVE_MODEL_DIR=str(folder)).groove("model", "list")
    assert ran.code == 0
    assert f"\n  {folder / 'bge-m3'} holds no model.onnx" in ran.out


def test_the_folder_of_a_model(somebody: User) -> None:
    ran = somebody.groove("model", "path", "multilingual-e5-small")
    assert ran.code == 0
    assert (Path(ran.out.strip()) / "model.onnx").is_file()


def test_a_model_that_is_not_here_has_no_folder(somebody: User) -> None:
    ran = somebody.groove("model", "path", "bge-m3")
    assert (ran.code, ran.out) == (1, "")
    assert "groove model fetch bge-m3" in ran.err
    assert "GROOVE_MODEL_DIR" in ran.err


def test_a_model_that_is_here_is_not_fetched(somebody: User) -> None:
    ran = somebody.groove("model", "fetch", "multilingual-e5-small")
    assert (ran.code, ran.out) == (0, "")
    assert "is here already: " in ran.err


def test_without_a_hub_fetching_says_what_to_do(somebody: User) -> None:
    ran = somebody.groove("model", "fetch", "jina-v2-ml")
    assert (ran.code, ran.out) == (1, "")
    assert "non-commercial use only" in ran.err
    assert ran.err.splitlines()[-1].startswith("Error: jina-v2-ml ")


def test_an_unknown_name_lists_the_known_ones(somebody: User) -> None:
    ran = somebody.groove("model", "path", "other")
    assert (ran.code, ran.out) == (2, "")
    assert "bge-m3" in ran.err


def test_the_configuration_says_where_models_lie(somebody: User) -> None:
    folder = _broken(somebody, "bge-m3")
    file = somebody.config(f"model_dir = '{folder}'\n")
    ran = somebody.groove("model", "path", "bge-m3", "--config", file)
    assert ran.code == 1
    assert str(folder / "bge-m3") in ran.err
