"""`groove ask`: `groove search` for a person at a terminal."""

from __future__ import annotations

from grooveseek.cli.search import question_command

command = question_command("text", "json", person=True)
