"""A knowledge base as a door meets it."""

from __future__ import annotations

import pytest

from grooveseek.errors import GrooveError
from grooveseek.workspace.choices import Choices
from grooveseek.workspace.workspace import open_workspace
from support.unprivileged import unprivileged


def test_a_folder_that_may_not_be_listed_gets_no_index() -> None:
    with unprivileged() as folder:
        (folder / "kb").mkdir()
        space = open_workspace(Choices(kb_path=folder / "kb"), {"HOME": str(folder)})
        (folder / "kb").chmod(0o111)
        with pytest.raises(GrooveError, match="cannot be listed"):
            space.writable_index(force=False, note=print)
        assert [each.name for each in folder.iterdir()] == ["kb"]
