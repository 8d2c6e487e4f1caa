"""What is watched, and how patiently."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grooveseek.index.protocol import Index
from grooveseek.indexing.options import IndexOptions
from grooveseek.kb.knowledge_base import KnowledgeBase
from grooveseek.models.protocol import Models


@dataclass(frozen=True, slots=True)
class Subject:
    """A knowledge base and the index that is to follow it."""

    kb: KnowledgeBase
    index: Index
    models: Models
    """May give None while a model loads; words do not wait for it."""
    options: Callable[[], IndexOptions]
    """What a run would be told now; asked anew before each look at the whole knowledge base. Raises `ConfigError`."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    debounce_ms: int = 500
    """Quiet time before changes are followed."""
    reconcile_seconds: float = 60.0
    """Between two looks at the whole knowledge base, for changes of which no event came."""
    root_check_seconds: float = 30.0
    """Between two looks at whether the root is still the folder that is watched."""
