"""The `groove` command: parse flags, call down, print."""
