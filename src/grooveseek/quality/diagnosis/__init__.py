"""What is wrong with an index, and what puts it right."""
