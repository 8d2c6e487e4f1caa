from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.index.records import Facts
from grooveseek.indexing.lock import Patience, held
from grooveseek.quality import measured
from grooveseek.quality.measured import measured_index
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import Workspace, open_workspace


@pytest.fixture
def space(tmp_path: Path) -> Workspace:
    (tmp_path / "kb").mkdir()
    return open_workspace(Choices(kb_path=tmp_path / "kb"), {"HOME": str(tmp_path)})


def recorded(space: Workspace) -> Facts:
    index = measured_index(space)
    with index.snapshot() as snapshot:
        facts = snapshot.facts()
    index.close()
    return facts


def test_an_index_has_to_be_there(space: Workspace) -> None:
    with pytest.raises(GrooveError, match=r"No index found at .*; run: groove index"):
        measured_index(space)


def test_an_index_without_a_model_is_from_now_on_of_the_configured_one(space: Workspace) -> None:
    space.writable_index(force=False, note=print).close()
    assert recorded(space) == Facts(model=space.identity.model, dimension=space.identity.dimension)


def test_what_a_run_records_meanwhile_is_not_taken_back(space: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    index = space.writable_index(force=False, note=print)
    of_the_run = Facts(
        root=str(space.kb.root), model=space.identity.model, dimension=space.identity.dimension, run_state="complete"
    )

    def held_after_a_run(path: Path, patience: Patience) -> AbstractContextManager[None]:
        index.record(of_the_run)
        return held(path, patience)

    monkeypatch.setattr(measured, "held", held_after_a_run)
    assert recorded(space) == of_the_run
    index.close()
