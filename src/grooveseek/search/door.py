"""Where a question came in: the few checks in which the command line and MCP differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from grooveseek.errors import GrooveError, InvalidRequestError, UsageError


@dataclass(frozen=True, slots=True)
class Door:
    max_query_bytes: int | None = None
    malformed: type[GrooveError] = InvalidRequestError
    """Raised for a number out of its range, or for an empty field key or value."""
    strict_numbers: bool = False
    """Whether a confidence ratio or similarity out of its range is refused rather than replaced."""
    names: Mapping[str, str] = field(default_factory=dict)
    """How this door spells a parameter, where not by its own name."""

    def name(self, parameter: str) -> str:
        return self.names.get(parameter, parameter)


PYTHON = Door()

MCP = Door(max_query_bytes=1024)

COMMAND_LINE = Door(
    malformed=UsageError,
    strict_numbers=True,
    names={
        "path_globs": "--path-glob",
        "tags_any": "--tag-any",
        "tags_all": "--tag-all",
        "fields": "--field",
        "fields_not": "--field-not",
        **{
            name: "--" + name.replace("_", "-")
            for name in (
                "category",
                "topic",
                "date_from",
                "date_to",
                "min_quality",
                "min_confidence_ratio",
                "mmr_lambda",
                "mmr_same_doc_penalty",
                "exclude_paths",
                "min_similarity",
                "seed_strategy",
            )
        },
    },
)
