"""Source code, cut by definition."""
