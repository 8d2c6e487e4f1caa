from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from grooveseek.errors import ConfigError
from grooveseek.service.instance import Instance, edited, read_instance
from support.service import Recorder, system

KB = Path("/kb")
BIND = "127.0.0.1:3106"


def _written(folder: Path, text: str) -> Instance:
    home = folder / ".config" / "groove" / "work"
    home.mkdir(parents=True)
    (home / "groove.toml").write_text(text, encoding="utf-8")
    return read_instance(system(folder, "linux", Recorder()), "work")


def test_what_a_service_needs_of_its_file(tmp_path: Path) -> None:
    text = 'kb_path = "/kb"\n[transport.http]\nbind = "127.0.0.1:1"\n[index]\npath = "/i.db"\n'
    assert _written(tmp_path, text) == Instance(Path("/kb"), "127.0.0.1:1", Path("/i.db"))


def test_relative_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    assert _written(tmp_path, 'kb_path = "notes"\n').kb_path == tmp_path / ".config" / "groove" / "work" / "notes"


def test_the_home_folder_is_filled_in(tmp_path: Path) -> None:
    assert _written(tmp_path, 'kb_path = "~/notes"\n').kb_path == tmp_path / "notes"


@pytest.mark.parametrize("text", ["", "kb_path = 1\ntransport = 2\nindex = 3\n", "not TOML", "transport.http = 1\n"])
def test_what_cannot_be_used_is_unknown(text: str, tmp_path: Path) -> None:
    assert _written(tmp_path, text) == Instance()


def test_a_missing_file_is_unknown(tmp_path: Path) -> None:
    assert read_instance(system(tmp_path, "linux", Recorder()), "none") == Instance()


def test_a_new_file_holds_the_two_values() -> None:
    assert edited("", KB, BIND) == f'kb_path = "/kb"\n\n[transport.http]\nbind = "{BIND}"\n'


SECTIONS = """\
# mine
model = "bge-m3"   # large
kb_path = "/old"

[transport.http]
# where
bind = "127.0.0.1:1" # here
"""

TABLE = """\
[transport]
kind = "http"

[watch]
enabled = false
"""


def test_comments_order_and_spaces_stay() -> None:
    assert edited(SECTIONS, KB, BIND) == SECTIONS.replace("/old", "/kb").replace("127.0.0.1:1", BIND)


def test_missing_keys_are_put_where_they_belong() -> None:
    changed = edited(TABLE, KB, BIND)
    assert tomllib.loads(changed) == {
        "kb_path": "/kb",
        "transport": {"kind": "http", "http": {"bind": BIND}},
        "watch": {"enabled": False},
    }
    assert [line for line in changed.splitlines() if line in TABLE.splitlines() and line] == [
        line for line in TABLE.splitlines() if line
    ]


@pytest.mark.parametrize(
    "before",
    [
        'transport = { kind = "http" }\n',
        'transport.http.bind = "127.0.0.1:1"\n',
        "transport.http = { max_sessions = 1 }\n",
        "[transport.http]\nmax_sessions = 1\n[index]\n[transport]\n",
        "[index]\n[transport.http]\n",
    ],
)
def test_every_way_to_write_a_table(before: str) -> None:
    expected = tomllib.loads(before)
    expected["kb_path"] = "/kb"
    expected["transport"].setdefault("http", {})["bind"] = BIND
    assert tomllib.loads(edited(before, KB, BIND)) == expected


def test_paths_of_every_kind_come_back(tmp_path: Path) -> None:
    for path in ("/a b/50%/$T", "/日本/雨", 'C:\\Users\\x "y"', "/tab\there", "/del\x7f"):
        assert tomllib.loads(edited("", Path(path), BIND))["kb_path"] == path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("= 1\n", "not valid TOML"),
        ("a = 1\na = 2\n", "not valid TOML"),
        ("transport = 1\n", "transport is not a table"),
        ("[transport]\nhttp = 1\n", "transport.http is not a table"),
        ("[[transport]]\n", "transport is not a table"),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        edited(text, KB, BIND)


def test_a_path_that_is_no_text_is_refused() -> None:
    with pytest.raises(ConfigError, match="by hand"):
        edited("", Path("/kb\udcff"), BIND)
