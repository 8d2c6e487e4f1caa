"""The tokenizer as a table, and the look into sentencepiece's normalisation."""

from __future__ import annotations

import struct
import unicodedata
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import sentencepiece

from support.conversion import PIECES, SCORES, write_tiny_encoder

source = import_module("e5_conversion.source")
tokenizer = import_module("e5_conversion.tokenizer")
table = import_module("e5_conversion.table")
charsmap = import_module("e5_conversion.charsmap")

HEADER = struct.Struct("<4s8Id")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path: Path = tmp_path_factory.mktemp("e5") / "tiny.bin"
    model = tokenizer.sentencepiece_model(source.read(write_tiny_encoder(path).path).vocabulary)
    made = table.piece_table(model)
    assert isinstance(made, bytes)
    assert made == table.piece_table(model)
    return made


def test_header_counts_the_parts(written: bytes) -> None:
    magic, nodes, pieces, normaliser, later, begin, end, pad, unknown, score = HEADER.unpack_from(written)
    assert magic == b"GSP1"
    # prefixes of ▁ a b c ▁ab ab 計算, the empty one included: "", ▁, ▁a, ▁ab, a, ab, b, c, 計, 計算
    assert nodes == 10
    assert pieces == len(PIECES)
    assert (begin, end, pad, unknown) == (0, 2, 1, 3)
    assert score == min(SCORES) - 10
    assert len(written) == HEADER.size + 4 * (3 * nodes + 1 + pieces + later) + normaliser


def test_children_of_a_node_lie_together_in_order(written: bytes) -> None:
    nodes = 10
    last = np.frombuffer(written, "<u4", nodes, HEADER.size)
    first = np.frombuffer(written, "<u4", nodes + 1, HEADER.size + 4 * nodes)
    ends = np.frombuffer(written, "<i4", nodes, HEADER.size + 4 * (2 * nodes + 1))
    spelled = {0: ""}
    for node in range(nodes):
        children = range(int(first[node]), int(first[node + 1]))
        assert sorted(last[children]) == list(last[children])
        spelled |= {child: spelled[node] + chr(last[child]) for child in children}
    assert sorted(spelled) == list(range(nodes))
    found = {text: int(ends[node]) for node, text in spelled.items() if ends[node] >= 0}
    assert found == {piece: index for index, piece in enumerate(PIECES) if 3 < index < len(PIECES) - 1}


def test_later_characters_are_marks_and_jamo(written: bytes) -> None:
    _, nodes, pieces, normaliser, later, *_ = HEADER.unpack_from(written)
    place = HEADER.size + 4 * (3 * nodes + 1 + pieces)
    characters = [chr(code) for code in np.frombuffer(written, "<u4", later, place)]
    assert "".join(characters) == charsmap.later_characters(written[-normaliser:])
    assert {"\u0301", "\u3099", "\u1161", "\u11a8"} <= set(characters)
    plain = [*range(0x80), *range(0x3041, 0x3097), *range(0x30A1, 0x30FB), *range(0x4E00, 0xA000)]
    assert not set(characters) & set(map(chr, plain))


def test_a_pair_that_composes_has_a_later_character() -> None:
    normaliser = sentencepiece.SentencePieceNormalizer(rule_name="nmt_nfkc")
    proto = import_module("sentencepiece.sentencepiece_model_pb2").ModelProto
    parsed = proto.FromString(normaliser.serialized_model_proto())
    later = set(charsmap.later_characters(parsed.normalizer_spec.precompiled_charsmap))
    for code in (*range(0xC0, 0x250), *range(0x3040, 0x3100)):
        decomposed = unicodedata.normalize("NFD", chr(code))
        if len(decomposed) > 1 and normaliser.normalize(decomposed) == chr(code):
            assert set(decomposed[1:]) <= later, decomposed
