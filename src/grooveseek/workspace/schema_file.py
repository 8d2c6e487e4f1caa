"""The schema file of a knowledge base, as every command finds it."""

from __future__ import annotations

from pathlib import Path

from grooveseek.documents.schema import SCHEMA_FILE_NAME, Schema, read_schema
from grooveseek.errors import ConfigError, RefusedFileError
from grooveseek.kb.read import MissingFileError, read_file

SCHEMA_CAP = 1024 * 1024


def load_schema(root: Path) -> Schema:
    """What `groove-schema.toml` in `root` declares: nothing where there is no such file. Raises `ConfigError`."""
    try:
        data = read_file(root, SCHEMA_FILE_NAME, SCHEMA_CAP).data
    except MissingFileError:
        return Schema()
    except (RefusedFileError, OSError) as error:
        raise ConfigError(f"schema load error: {error}; correct {SCHEMA_FILE_NAME} or remove it") from error
    return read_schema(data)


def load_schema_at(path: Path) -> Schema:
    """The schema in a file that was named on its own, which may lie anywhere, links included. Raises `ConfigError`."""
    try:
        with path.open("rb") as file:
            data = file.read(SCHEMA_CAP + 1)
    except OSError as error:
        raise ConfigError(f"schema load error: {path}: {error.strerror or error}") from error
    if len(data) > SCHEMA_CAP:
        raise ConfigError(f"schema load error: {path}: larger than {SCHEMA_CAP} bytes")
    return read_schema(data, str(path))
