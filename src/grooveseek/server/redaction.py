"""Error texts that leave the process name nothing of the server's file system."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path


class Redaction:
    """Replaces every absolute path below a private folder, or beside one, by its last component."""

    def __init__(self, folders: Iterable[Path]) -> None:
        places = [place for folder in folders for place in (folder, folder.parent)]
        given = {str(place) for place in (*places, Path.home(), Path(sys.prefix), Path(tempfile.gettempdir()))}
        roots = sorted((root.rstrip("/\\") for root in given if len(root) > 1), key=len, reverse=True)
        separators = r"[/\\]"
        self._pattern = re.compile(rf"(?:{'|'.join(map(re.escape, roots))})(?:{separators}[^\s\"'`:;,)]*)?(?![\w.-])")

    def __call__(self, message: str) -> str:
        return self._pattern.sub(lambda found: re.split(r"[/\\]", found.group())[-1] or "…", message)
