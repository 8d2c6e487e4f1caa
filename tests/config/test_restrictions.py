"""Each row of what a configuration that was merely found may not set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grooveseek.config.keys import Config, Parsers
from grooveseek.config.load import LoadedConfig, load
from support.config import Machine, machine
from support.unprivileged import unprivileged

MIB50 = 50 * 1024 * 1024


@pytest.fixture
def user(tmp_path: Path) -> Machine:
    return machine(tmp_path)


def _found(user: Machine, text: str) -> LoadedConfig:
    user.write(text)
    loaded = user.load()
    assert (loaded.source, loaded.trusted) == ("Cwd", False)
    return loaded


def _toml(path: Path | str) -> str:
    return json.dumps(str(path))


def test_a_warning_names_the_file_the_requested_value_and_the_value_used(user: Machine) -> None:
    (warning,) = _found(user, "[transport.http]\nmax_sessions = 1").warnings
    assert warning.startswith(f"{user.cwd / 'groove.toml'}: transport.http.max_sessions = 1 ")
    assert "using 256" in warning
    assert "--config" in warning


# kb_path


def _kb(user: Machine, path: Path | str) -> tuple[Path | None, int]:
    loaded = _found(user, f"kb_path = {_toml(path)}")
    return loaded.config.kb_path, len(loaded.warnings)


def test_the_folder_of_the_file_is_a_knowledge_base(user: Machine) -> None:
    assert _kb(user, ".") == (user.cwd, 0)
    assert _kb(user, user.cwd) == (user.cwd, 0)


def test_a_folder_below_or_an_ordinary_absolute_one_is_a_knowledge_base(user: Machine) -> None:
    assert _kb(user, "docs") == (user.cwd / "docs", 0)
    assert _kb(user, user.root / "other") == (user.root / "other", 0)
    assert _kb(user, user.home / "notes") == (user.home / "notes", 0)


def test_root_home_and_what_is_above_them_are_none(user: Machine) -> None:
    for path in ("/", user.home, user.home.parent, user.root, user.root.parent):
        assert _kb(user, path) == (None, 1), path


def test_what_is_above_the_file_is_none(user: Machine) -> None:
    for path in ("..", "../..", "docs/../..", user.cwd.parent):
        assert _kb(user, path) == (None, 1), path


def test_a_link_is_judged_by_where_it_leads(user: Machine) -> None:
    (user.cwd / "innocent").symlink_to(user.home)
    assert _kb(user, "innocent") == (None, 1)
    (user.cwd / "notes").symlink_to(user.root / "other")
    (user.root / "other").mkdir()
    assert _kb(user, "notes") == (user.cwd / "notes", 0)


def test_a_link_that_cannot_be_followed_counts_as_too_wide(user: Machine) -> None:
    (user.cwd / "dangling").symlink_to(user.root / "later")
    (user.cwd / "loop").symlink_to(user.cwd / "loop")
    for path in ("dangling", "dangling/below", "loop", "loop/below"):
        assert _kb(user, path) == (None, 1), path


def test_a_home_reached_through_a_link_is_still_home(tmp_path: Path) -> None:
    user = machine(tmp_path)
    (user.root / "alias").symlink_to(user.home)
    aliased = machine(tmp_path, HOME=str(user.root / "alias"))
    aliased.write(f"kb_path = {_toml(user.home)}")
    assert aliased.load().config.kb_path is None


def test_home_itself_is_none_even_where_the_file_lies_in_it(user: Machine) -> None:
    user.write('kb_path = "."', user.home)
    loaded = load(None, user.home, user.environ)
    assert loaded.config.kb_path is None
    assert len(loaded.warnings) == 1


def test_a_tilde_is_not_expanded(user: Machine) -> None:
    assert _kb(user, "~/notes") == (user.cwd / "~" / "notes", 0)


# fastembed_cache_dir, grammar_dir


@pytest.mark.parametrize(
    ("key", "place", "variable"),
    [
        ("fastembed_cache_dir", ".cache/fastembed", "FASTEMBED_CACHE_DIR"),
        ("grammar_dir", ".local/share/groove/grammars", "GROOVE_GRAMMAR_DIR"),
    ],
)
class TestFolders:
    def test_it_is_replaced(self, user: Machine, key: str, place: str, variable: str) -> None:
        loaded = _found(user, f'{key} = "evil"')
        assert getattr(loaded.config, key) == user.home / place
        (warning,) = loaded.warnings
        assert f'{key} = "evil"' in warning
        assert str(user.home / place) in warning

    def test_it_is_set_even_when_absent(self, user: Machine, key: str, place: str, variable: str) -> None:
        loaded = _found(user, "")
        assert getattr(loaded.config, key) == user.home / place
        assert loaded.warnings == ()

    def test_it_is_dropped_when_the_environment_decides(
        self, tmp_path: Path, key: str, place: str, variable: str
    ) -> None:
        loaded = _found(machine(tmp_path, **{variable: "/from/environment"}), f'{key} = "evil"')
        assert getattr(loaded.config, key) is None
        assert len(loaded.warnings) == 1

    def test_it_is_dropped_where_no_place_is_known(self, tmp_path: Path, key: str, place: str, variable: str) -> None:
        loaded = _found(machine(tmp_path, HOME=""), f'{key} = "evil"')
        assert getattr(loaded.config, key) is None
        assert len(loaded.warnings) == 1


# whole sections


def test_parsers_are_markdown_only(user: Machine) -> None:
    loaded = _found(user, '[parsers]\nenabled = ["md", "py"]\n[parsers.code]\nmax_chunk_chars = 99')
    assert loaded.config.parsers == Parsers(enabled=("md",))
    (warning,) = loaded.warnings
    assert 'enabled = ["md", "py"]' in warning
    assert "Markdown alone" in warning


def test_embedding_is_the_local_model(user: Machine) -> None:
    text = '[embedding]\nprovider = "openai-compatible"\nendpoint = "http://evil.example/e"\napi_key = "sk-123"'
    loaded = _found(user, text)
    assert loaded.config.embedding == Config().embedding
    (warning,) = loaded.warnings
    assert "the local model" in warning
    assert "evil.example" in warning
    assert "sk-123" not in warning


def test_a_dropped_section_cannot_break_a_rule(user: Machine) -> None:
    loaded = _found(user, 'model = "bge-m3"\n[embedding]\nprovider = "openai-compatible"')
    assert loaded.config.model == "bge-m3"


# single keys


def test_golden_is_dropped_and_its_neighbours_stay(user: Machine) -> None:
    loaded = _found(user, '[eval]\ngolden = "g.yml"\nhistory_size = 3')
    assert loaded.config.eval.golden is None
    assert loaded.config.eval.history_size == 3
    assert len(loaded.warnings) == 1


@pytest.mark.parametrize("key", ["max_binary_file_size", "max_text_file_size", "max_decompressed_size"])
@pytest.mark.parametrize("value", ["1", '"unlimited"', '"300 MiB"', '"50 MiB"'])
def test_sizes_are_dropped_in_either_direction(user: Machine, key: str, value: str) -> None:
    loaded = _found(user, f"[index]\nfail_on_frontmatter_error = true\n{key} = {value}")
    assert loaded.config.index.caps[key] == MIB50
    assert loaded.config.index.fail_on_frontmatter_error
    (warning,) = loaded.warnings
    assert 'using "50 MiB"' in warning


@pytest.mark.parametrize(("section", "key"), [("index", "path"), ("", "model_dir")])
def test_places_of_our_own_are_dropped(user: Machine, section: str, key: str) -> None:
    loaded = _found(user, f'[{section}]\n{key} = "x"' if section else f'{key} = "x"')
    assert loaded.config.index.path is None
    assert loaded.config.model_dir is None
    assert len(loaded.warnings) == 1


@pytest.mark.parametrize(
    ("bind", "used", "warnings"),
    [
        ("0.0.0.0:4000", "127.0.0.1:4000", 1),
        ("[::]:4000", "127.0.0.1:4000", 1),
        ("192.168.1.5:80", "127.0.0.1:80", 1),
        ("127.0.0.9:4000", "127.0.0.9:4000", 0),
        ("[::1]:4000", "[::1]:4000", 0),
        ("nonsense", "nonsense", 0),
    ],
)
def test_a_bind_beyond_this_machine_becomes_loopback(user: Machine, bind: str, used: str, warnings: int) -> None:
    loaded = _found(user, f'[transport.http]\nbind = "{bind}"')
    assert loaded.config.transport.http.bind == used
    assert len(loaded.warnings) == warnings


@pytest.mark.parametrize(
    "line",
    [
        'allowed_hosts = ["*"]',
        "allowed_hosts = []",
        "allowed_origins = []",
        "healthz_public = false",
        "max_sessions = 0",
        "systemd_socket = true",
        "healthz_public = true",
    ],
)
def test_http_keys_are_dropped_to_their_defaults(user: Machine, line: str) -> None:
    loaded = _found(user, f"[transport.http]\n{line}")
    assert loaded.config.transport.http == Config().transport.http
    assert loaded.config.transport.kind == "http"
    assert len(loaded.warnings) == 1
    assert line in loaded.warnings[0]


def test_everything_else_is_honoured(user: Machine) -> None:
    loaded = _found(
        user,
        """
        model = "bge-m3"
        reranker = "bge-base"
        rerank_by_default = false
        exclude_headings = ["x"]
        exclude_dirs = ["y"]
        [search]
        min_confidence_ratio = 0
        [search.mmr]
        enabled = true
        [quality_filter]
        enabled = false
        [watch]
        enabled = false
        [contextual]
        enabled = true
        [best_practice]
        path_templates = ["{target}.md"]
        [transport]
        kind = "http"
        """,
    )
    assert loaded.warnings == ()
    config = loaded.config
    assert (config.model, config.reranker, config.rerank_by_default) == ("bge-m3", "bge-base", False)
    assert (config.exclude_headings, config.exclude_dirs) == (("x",), ("y",))
    assert (config.search.min_confidence_ratio, config.search.mmr.enabled) == (0.0, True)
    assert (config.quality_filter.in_force, config.watch.enabled, config.contextual.enabled) == (0.0, False, True)
    assert (config.best_practice.path_templates, config.transport.kind) == (("{target}.md",), "http")


def test_a_found_file_and_the_same_file_named(user: Machine) -> None:
    path = user.write('[parsers]\nenabled = ["md","txt"]\n[transport.http]\nbind = "0.0.0.0:4000"\nmax_sessions = 1\n')
    found = user.load()
    assert found.config.parsers.enabled == ("md",)
    assert found.config.transport.http.bind == "127.0.0.1:4000"
    assert found.config.transport.http.max_sessions == 256
    assert len(found.warnings) == 3
    named = user.load(path)
    assert named.config.parsers.enabled == ("md", "txt")
    assert named.config.transport.http.bind == "0.0.0.0:4000"
    assert named.config.transport.http.max_sessions == 1
    assert named.warnings == ()


def test_a_folder_that_may_not_be_looked_into_counts_as_too_wide() -> None:
    with unprivileged() as folder:
        user = machine(folder)
        closed = user.root / "closed"
        (closed / "in").mkdir(parents=True)
        closed.chmod(0)
        try:
            assert _kb(user, closed / "in") == (None, 1)
        finally:
            closed.chmod(0o755)
