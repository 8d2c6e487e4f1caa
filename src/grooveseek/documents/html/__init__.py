"""Web pages saved as files: what a browser would show, by headings."""

HTML_GENERATION = "3"
"""Changes whenever the same bytes would give other chunks."""
