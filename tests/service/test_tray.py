from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.errors import GrooveError
from grooveseek.service.tray import refuse, remove_shortcut
from support.service import Recorder, system


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_it_is_for_windows_alone(platform: str, tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="only supported on Windows"):
        refuse(system(tmp_path, platform, Recorder()))


def test_on_windows_it_is_not_part_of_this_release(tmp_path: Path) -> None:
    with pytest.raises(GrooveError, match="not part of this release"):
        refuse(system(tmp_path, "win32", Recorder()))


def test_no_shortcut_is_looked_for_elsewhere(tmp_path: Path) -> None:
    # FOLDERID_Startup of Windows: %APPDATA%\Microsoft\Windows\Start Menu\Programs\StartUp
    startup = tmp_path / ".config/Microsoft/Windows/Start Menu/Programs/Startup"
    startup.mkdir(parents=True)
    (startup / "groove-tray-work.lnk").touch()
    remove_shortcut(system(tmp_path, "linux", Recorder()), "work")
    assert (startup / "groove-tray-work.lnk").exists()
