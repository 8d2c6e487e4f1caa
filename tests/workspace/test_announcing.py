from __future__ import annotations

from grooveseek.workspace.announcing import announced, drop


def test_a_line_comes_before_what_it_announces() -> None:
    heard: list[str] = []

    def load() -> int:
        heard.append("loaded")
        return 7

    assert announced(load, heard.append, "Loading...")() == 7
    assert heard == ["Loading...", "loaded"]


def test_no_line_is_no_announcement() -> None:
    heard: list[str] = []
    assert announced(lambda: 7, heard.append, None)() == 7
    assert heard == []


def test_nobody_need_listen() -> None:
    drop("Loading...")
