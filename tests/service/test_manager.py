from __future__ import annotations

from pathlib import Path

import pytest

from grooveseek.service.launchd import Launchd
from grooveseek.service.manager import manager_of
from grooveseek.service.systemd import Systemd
from grooveseek.service.task_scheduler import TaskScheduler
from support.service import Recorder, system


@pytest.mark.parametrize(("platform", "keeper"), [("linux", Systemd), ("darwin", Launchd), ("win32", TaskScheduler)])
def test_each_system_has_its_keeper_of_services(platform: str, keeper: type, tmp_path: Path) -> None:
    assert isinstance(manager_of(system(tmp_path, platform, Recorder())), keeper)
