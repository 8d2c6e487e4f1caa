from __future__ import annotations

import io
import logging
import sys
from collections.abc import Iterator

import pytest

from grooveseek.config.logs import LogFilter, parse_filter, set_up_logging


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def _lines(environ: dict[str, str]) -> str:
    stream = io.StringIO()
    set_up_logging(environ, stream)
    for name in ("grooveseek.config", "grooveseek", "other"):
        for level in (5, logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
            logging.getLogger(name).log(level, "m")
    return "".join(
        f"{line.split()[2].rstrip(':')}={line.split()[1].lower()} " for line in stream.getvalue().splitlines()
    )


@pytest.mark.parametrize("environ", [{}, {"GROOVE_LOG": ""}, {"GROOVE_LOG": "banana"}, {"GROOVE_LOG": "a=b=c"}])
def test_info_is_the_default_and_what_a_malformed_filter_means(environ: dict[str, str]) -> None:
    assert _lines(environ) == (
        "grooveseek::config=info grooveseek::config=warn grooveseek::config=error "
        "grooveseek=info grooveseek=warn grooveseek=error other=info other=warn other=error "
    )


def test_a_library_that_counts_changes_is_heard_only_when_asked_for() -> None:
    def heard(environ: dict[str, str]) -> str:
        stream = io.StringIO()
        set_up_logging(environ, stream)
        logging.getLogger("watchfiles.main").info("1 change detected")
        return stream.getvalue()

    assert heard({}) == heard({"GROOVE_LOG": "a=b=c"}) == ""
    assert "watchfiles::main" in heard({"GROOVE_LOG": "info"})


def test_a_level_alone_is_for_every_target() -> None:
    assert _lines({"GROOVE_LOG": "error"}) == "grooveseek::config=error grooveseek=error other=error "


def test_a_target_has_its_own_level_and_others_stay_at_info() -> None:
    assert _lines({"GROOVE_LOG": "grooveseek=off"}) == "other=info other=warn other=error "
    assert "other=debug" not in _lines({"GROOVE_LOG": "grooveseek=debug"})
    assert "grooveseek::config=debug" in _lines({"GROOVE_LOG": "grooveseek=debug"})
    assert "grooveseek=trace" in _lines({"GROOVE_LOG": "grooveseek=trace"})


def test_the_longest_name_decides() -> None:
    assert _lines({"GROOVE_LOG": "off,grooveseek=off,grooveseek::config=error"}) == "grooveseek::config=error "


def test_groove_log_wins_over_rust_log_unless_it_is_empty() -> None:
    assert _lines({"GROOVE_LOG": "off", "RUST_LOG": "info"}) == ""
    assert _lines({"GROOVE_LOG": "", "RUST_LOG": "off"}) == ""


def test_levels_count_in_any_case_and_spaces_do_not() -> None:
    assert parse_filter(" WARN , grooveseek = Debug") == LogFilter(logging.WARNING, {"grooveseek": logging.DEBUG})


@pytest.mark.parametrize("text", ["", "loud", "=info", "grooveseek=", "info,", "grooveseek=info=debug", "info;debug"])
def test_a_malformed_filter(text: str) -> None:
    with pytest.raises(ValueError, match=r"^"):
        parse_filter(text)


def test_a_record_is_one_plain_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging({})
    logging.getLogger("grooveseek.config").info("loaded %s", "a\nb\x1b[31m")
    printed = capsys.readouterr()
    assert printed.out == ""
    when, rest = printed.err.split(" ", 1)
    assert rest == " INFO grooveseek::config: loaded a\\nb\\x1b[31m\n"
    assert len(when) == len("2026-01-31T09:00:00Z")


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.skipif(sys.platform == "win32", reason="consoles there show escapes as text")
@pytest.mark.parametrize(("environ", "dim"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_on_a_terminal_only_warnings_stand_out(environ: dict[str, str], dim: bool) -> None:
    stream = _Terminal()
    set_up_logging(environ, stream)
    logging.getLogger("grooveseek").info("usual")
    logging.getLogger("grooveseek").warning("unusual")
    usual, unusual = stream.getvalue().splitlines()
    assert (usual.startswith("\x1b[2m"), usual.endswith("\x1b[0m")) == (dim, dim)
    assert "\x1b" not in unusual


def test_nothing_is_dim_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    # "Console Virtual Terminal Sequences" (Microsoft): only with ENABLE_VIRTUAL_TERMINAL_PROCESSING set.
    monkeypatch.setattr(sys, "platform", "win32")
    stream = _Terminal()
    set_up_logging({}, stream)
    logging.getLogger("grooveseek").info("usual")
    assert "\x1b" not in stream.getvalue()


def test_a_command_may_have_another_usual_filter() -> None:
    stream = io.StringIO()
    set_up_logging({}, stream, usual="warn")
    logging.getLogger("grooveseek").info("kept back")
    set_up_logging({"GROOVE_LOG": "info"}, stream, usual="warn")
    logging.getLogger("grooveseek").info("asked for")
    assert "kept back" not in stream.getvalue()
    assert "asked for" in stream.getvalue()


def test_setting_up_twice_does_not_double_the_lines() -> None:
    first, second = io.StringIO(), io.StringIO()
    set_up_logging({}, first)
    set_up_logging({}, second)
    logging.getLogger("grooveseek").warning("once")
    assert first.getvalue() == ""
    assert second.getvalue().count("once") == 1


def test_a_failure_that_is_logged_keeps_its_origin() -> None:
    stream = io.StringIO()
    set_up_logging({}, stream)
    logging.getLogger("grooveseek").error("what", exc_info=ValueError("why"))
    assert "ERROR grooveseek: what" in stream.getvalue()
    assert "ValueError: why" in stream.getvalue()
