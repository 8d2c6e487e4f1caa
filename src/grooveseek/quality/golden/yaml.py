"""YAML as the core schema of version 1.2 reads it: `no` and `2024-01-15` are texts, and a key stands once."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

import yaml


class _Loader(yaml.CSafeLoader):
    """Knows null, booleans, integers and floats, and nothing else beside texts and collections."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                break
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


_Loader.yaml_implicit_resolvers = {}
_TAG = "tag:yaml.org,2002:"
for _kind, _pattern, _first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    _Loader.add_implicit_resolver(_TAG + _kind, re.compile(rf"(?:{_pattern})\Z"), _first)


def read_yaml(data: bytes) -> Any:
    """The only document in `data`. Raises `ValueError` with one line of reason."""
    try:
        return yaml.load(data, Loader=_Loader)  # noqa: S506 - a safe loader with fewer types
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from error
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
