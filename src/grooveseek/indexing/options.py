"""What an index run is told, resolved: no module of this room reads configuration."""

from __future__ import annotations

from dataclasses import dataclass

from grooveseek.documents.parser import MIB, Kind
from grooveseek.documents.passage import ContextMode
from grooveseek.documents.registry import ParserSet


@dataclass(frozen=True, slots=True)
class IndexOptions:
    """Sizes are bytes; None means unlimited."""

    parsers: ParserSet
    model: str
    """Embedding identity that the index is to have; known without loading a model."""
    dimension: int
    force: bool = False
    words_first: bool = True
    """Text commits at once and vectors follow; False: a document's text and vectors commit together."""
    context_mode: ContextMode = "off"
    declared_fields: tuple[str, ...] = ()
    """Frontmatter keys whose values become filterable."""
    fail_on_frontmatter_error: bool = False
    max_text_file_size: int | None = 50 * MIB
    max_binary_file_size: int | None = 50 * MIB

    def cap_of(self, path: str) -> int | None:
        """Largest file of the format of `path` (which must be an enabled one) that is read."""
        return self.max_binary_file_size if self.kind_of(path) == "binary" else self.max_text_file_size

    def kind_of(self, path: str) -> Kind:
        found = self.parsers.format_of(path)
        if found is None:
            raise ValueError(f"{path!r} is of no enabled format")
        return found.kind

    def wants(self, path: str) -> bool:
        """Whether files of this name are of an enabled format."""
        return self.parsers.format_of(path) is not None


def size_key_of(kind: Kind) -> str:
    """The configuration key that admits a larger file of this kind."""
    return "[index].max_binary_file_size" if kind == "binary" else "[index].max_text_file_size"
