"""The connection graph: a breadth-first walk over meaning, from one document."""
