"""The Python API: open a knowledge base, index, ask, read. Not stable: it may change in any release."""
