"""Word, Excel and PowerPoint files in their zip-and-XML form."""

WORD_GENERATION = "1"
SHEET_GENERATION = "1"
SLIDE_GENERATION = "1"
"""Each changes whenever the same file would give other chunks, so that unchanged files are read again once."""
