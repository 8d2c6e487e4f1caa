"""Source code, cut by definition."""

CODE_GENERATION = "1"
"""Changes whenever the same file and grammar would give other chunks, so that unchanged files are read again once."""
