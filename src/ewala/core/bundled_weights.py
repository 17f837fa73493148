"""What ships with a package besides its code, such as what bots have learned, by a name: `package.module:function`.

Here the function reads it from files. In a browser there are none: whoever runs a page has fetched it, under the same
name.
"""

import importlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

__all__ = ["all_shipped", "shipped"]


@cache
def shipped(name: str) -> Mapping[str, Any]:
    """Arrays by their names."""
    module, _, function = name.partition(":")
    found: Mapping[str, Any] = getattr(importlib.import_module(module), function)()
    return found


def all_shipped(names: Iterable[str]) -> dict[str, Any]:
    """The arrays of several names together, each as `name/array`."""
    return {f"{name}/{part}": array for name in names for part, array in shipped(name).items()}
