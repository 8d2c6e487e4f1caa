"""`model.json`: what the files of a model directory are and how they are used."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from grooveseek.errors import ModelError
from grooveseek.models.catalogue import Card, Kind, Pooling

MANIFEST = "model.json"
FORMAT = 1
BUILD_DIGITS = 12
_SAMPLE_BYTES = 65536


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """`format` 1. A reranker has neither dimension nor prefixes nor pooling."""

    id: str
    kind: Kind
    window: int
    """Tokens of one input, special tokens included."""
    licence: str
    dimension: int = 0
    query_prefix: str = ""
    document_prefix: str = ""
    pooling: Pooling = "graph"
    joined_to: str = ""
    """Id of the embedding model whose vectors stand before those of this one; `dimension` is this one's alone."""
    weight: float = 1.0
    """Length of this one's vectors beside the other's, before both together are scaled to unit length."""
    build: str = ""
    """Short hash of all files below; equal builds give equal vectors."""
    files: dict[str, str] = {}
    """SHA-256 of each file, hexadecimal, by name."""
    format: int = FORMAT


def read_manifest(directory: Path) -> Manifest | None:
    """The manifest of a model directory, None where it has none. Raises `ModelError` for one that cannot be used."""
    path = directory / MANIFEST
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ModelError(f"{path} cannot be read: {error}") from error
    if manifest.format != FORMAT:
        raise ModelError(
            f"{path} has format {manifest.format}; this GrooveSeek reads format {FORMAT}: update one of them"
        )
    return manifest


def manifest_of_card(card: Card, files: Iterable[Path]) -> Manifest:
    """What stands for the manifest of files that came without one."""
    return Manifest(
        id=card.id,
        kind=card.kind,
        window=card.window,
        licence=card.licence,
        dimension=card.dimension,
        query_prefix=card.query_prefix,
        document_prefix=card.document_prefix,
        pooling=card.pooling,
        build=_sampled_build(files),
    )


def damaged_files(directory: Path, manifest: Manifest) -> list[str]:
    """Names of files that are missing or differ from the manifest's hashes. Reads every byte of them."""
    return [name for name, sha256 in manifest.files.items() if _file_hash(directory / name) != sha256]


def _file_hash(path: Path) -> str | None:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _sampled_build(files: Iterable[Path]) -> str:
    """Hash of names, sizes and both ends of each file: hashing gigabytes whole would cost seconds at every start."""
    digest = hashlib.sha256()
    for path in sorted(files):
        with path.open("rb") as stream:
            head = stream.read(_SAMPLE_BYTES)
            size = stream.seek(0, 2)
            stream.seek(max(0, size - _SAMPLE_BYTES))
            digest.update(f"{path.name}\0{size}\0".encode() + head + stream.read())
    return digest.hexdigest()[:BUILD_DIGITS]
