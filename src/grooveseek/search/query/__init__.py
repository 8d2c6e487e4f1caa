"""The query language: what a typed question asks of the words and of the meaning."""

from __future__ import annotations

from grooveseek.search.query.compiled import CompiledQuery, compile_query

__all__ = ["CompiledQuery", "compile_query"]
