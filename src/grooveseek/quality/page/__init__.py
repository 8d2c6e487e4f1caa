"""Self-contained HTML pages: no script, no font and no picture from anywhere else, light and dark."""
