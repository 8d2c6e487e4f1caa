"""The package itself costs nothing, and hands out the API's names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import grooveseek

STUB = Path(grooveseek.__file__).with_suffix(".pyi")


def test_importing_the_package_imports_nothing_else() -> None:
    script = (
        "import sys; before = set(sys.modules); import grooveseek;"
        "print(sorted(set(sys.modules) - before - {'grooveseek', '__future__'}))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=False)
    if done.returncode:  # an editable install needs `site`
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_name_that_type_checkers_see_is_there() -> None:
    names = [line.rpartition(" as ")[2].split()[0] for line in STUB.read_text().splitlines() if " as " in line]
    assert sorted([*names, "__version__"]) == dir(grooveseek)
    for name in names:
        assert getattr(grooveseek, name) is not None


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = grooveseek.nothing  # type: ignore[attr-defined]


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "grooveseek", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"groove {grooveseek.__version__}\n"
