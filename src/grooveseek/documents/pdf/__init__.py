"""PDF, page by page, read in a process of its own."""

PDF_GENERATION = "1"
"""Changes whenever the same file would give other chunks, so that unchanged files are read again once."""
