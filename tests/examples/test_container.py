"""The container: what its file copies and runs is there, and its command serves and answers its probe."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from support.cli import User
from support.paths import REPOSITORY
from support.recipes import EXAMPLES, filled
from support.serving import free_port, serving

FOLDER = EXAMPLES / "container"
LINES = (FOLDER / "Containerfile").read_text().replace("\\\n", " ").splitlines()
INSTRUCTIONS = [line.split(maxsplit=1) for line in LINES if line and not line.startswith("#")]


def of(name: str) -> list[str]:
    """What stands behind each instruction of this name, in order."""
    return [words for instruction, words in INSTRUCTIONS if instruction == name]


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def settings(somebody: User, port: int, tmp_path: Path) -> Path:
    """The container's settings, with places of this machine."""
    values: dict[str, str | Path] = {
        '"/notes"': f'"{somebody.notes}"',
        '"/models"': f'"{tmp_path}"',
        '"/index/groove.db"': f'"{somebody.index}"',
        ":3100": f":{port}",
    }
    file = tmp_path / "groove.toml"
    file.write_text(filled("container/groove.toml", values))
    return file


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored, *kept = (FOLDER / "Containerfile.dockerignore").read_text().splitlines()
    assert ignored == "*"
    for path in (line.removeprefix("!") for line in kept if line.startswith("!")):
        assert (REPOSITORY / path).exists(), path
    for path in ("scripts", "packages", "src", "constraints.txt", "pyproject.toml", "examples/container/groove.toml"):
        assert f"!{path}" in kept


def test_what_the_installation_reads_is_kept() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    kept = (FOLDER / "Containerfile.dockerignore").read_text().splitlines()

    assert {f"!{project['readme']}", *(f"!{file}" for file in project["license-files"])} <= set(kept)
    assert {"pdf", "office"} <= project["optional-dependencies"].keys()


def test_it_does_not_run_as_root() -> None:
    users = [words for words in of("RUN") if "useradd" in words]

    assert of("USER") == ["groove"]
    assert users
    assert users[0].startswith("useradd --uid 10001 --no-create-home groove")


def test_every_place_of_the_settings_is_a_volume() -> None:
    text = filled("container/groove.toml", {})
    (volumes,) = of("VOLUME")

    assert json.loads(volumes) == ["/notes", "/index", "/models"]
    assert all(f'"{volume}' in text for volume in json.loads(volumes))
    assert f":{of('EXPOSE')[0]}" in text


def test_the_command_serves_what_the_volumes_hold(somebody: User, settings: Path, port: int) -> None:
    (command,) = of("CMD")
    groove, serve, *words = json.loads(command)
    assert (groove, serve, words) == ("groove", "serve", ["--config", "/etc/groove/groove.toml"])
    copied = [words.split() for words in of("COPY")]
    assert ["examples/container/groove.toml", words[1]] in copied

    with serving(somebody, "--config", settings) as server:
        assert server.address == f"0.0.0.0:{port}"
        probe = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
        assert probe[0] == "python3"
        ask = [sys.executable, *(word.replace(":3100", f":{port}") for word in probe[1:])]
        assert subprocess.run(ask, check=False).returncode == 0
        server.interrupt()
        assert subprocess.run(ask, check=False, stderr=subprocess.DEVNULL).returncode != 0
