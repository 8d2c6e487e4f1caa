"""Stored data that cannot be what was written."""

from __future__ import annotations


class DamagedError(Exception):
    """Something in the file cannot be understood; the message says what."""
