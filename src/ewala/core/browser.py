"""Kernels for a browser: the same source, compiled by Numba, for the machine that WebAssembly describes.

Numba knows no such machine, but what it hands to LLVM before anything is optimised fits any: it asks for no host's
instructions, and its records hold no pointers. `ewala.browser` takes it from there. What WebAssembly has instructions
of its own for is written with them.
"""

from types import FunctionType
from typing import Any

from ewala.core.compiled import Target
from ewala.core.kernels import Constants

__all__ = ["BROWSER"]

# As on the processor (`compiled.py`), but that nothing is kept and nobody calls it from Python.
_SETTINGS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
    "_nrt": False,
}


class _Browser(Target):
    """WebAssembly of 32 bits."""

    name = "browser"

    def array(self, constants: Constants) -> Any:
        import numpy as np

        return np.array(constants, np.int32)

    def function(self, function: FunctionType) -> Any:
        import numba

        instruction = _INSTRUCTIONS.get(f"{function.__module__}.{function.__name__}")
        return numba.njit(**_SETTINGS)(instruction() if instruction else function)


def _lowest() -> Any:
    counted = _counting("cttz")

    def lowest(members: Any) -> Any:
        return counted(members)

    return lowest


def _popcount() -> Any:
    counted = _counting("ctpop")

    def popcount(of: Any) -> Any:
        return counted(of)

    return popcount


def _counting(instruction: str) -> Any:
    """A function of a word that is one instruction: zeros before the lowest bit, or ones."""
    from numba.core import types
    from numba.extending import intrinsic

    def typed(typing_context: Any, word: Any) -> Any:
        def lowered(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = context.cast(builder, arguments[0], signature.args[0], types.int64)
            if instruction == "ctpop":
                return builder.ctpop(wide)
            return builder.cttz(wide, context.get_constant(types.boolean, True))

        return types.int64(word), lowered

    return intrinsic(typed)


BROWSER = _Browser()

_BITS = f"ewala.core.bits_{BROWSER.name}"  # the twin
_INSTRUCTIONS = {f"{_BITS}.lowest": _lowest, f"{_BITS}.popcount": _popcount}
