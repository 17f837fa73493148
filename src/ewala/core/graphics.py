"""Kernels for a graphics processor: the same source, compiled by numba-cuda, one game a thread.

Two things differ there. Tables lie in the card's own memory: threads look up different places of them at the same
time, which its memory for constants is slow at. And the card has instructions of its own for sets kept in a word.
"""

import importlib
from types import FunctionType
from typing import Any

from ewala.core.compiled import Target
from ewala.core.kernels import Constants

__all__ = ["GRAPHICS"]


class _Graphics(Target):
    """An NVIDIA card."""

    name = "graphics"

    def array(self, constants: Constants) -> Any:
        import numpy as np

        return _cuda().to_device(np.array(constants, np.int32))

    def function(self, function: FunctionType) -> Any:
        return _cuda().jit(device=True)(_INSTRUCTIONS.get(function.__name__, lambda: function)())


def _cuda() -> Any:
    return importlib.import_module("numba.cuda")


def _lowest() -> Any:
    import numpy as np

    cuda = _cuda()

    def lowest(members: Any) -> Any:
        return np.int64(cuda.ffs(np.uint32(members))) - 1

    return lowest


def _popcount() -> Any:
    import numpy as np

    cuda = _cuda()

    def popcount(of: Any) -> Any:
        return np.int64(cuda.popc(np.uint32(of)))

    return popcount


_INSTRUCTIONS = {"lowest": _lowest, "popcount": _popcount}

GRAPHICS = _Graphics()
