from __future__ import annotations

import pytest

from support.cli import User, user


@pytest.fixture(scope="session")
def somebody(tmp_path_factory: pytest.TempPathFactory) -> User:
    """Somebody whose notes are indexed."""
    made = user(tmp_path_factory.mktemp("recipes"))
    made.note("anchor.md", "# Anchors\n\nDrop the anchor in shallow water, well before the wind turns.\n")
    made.note("復旧.md", "# 復旧の手順\n\n問題が起きたら、前のタグへロールバックする。\n")
    done = made.on_notes("index")
    assert done.code == 0, done.err
    return made
