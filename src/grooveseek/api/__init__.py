"""The Python API: open a knowledge base, index, ask, read."""
