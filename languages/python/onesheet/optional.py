"""Packages that are used where they are installed."""

import importlib
from typing import Any


def module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


numpy: Any = module("numpy")


def is_array(x: object) -> bool:
    """Whether x is an array of numpy's."""
    return numpy is not None and isinstance(x, numpy.ndarray)
