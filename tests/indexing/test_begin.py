"""How a run begins, and how less than a run does."""

from __future__ import annotations

import pytest

from grooveseek.index.identity import IdentityMismatchError
from grooveseek.index.records import Facts
from grooveseek.indexing.begin import begin_run, begin_update
from support.indexing import Base, Recorder

_NOTE = {"a.md": "# Note\n\nSomething worth finding again, written down in the morning.\n"}


def _facts(base: Base) -> Facts:
    with base.index.snapshot() as snapshot:
        return snapshot.facts()


def test_an_update_follows_what_the_index_was_built_with(base: Base) -> None:
    base.write(_NOTE)
    base.run(context_mode="static", declared_fields=("status",))
    before = _facts(base)
    options = base.options(context_mode="off", declared_fields=("other",), force=True, model="hash")
    run = begin_update(base.kb, base.index, options, Recorder())
    assert (run.context_mode, run.options.declared_fields, run.options.force) == ("static", ("status",), False)
    assert _facts(base) == before


def test_an_update_of_an_empty_index_records_what_it_is_of(base: Base) -> None:
    run = begin_update(base.kb, base.index, base.options(context_mode="static"), Recorder())
    facts = _facts(base)
    assert (facts.root, facts.model, facts.dimension) == (str(base.root), "hash", 64)
    assert (run.context_mode, facts.context_mode, facts.run_state) == ("static", "static", None)


def test_an_update_with_another_model_is_refused(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    with pytest.raises(IdentityMismatchError):
        begin_update(base.kb, base.index, base.options(model="other"), Recorder())


def test_beginning_a_run_on_an_index_in_step_writes_nothing(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    revision = base.index.revision()
    begin_run(base.kb, base.index, base.options(), Recorder())
    assert base.index.revision() == revision


def test_the_first_change_tells_that_a_run_goes_on(base: Base) -> None:
    base.write(_NOTE)
    base.run()
    run = begin_run(base.kb, base.index, base.options(), Recorder())
    assert _facts(base).run_state == "complete"
    run.changing()
    assert _facts(base).run_state == "text"
