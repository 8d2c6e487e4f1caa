"""Every key of `groove.toml`: its default, values that are taken, values that are refused."""

from __future__ import annotations

import datetime
import math
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grooveseek.config.declared import all_keys
from grooveseek.config.keys import Config, QualityFilter
from grooveseek.config.reader import read_config

MIB = 1024 * 1024
PATH_BAD: tuple[Any, ...] = (1, True, "", "  ", "a\0b", ["a"], {})
STRING_BAD: tuple[Any, ...] = (1, True, ["a"], {}, datetime.date(2026, 1, 1))
STRINGS_BAD: tuple[Any, ...] = ("a", [1], 1, {}, [["a"]])
BOOL_BAD: tuple[Any, ...] = (1, 0, "true", "", [])
INT_BAD: tuple[Any, ...] = (1.0, "1", True, [], 2**63, -(2**63) - 1)
FLOAT_BAD: tuple[Any, ...] = ("0.5", True, [], math.nan)
SIZE = ((1, 1), ("300 MiB", 300 * MIB), ("unlimited", None), (52428801, 52428801))
SIZE_BAD: tuple[Any, ...] = (0, -1, 1.5, True, "1.5 MiB", "300 Mi", "none", "5 XB", "", [])


class Case(NamedTuple):
    key: str
    default: Any
    good: tuple[Any, ...]
    """Values taken as they are, or pairs of (written, read)."""
    bad: tuple[Any, ...]


FRACTION = (0, 1, 0.25)
FRACTION_BAD = (*FLOAT_BAD, -0.01, 1.01, math.inf, -5, 2)
WEIGHT_BAD = (*FLOAT_BAD, -0.5, 1_000_000.5, math.inf)

CASES = [
    Case("kb_path", None, (("notes", Path("notes")), ("/n", Path("/n"))), PATH_BAD),
    Case(
        "model",
        "multilingual-e5-small",
        ("multilingual-e5-small", "multilingual-e5-base", "multilingual-e5-large", "bge-small-en-v1.5", "bge-m3"),
        (*STRING_BAD, "", "BGE-M3", "other"),
    ),
    Case("model_dir", None, (("m", Path("m")),), PATH_BAD),
    Case("reranker", "none", ("none", "bge-v2-m3", "jina-v2-ml", "bge-base"), (*STRING_BAD, "", "None", "bge")),
    Case("rerank_by_default", True, (True, False), BOOL_BAD),
    Case("fastembed_cache_dir", None, (("c", Path("c")),), PATH_BAD),
    Case("grammar_dir", None, (("g", Path("g")),), PATH_BAD),
    Case("exclude_headings", (), (([], ()), (["a", "目次"], ("a", "目次"))), STRINGS_BAD),
    Case(
        "exclude_dirs",
        (".obsidian", ".git", "node_modules", "target", ".vscode", ".idea"),
        (([], ()), (["drafts"], ("drafts",))),
        STRINGS_BAD,
    ),
    Case("embedding.provider", "fastembed", ("fastembed", "openai-compatible"), (*STRING_BAD, "", "openai")),
    Case("embedding.endpoint", None, ("http://h/v1", ""), STRING_BAD),
    Case("embedding.model", None, ("m", ""), STRING_BAD),
    Case("embedding.query_model", None, ("m",), STRING_BAD),
    Case("embedding.document_model", None, ("m",), STRING_BAD),
    Case("embedding.dimension", None, (1, 768), (*INT_BAD, 0, -1)),
    Case("embedding.request_dimensions", False, (True, False), BOOL_BAD),
    Case("embedding.api_key", None, ("k", ""), STRING_BAD),
    Case("embedding.timeout_seconds", 60, (1, 600), (*INT_BAD, 0, -1)),
    Case("embedding.max_input_chars", 8000, (1, 100_000), (*INT_BAD, 0, -1)),
    Case("embedding.max_retries", 3, (0, 10), (*INT_BAD, -1, 11)),
    Case(
        "parsers.enabled", ("md",), ((["md", "PDF"], ("md", "PDF")), (["nonsense"], ("nonsense",))), (*STRINGS_BAD, [])
    ),
    Case("parsers.code.max_chunk_chars", 3500, (30, 10_000), (*INT_BAD, 29, 0, -1)),
    Case("index.path", None, (("x.db", Path("x.db")),), PATH_BAD),
    Case("index.fail_on_frontmatter_error", False, (True, False), BOOL_BAD),
    Case("index.max_binary_file_size", 50 * MIB, SIZE, SIZE_BAD),
    Case("index.max_text_file_size", 50 * MIB, SIZE, SIZE_BAD),
    Case("index.max_decompressed_size", 50 * MIB, SIZE, SIZE_BAD),
    Case("quality_filter.enabled", True, (True, False), BOOL_BAD),
    Case("quality_filter.threshold", 0.3, (0, 1, -3, 7.5, math.inf), (*FLOAT_BAD, 10**400)),
    Case("search.min_confidence_ratio", 1.5, (0, 1.5, 100), (*FLOAT_BAD, -0.1, math.inf)),
    Case("search.max_reply_bytes", 65_536, (0, 1, 10_000_000), (*INT_BAD, -1)),
    Case("search.mmr.enabled", False, (True, False), BOOL_BAD),
    Case("search.mmr.lambda", 0.7, FRACTION, FRACTION_BAD),
    Case("search.mmr.same_doc_penalty", 0.0, FRACTION, FRACTION_BAD),
    Case("search.parent_retriever.enabled", False, (True, False), BOOL_BAD),
    Case("search.parent_retriever.whole_doc_threshold_tokens", 100, (0, 500), (*INT_BAD, -1)),
    Case("search.parent_retriever.max_expanded_tokens", 2000, (1, 8192), (*INT_BAD, 0, 8193)),
    Case("search.fusion.rrf_k", 60.0, (1, 60, 1_000_000), (*WEIGHT_BAD, 0.9, 0)),
    Case("search.fusion.bm25_heading_weight", 2.0, (0, 3.5, 1_000_000), WEIGHT_BAD),
    Case("search.fusion.bm25_context_weight", 1.0, (0, 3.5, 1_000_000), WEIGHT_BAD),
    Case("search.fusion.bm25_content_weight", 1.0, (0, 3.5, 1_000_000), WEIGHT_BAD),
    Case("contextual.enabled", False, (True, False), BOOL_BAD),
    Case("best_practice.path_templates", (), (([], ()), (["a/{target}.md"], ("a/{target}.md",))), STRINGS_BAD),
    Case("watch.enabled", True, (True, False), BOOL_BAD),
    Case("watch.debounce_ms", 500, (0, 60_000), (*INT_BAD, -1)),
    Case("transport.kind", "stdio", ("stdio", "http"), (*STRING_BAD, "HTTP", "sse")),
    Case("transport.http.bind", None, ("127.0.0.1:1", "nonsense"), STRING_BAD),
    Case("transport.http.allowed_hosts", None, (([], ()), (["kb.example.lan"], ("kb.example.lan",))), STRINGS_BAD),
    Case("transport.http.allowed_origins", None, (([], ()), (["nonsense"], ("nonsense",))), STRINGS_BAD),
    Case("transport.http.healthz_public", True, (True, False), BOOL_BAD),
    Case("transport.http.max_sessions", 256, (0, 1), (*INT_BAD, -1)),
    Case("transport.http.systemd_socket", False, (True, False), BOOL_BAD),
    Case("eval.golden", None, (("g.yml", Path("g.yml")),), PATH_BAD),
    Case("eval.history_size", 10, (0, 50), (*INT_BAD, -1)),
    Case("eval.k_values", (1, 5, 10), (([], ()), ([0, 3], (0, 3))), (1, "1", [1.0], [-1], ["1"], [True])),
    Case("eval.regression_threshold", 0.05, (0, 1, -1), ("0", True, [])),
]


