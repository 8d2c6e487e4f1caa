"""How flags may be spelled, on every subcommand alike."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from grooveseek.cli.program import run
from support.cli import parsed


def _refusal(*words: str) -> str:
    with pytest.raises(click.UsageError) as caught:
        parsed(*words)
    return caught.value.format_message()


@pytest.mark.parametrize("words", [("--limit", "7"), ("--limit=7",)])
def test_a_value_follows_after_a_space_or_an_equals_sign(words: tuple[str, ...]) -> None:
    assert parsed("search", "q", *words)["limit"] == 7


def test_words_that_no_flag_takes_are_refused() -> None:
    assert _refusal("status", "x", "y") == "unexpected: 'x' 'y'"


@pytest.mark.parametrize("command", ["search", "ask"])
def test_a_question_without_quotes_is_told_how_it_is_written(command: str) -> None:
    assert _refusal(command, "rotate", "logs") == (
        "unexpected: 'logs'; write QUERY in quotes where it is more than one word"
    )


def test_names_are_not_abbreviated() -> None:
    assert "--kb" in _refusal("status", "--kb", "x")


@pytest.mark.parametrize(
    "words",
    [
        ("search", "q", "--limit", "1", "--limit", "2"),
        ("search", "q", "--limit=1", "--limit=2"),
        ("index", "--force", "--force"),
        ("status", "--kb-path", "a", "--kb-path=b"),
    ],
)
def test_a_single_flag_given_twice_is_refused(words: tuple[str, ...]) -> None:
    assert "cannot be used multiple times" in _refusal(*words)


def test_a_repeatable_flag_may_be_repeated() -> None:
    assert parsed("search", "q", "--path-glob", "a/**", "--path-glob", "!b/**")["path_glob"] == ("a/**", "!b/**")


@pytest.mark.parametrize("flag", ["--category", "--path-glob", "--min-quality", "--kb-path", "--field"])
def test_a_value_that_begins_with_a_dash_needs_an_equals_sign(flag: str) -> None:
    assert f"write {flag}=-x" in _refusal("search", "q", flag, "-x")


def test_behind_an_equals_sign_a_value_may_begin_with_a_dash() -> None:
    assert parsed("search", "q", "--category=-x")["category"] == "-x"


def test_a_dash_alone_is_a_value() -> None:
    assert parsed("search", "q", "--category", "-")["category"] == "-"


@pytest.mark.parametrize("flag", ["--mmr-lambda", "--mmr-same-doc-penalty", "--min-confidence-ratio"])
def test_these_numbers_take_a_dash_so_that_their_range_is_what_is_refused(flag: str) -> None:
    assert "must be" in _refusal("search", "q", flag, "-0.5")


def test_a_query_that_begins_with_a_dash_stands_behind_two_dashes() -> None:
    assert parsed("search", "--", "-draft")["query"] == "-draft"
    assert "-draft" in _refusal("search", "-draft")


@pytest.mark.parametrize("flag", ["--mmr", "--parent-retriever"])
@pytest.mark.parametrize(("written", "value"), [("true", True), ("false", False)])
def test_these_switches_take_true_or_false(flag: str, written: str, value: bool) -> None:
    assert parsed("search", "q", flag, written)[flag.strip("-").replace("-", "_")] is value


@pytest.mark.parametrize("written", ["True", "1", "yes", ""])
def test_nothing_else_is_a_truth_value(written: str) -> None:
    assert "neither 'true' nor 'false'" in _refusal("search", "q", f"--mmr={written}")


def test_a_bare_switch_takes_no_value() -> None:
    assert "--force" in _refusal("index", "--force=true")


def test_enum_values_are_case_sensitive() -> None:
    assert "JSON" in _refusal("search", "q", "--format", "JSON")
    assert "BGE-M3" in _refusal("index", "--model", "BGE-M3")


@pytest.mark.parametrize(
    ("words", "both"),
    [
        (("index", "--quiet", "--progress"), ("--quiet", "--progress")),
        (("serve", "--systemd-socket", "--port", "1"), ("--systemd-socket", "--port")),
        (("serve", "--bind", "127.0.0.1:1", "--systemd-socket"), ("--systemd-socket", "--bind")),
    ],
)
def test_flags_that_exclude_each_other(words: tuple[str, ...], both: tuple[str, str]) -> None:
    refusal = _refusal(*words)
    assert "cannot be used with" in refusal
    assert all(flag in refusal for flag in both)


def test_an_empty_path_is_refused() -> None:
    assert "empty path" in _refusal("status", "--kb-path", "")


@pytest.mark.parametrize(
    "words",
    [
        ["--config", "none.toml", "status", "--kb-path", "."],
        ["status", "--config", "none.toml", "--kb-path", "."],
        ["--config", "none.toml", "model", "path", "bge-m3"],
        ["model", "--config", "none.toml", "path", "bge-m3"],
        ["model", "path", "--config", "none.toml", "bge-m3"],
    ],
)
def test_config_stands_before_or_after_the_subcommand(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words) == 1
    assert "--config path not found" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--config", "a", "status", "--config", "b"],
        ["--config", "a", "--config", "b", "status"],
        ["--config", "a", "model", "--config", "b", "list"],
        ["--config", "status", "--config", "b", "status"],
    ],
)
def test_config_is_given_once(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert "'--config' cannot be used multiple times" in capsys.readouterr().err


def test_help_words_what_holds_without_a_flag(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "The folder of notes. [default: kb_path of groove.toml]" in shown
    assert "How the result is written. [default: text]" in shown
