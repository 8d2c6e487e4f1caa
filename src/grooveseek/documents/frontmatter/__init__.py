"""YAML frontmatter: the block at the top of a Markdown document, read without ever constructing what it describes."""

from grooveseek.documents.frontmatter.key_lines import key_lines
from grooveseek.documents.frontmatter.read import NAMED_KEYS, UNPARSED_TAG, Frontmatter, Held, read_frontmatter
from grooveseek.documents.frontmatter.values import Opaque

__all__ = ["NAMED_KEYS", "UNPARSED_TAG", "Frontmatter", "Held", "Opaque", "key_lines", "read_frontmatter"]
