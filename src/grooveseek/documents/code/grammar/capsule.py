"""Grammars as raw pointers, and in the wrapping that Python packages and the parsing library use."""

from __future__ import annotations

import ctypes

_NAME = b"tree_sitter.Language"


def capsule(pointer: int) -> object:
    """`pointer` is not null and outlives every use of the grammar."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return new(pointer, _NAME, None)


def pointer_in(wrapped: object) -> int:
    """The pointer of a capsule; older packages give it as a number. Raises `ValueError` for anything else."""
    if isinstance(wrapped, int):
        return wrapped
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype = ctypes.c_void_p
    get.argtypes = (ctypes.py_object, ctypes.c_char_p)
    pointer: int = get(wrapped, _NAME)
    return pointer


def format_version(pointer: int) -> int:
    """The version of the tables' layout: the first field of every grammar of every version."""
    return ctypes.c_uint32.from_address(pointer).value
