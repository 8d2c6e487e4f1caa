"""Every Markdown file of a knowledge base against a schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grooveseek.documents.decode import decode, searchable
from grooveseek.documents.frontmatter import key_lines, read_frontmatter
from grooveseek.documents.schema import Schema
from grooveseek.errors import RefusedFileError
from grooveseek.kb.exclusion import load_exclusions
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.kb.read import read_file
from grooveseek.kb.walk import walk
from grooveseek.quality.validation.rules import violations
from grooveseek.quality.validation.violation import Violation


@dataclass(frozen=True, slots=True)
class Options:
    strict: bool = False
    """Report undeclared keys whatever the schema says of them."""
    fail_fast: bool = False
    """Stop after the first file with violations."""
    max_size: int | None = None
    """Bytes of a file that is read; None: any number."""


@dataclass(frozen=True, slots=True)
class ViolatingFile:
    path: str
    violations: tuple[Violation, ...]
    key_lines: Mapping[str, int]
    """1-based line of each frontmatter key."""


@dataclass(frozen=True, slots=True)
class Report:
    scanned: int
    files: tuple[ViolatingFile, ...]
    """Those with violations, sorted by path."""
    unreadable: tuple[str, ...] = ()
    """Files that count as scanned although nothing of them could be checked."""

    @property
    def ok(self) -> int:
        return self.scanned - len(self.files)


def validate(kb: KnowledgeBase, schema: Schema, options: Options, warn: Callable[[str], None]) -> Report:
    """Check the `.md` files that the index would not exclude. `warn` hears of each that cannot be read.

    Raises `GrooveError` where the knowledge base cannot be walked.
    """
    exclusions = load_exclusions(kb)
    seen = walk(kb, exclusions, _is_markdown)
    for line in (*exclusions.warnings, *seen.warnings):
        warn(line)
    scanned, found, unreadable = 0, [], []
    for entry in seen.files:
        scanned += 1
        try:
            text = searchable(decode(entry.path, read_file(kb.root, entry.path, options.max_size).data))
        except RefusedFileError as refusal:
            warn(str(refusal))
            unreadable.append(entry.path)
            continue
        except OSError as error:
            warn(f"{entry.path}: cannot be read: {error.strerror or error}")
            unreadable.append(entry.path)
            continue
        broken = violations(read_frontmatter(text).frontmatter, schema, strict=options.strict)
        if broken:
            found.append(ViolatingFile(entry.path, broken, key_lines(text)))
            if options.fail_fast:
                break
    return Report(scanned, tuple(found), tuple(unreadable))


def _is_markdown(path: str) -> bool:
    stem, _, extension = path.rpartition("/")[2].rpartition(".")
    return stem != "" and extension.lower() == "md"
