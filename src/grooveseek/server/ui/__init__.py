"""The page at `/ui`: one self-contained document for whoever runs the server."""

from __future__ import annotations

from grooveseek.server.ui.page import page

__all__ = ["page"]
