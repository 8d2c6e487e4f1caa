from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.service.launch import Launch


def test_it_serves_from_the_instance_s_own_file() -> None:
    launch = Launch("work", Path("/bin/groove"), Path("/home/x"), Path("/home/x/groove.toml"), auto_start=True)
    assert launch.arguments == ("serve", "--config", "/home/x/groove.toml")


@pytest.mark.parametrize("character", ["\n", "\r", "\0"])
@pytest.mark.parametrize("place", ["program", "home", "config"])
def test_a_line_end_or_nul_can_stand_in_no_definition(character: str, place: str) -> None:
    paths = {"program": Path("/p"), "home": Path("/h"), "config": Path("/c")}
    paths[place] = Path(f"/a{character}b")
    with pytest.raises(GrooveError, match="a line end or a NUL"):
        Launch("work", paths["program"], paths["home"], paths["config"], auto_start=True).check()
