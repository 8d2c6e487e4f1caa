"""What these tools print under stable names stands in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import grooveseek.index.sqlite.check
import grooveseek.quality.diagnosis
from grooveseek.config.keys import Eval
from grooveseek.quality.evaluation.quotes import CHECK
from grooveseek.quality.validation import violation
from grooveseek.quality.validation.violation import Violation
from support.paths import REPOSITORY

PAGE = (REPOSITORY / "docs" / "quality-tools.md").read_text("utf-8")
_NAME = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')


def _checks() -> set[str]:
    """Hyphenated literals of the modules that name checks."""
    folder = Path(grooveseek.quality.diagnosis.__file__).parent
    sources = [*folder.glob("*.py"), Path(grooveseek.index.sqlite.check.__file__)]
    return {name for source in sources for name in _NAME.findall(source.read_text("utf-8"))}


def test_every_check_of_doctor_has_a_row() -> None:
    rows = set(re.findall(r"^\| `([a-z-]+)` \| (?:error|warning) \|", PAGE, re.MULTILINE))
    assert rows == _checks()


def test_every_kind_of_violation_has_a_row() -> None:
    kinds = {
        each.kind
        for each in vars(violation).values()
        if isinstance(each, type) and issubclass(each, Violation) and each is not Violation
    }
    rows = PAGE.partition("| `kind` |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `([a-z_]+)` \|", rows, re.MULTILINE)) == kinds


def test_every_key_of_eval_and_its_finding_are_told() -> None:
    assert CHECK in PAGE
    for key in ("golden", "history_size", "regression_threshold", "k_values"):
        assert key in Eval.__struct_fields__
        assert key in PAGE
