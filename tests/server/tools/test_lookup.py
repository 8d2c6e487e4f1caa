from __future__ import annotations

import pytest

from grooveseek.server.schemas import TOOLS
from grooveseek.server.tools.lookup import tool_named


def test_every_listed_tool_has_a_function_and_no_other_has() -> None:
    assert [tool_named(definition.name).__name__ for definition in TOOLS] == [tool.name for tool in TOOLS]
    with pytest.raises(LookupError):
        tool_named("nope")