def _value(config: Config, dotted: str) -> Any:
    names = (f"{name}_" if name == "lambda" else name for name in dotted.split("."))
    return reduce(getattr, names, config)


def _document(dotted: str, value: Any) -> dict[str, Any]:
    *sections, name = dotted.split(".")
    table = {name: value}
    if dotted == "parsers.code.max_chunk_chars":
        return {"parsers": {"enabled": ["md"], "code": table}}
    return reduce(lambda inner, section: {section: inner}, reversed(sections), table)


def test_the_table_covers_every_key() -> None:
    assert [case.key for case in CASES] == [dotted for dotted, key in all_keys() if not key.section]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_the_default(case: Case) -> None:
    default = _value(Config(), case.key)
    assert default == case.default
    assert type(default) is type(case.default)


@pytest.mark.parametrize(
    ("key", "written", "read"),
    [(case.key, *(value if isinstance(value, tuple) else (value, value))) for case in CASES for value in case.good],
)
def test_a_value_that_is_taken(key: str, written: object, read: object) -> None:
    config, faults = read_config(_document(key, written))
    assert faults == []
    assert _value(config, key) == read


@pytest.mark.parametrize(("key", "written"), [(case.key, value) for case in CASES for value in case.bad])
def test_a_value_that_is_refused(key: str, written: object) -> None:
    (fault,) = read_config(_document(key, written))[1]
    assert fault.startswith(f"{key} = ")
    assert " is not allowed: write " in fault


@pytest.mark.parametrize("section", [dotted for dotted, key in all_keys() if key.section])
def test_a_section_is_a_table(section: str) -> None:
    *parents, name = section.split(".")
    table: dict[str, Any] = {name: 5, **({"enabled": ["md"]} if parents == ["parsers"] else {})}
    for parent in reversed(parents):
        table = {parent: table}
    (fault,) = read_config(table)[1]
    assert fault == f"{section} = 5 is not allowed: write a table, [{section}]"


def test_parsers_must_say_what_is_enabled() -> None:
    (fault,) = read_config({"parsers": {}})[1]
    assert fault.startswith("parsers.enabled is missing")


def test_float_keys_accept_integers() -> None:
    config, _ = read_config({"search": {"mmr": {"lambda": 1}}})
    assert type(config.search.mmr.lambda_) is float


def test_an_absent_list_of_hosts_is_not_an_empty_one() -> None:
    assert read_config({"transport": {"http": {}}})[0].transport.http.allowed_hosts is None
    assert read_config({"transport": {"http": {"allowed_hosts": []}}})[0].transport.http.allowed_hosts == ()


@pytest.mark.parametrize(
    ("enabled", "threshold", "in_force"),
    [(True, 0.3, 0.3), (True, 7.0, 1.0), (True, -1.0, 0.0), (False, 0.9, 0.0), (True, math.inf, 1.0)],
)
def test_the_quality_threshold_in_force(enabled: bool, threshold: float, in_force: float) -> None:
    assert QualityFilter(enabled=enabled, threshold=threshold).in_force == in_force


def test_the_caps_by_name() -> None:
    config, _ = read_config({"index": {"max_text_file_size": "unlimited", "max_binary_file_size": 7}})
    assert config.index.caps == {
        "max_binary_file_size": 7,
        "max_text_file_size": None,
        "max_decompressed_size": 50 * MIB,
    }
