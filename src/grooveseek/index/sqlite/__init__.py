"""The engine that keeps everything in one SQLite file."""
