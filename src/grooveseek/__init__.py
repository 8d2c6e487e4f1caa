"""GrooveSeek: search your own notes by meaning and by words."""

__version__ = "0.1.0"
