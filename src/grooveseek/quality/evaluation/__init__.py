"""Retrieval measured against a golden set, run after run."""
