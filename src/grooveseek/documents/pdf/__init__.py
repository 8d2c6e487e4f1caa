"""PDF, page by page, read in a process of its own."""
