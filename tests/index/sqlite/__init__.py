"""Tests of the SQLite engine's own parts."""
