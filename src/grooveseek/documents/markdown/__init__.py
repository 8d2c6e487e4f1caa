"""Markdown as CommonMark sees it, cut into bounded chunks that lose nothing."""

MARKDOWN_GENERATION = "2"
"""Changes whenever the same Markdown file would give other chunks, so that unchanged files are read again once."""
