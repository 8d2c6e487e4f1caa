"""Writes a sentencepiece model as a table that is used where it lies in the file: nothing is parsed on loading.

`grooveseek.models.pieces` reads it and describes what each part is for. Layout, little-endian:

| part | type | length |
|---|---|---|
| magic `GSP1`, counts n, p, m, c; ids begin, end, pad, unknown | 4 bytes, 8 x uint32 | |
| score of an unknown character | float64 | |
| last character of each trie node, breadth first | uint32 | n |
| first child of each node, and the end of the last one's children | uint32 | n + 1 |
| piece that ends at each node, -1 for none | int32 | n |
| score of each piece | float32 | p |
| characters that stand second or later in a normalisation key | uint32 | c |
| sentencepiece's normalisation table | bytes | m |
"""

from __future__ import annotations

import struct

import numpy as np
from sentencepiece import sentencepiece_model_pb2 as proto

from e5_conversion.charsmap import later_characters

MAGIC = b"GSP1"
UNKNOWN_PENALTY = 10.0
"""An unknown character scores this much below the least likely piece, as in sentencepiece."""


def piece_table(model: bytes) -> bytes:
    """The table of a serialised unigram model."""
    parsed = proto.ModelProto.FromString(model)
    normal = {
        piece.piece: index
        for index, piece in enumerate(parsed.pieces)
        if piece.type == proto.ModelProto.SentencePiece.NORMAL
    }
    charsmap = parsed.normalizer_spec.precompiled_charsmap
    later = np.array([ord(character) for character in later_characters(charsmap)], "<u4")
    scores = np.array([piece.score for piece in parsed.pieces], "<f4")
    last, children, ends = _trie(normal)
    spec = parsed.trainer_spec
    header = struct.pack(
        "<4s8Id", MAGIC, len(last), len(scores), len(charsmap), len(later),
        spec.bos_id, spec.eos_id, spec.pad_id, spec.unk_id,
        min(float(scores[index]) for index in normal.values()) - UNKNOWN_PENALTY,
    )  # fmt: skip
    return b"".join([header, *(part.tobytes() for part in (last, children, ends, scores, later)), charsmap])


def _trie(pieces: dict[str, int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Nodes are the pieces' prefixes, shortest first and sorted: so the children of a node lie together, in order."""
    prefixes = {piece[:length] for piece in pieces for length in range(len(piece) + 1)}
    nodes = sorted(prefixes, key=lambda prefix: (len(prefix), prefix))
    place = {prefix: index for index, prefix in enumerate(nodes)}
    counts = np.zeros(len(nodes), np.int64)
    for prefix in nodes[1:]:
        counts[place[prefix[:-1]]] += 1
    children = np.concatenate([[1], 1 + np.cumsum(counts)]).astype("<u4")
    last = np.array([ord(prefix[-1]) if prefix else 0 for prefix in nodes], "<u4")
    ends = np.array([pieces.get(prefix, -1) for prefix in nodes], "<i4")
    return last, children, ends
