from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from grooveseek.errors import ModelError
from grooveseek.models.joined import JoinedEmbedder
from grooveseek.models.loading import load_embedder
from grooveseek.models.places import ModelFolder, Places
from support.models import HashEmbedder
from support.tiny_models import write_embedder, write_manifest, write_word_tokenizer

WEIGHT = 0.4


def joined(weight: float = WEIGHT) -> JoinedEmbedder:
    return JoinedEmbedder(
        HashEmbedder(dimension=32, identity="one"), HashEmbedder(dimension=64, identity="both"), weight
    )


def write_pair(folder: Path) -> Places:
    for name, described in (
        ("multilingual-e5-small", {"dimension": 12, "query_prefix": "the ", "document_prefix": "a "}),
        ("e5-small-use", {"dimension": 8, "joined_to": "multilingual-e5-small", "weight": WEIGHT}),
    ):
        directory = folder / name
        directory.mkdir()
        write_word_tokenizer(directory / "tokenizer.json")
        write_embedder(directory / "model.onnx", int(str(described["dimension"])), pooled=True)
        write_manifest(directory, id=name, kind="embedder", pooling="graph", **described)
    return Places((ModelFolder(folder, "GROOVE_MODEL_DIR"),), hub=False)


def test_vectors_stand_side_by_side_in_unit_length() -> None:
    matrix = joined().embed_documents(["the red cat", "a blue mat"])

    assert matrix.shape == (2, 96)
    assert matrix.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), 1, atol=1e-6)
    first, second = np.linalg.norm(matrix[:, :32], axis=1), np.linalg.norm(matrix[:, 32:], axis=1)
    np.testing.assert_allclose(second / first, WEIGHT, atol=1e-6)


def test_the_cosine_is_a_weighted_mean_of_both() -> None:
    texts = ["the red cat sat", "a red cat ran"]
    first, second = (HashEmbedder(dimension=size).embed_documents(texts) for size in (32, 64))
    expected = (first[0] @ first[1] + WEIGHT**2 * (second[0] @ second[1])) / (1 + WEIGHT**2)

    one, other = joined().embed_documents(texts)

    assert one @ other == pytest.approx(expected, abs=1e-6)


def test_questions_go_to_both_as_questions() -> None:
    model = joined()

    np.testing.assert_array_equal(model.embed_queries(["red cat"])[0], model.embed_query("red cat"))
    assert model.embed_documents([]).shape == (0, 96)


def test_it_has_the_name_of_the_second_and_a_build_of_both() -> None:
    model = joined()

    assert (model.identity, model.dimension, model.window) == ("both", 96, 512)
    assert model.build == joined().build != joined(0.5).build


def test_closing_closes_both() -> None:
    first, second = HashEmbedder(), HashEmbedder()

    JoinedEmbedder(first, second, 1.0).close()

    assert first.closed
    assert second.closed


def test_a_model_that_is_joined_to_another_loads_with_it(tmp_path: Path) -> None:
    model = load_embedder("e5-small-use", write_pair(tmp_path))

    assert (model.identity, model.dimension) == ("e5-small-use", 20)
    vector = model.embed_query("red cat")
    assert vector.shape == (20,)
    assert np.linalg.norm(vector) == pytest.approx(1)
    # The first has prefixes, the second has none.
    document = model.embed_documents(["red cat"])[0]
    assert not np.allclose(vector[:12], document[:12])
    np.testing.assert_array_equal(vector[12:], document[12:])
    model.close()


def test_without_the_other_it_says_which_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = write_pair(tmp_path)
    (tmp_path / "multilingual-e5-small").rename(tmp_path / "elsewhere")
    monkeypatch.setattr("grooveseek.models.lookup._packaged", lambda card: None)

    with pytest.raises(ModelError, match=r"multilingual-e5-small is not on this machine"):
        load_embedder("e5-small-use", places)


def test_a_model_that_no_hub_has_says_how_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"e5-small-use is not on this machine.*scripts/build-joined-model") as missing:
        load_embedder("e5-small-use", Places((ModelFolder(tmp_path, "GROOVE_MODEL_DIR"),), hub=True))

    assert "grooveseek[hub]" not in str(missing.value)


def test_files_alone_do_not_tell_what_they_are_joined_to(tmp_path: Path) -> None:
    places = write_pair(tmp_path)
    (tmp_path / "e5-small-use" / "model.json").unlink()

    with pytest.raises(ModelError, match=r"holds no model\.json"):
        load_embedder("e5-small-use", places)


def test_models_joined_in_a_circle_are_refused(tmp_path: Path) -> None:
    places = write_pair(tmp_path)
    write_manifest(tmp_path / "e5-small-use", id="e5-small-use", kind="embedder", dimension=8, joined_to="e5-small-use")

    with pytest.raises(ModelError, match="e5-small-use, which is itself joined to e5-small-use"):
        load_embedder("e5-small-use", places)
