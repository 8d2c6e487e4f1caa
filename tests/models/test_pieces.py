"""The table tokenizer gives what sentencepiece gives for the same model."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from hypothesis import given, settings
from hypothesis import strategies as st

from grooveseek.errors import ModelError
from grooveseek.models.catalogue import embedder_card
from grooveseek.models.lookup import find_model
from grooveseek.models.pieces import PieceTable
from grooveseek.models.places import Places
from support.conversion import PIECES, write_tiny_tokenizer
from support.paths import SHARED_DATA, needs_shared_data

DEFAULT = find_model(embedder_card("multilingual-e5-small"), Places(hub=False)).tokenizer


@pytest.fixture(scope="module")
def table() -> PieceTable:
    return PieceTable(DEFAULT)


@pytest.fixture(scope="module")
def reference() -> Any:
    return sentencepiece.SentencePieceProcessor(model_file=str(DEFAULT.with_name("sp.model")))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("ab", ["▁ab"]),
        ("  ab \n\t ab ", ["▁ab", "▁ab"]),
        ("cab", ["▁", "c", "ab"]),
        ("ａｂ", ["▁ab"]),
        ("計算ab計算", ["▁", "計算", "ab", "計算"]),
        ("xyz", ["▁", "<unk>"]),
        ("x yz", ["▁", "<unk>", "▁", "<unk>"]),
        ("axa", ["▁", "a", "<unk>", "a"]),
        ("</s>", ["▁", "<unk>"]),
        ("", []),
        (" \n ", []),
        ("a▁b", ["▁", "a", "▁", "b"]),  # the normalisation makes a space of it
    ],
)
def test_best_segmentation(tmp_path: Path, text: str, pieces: list[str]) -> None:
    write_tiny_tokenizer(tmp_path)
    assert [PIECES[token] for token in PieceTable(tmp_path / "sp.table").encode(text)] == pieces


def test_special_tokens(table: PieceTable) -> None:
    assert (table.begin, table.pad, table.end, table.unknown) == (0, 1, 2, 3)


SPOKEN = [
    *("the quick brown fox", "静かな湖畔の森の影から", "ｶﾞｷﾞｸﾞ", "か\u3099き\u3099", "cafe\u0301", "각", "Ω½ﬁ①", "don't"),
    *("\U0001f469\u200d\U0001f467", "x=1;", "<s>", "▁", "\u200b", "\u3000", "é", "o\u0308\u0304", "ऩ", "\ufeff"),
]


@settings(deadline=None, derandomize=True, max_examples=400)
@given(st.lists(st.sampled_from(SPOKEN) | st.text(max_size=12) | st.just(" "), max_size=8).map("".join))
def test_any_text_is_cut_as_sentencepiece_cuts_it(table: PieceTable, reference: Any, text: str) -> None:
    sayable = text.encode("utf-8", "ignore").decode()
    assert table.encode(sayable) == reference.encode(sayable)


@needs_shared_data
@pytest.mark.parametrize("name", ["vue", "jaquad"])
def test_real_pages_are_cut_as_sentencepiece_cuts_them(table: PieceTable, reference: Any, name: str) -> None:
    pages = sorted((SHARED_DATA / name / "kb").rglob("*.md"))[::7]
    texts = [page.read_text(encoding="utf-8")[:4000] for page in pages]
    assert texts
    different = [
        page.name for page, text in zip(pages, texts, strict=True) if table.encode(text) != reference.encode(text)
    ]
    assert different == []


def test_half_a_surrogate_pair_is_unknown(table: PieceTable) -> None:
    assert table.encode("a\ud83d") == [*table.encode("a"), table.unknown]


def test_a_long_line_without_a_space_takes_linear_time(table: PieceTable) -> None:
    assert len(table.encode("a" * 100_000)) >= 100_000 // 16


def test_threads_share_a_table(table: PieceTable) -> None:
    texts = [f"{word} number {number}" for number in range(40) for word in ("湖", "lake", "озеро")]
    expected = [PieceTable(DEFAULT).encode(text) for text in texts]
    results: list[list[list[int]]] = []
    threads = [
        threading.Thread(target=lambda: results.append([table.encode(text) for text in texts])) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 4


@pytest.mark.parametrize("content", [b"GSP", b"GSP1", b"\x08\x01" * 40])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "sp.table"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="is no tokenizer table"):
        PieceTable(path)


def test_an_empty_or_missing_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for name in ("empty", "missing"):
        with pytest.raises(ModelError, match=f"{name} cannot be read"):
            PieceTable(tmp_path / name)


def test_a_table_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    write_tiny_tokenizer(tmp_path)
    whole = (tmp_path / "sp.table").read_bytes()
    (tmp_path / "sp.table").write_bytes(whole[:-1])
    with pytest.raises(ModelError, match="is cut short"):
        PieceTable(tmp_path / "sp.table")
