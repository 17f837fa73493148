"""Machine code for kernels: the same source, compiled by Numba and kept on disk.

A kernel's functions are plain Python, so that they can be read, debugged and measured. Compiled, they must call
each other's compiled forms; so each kernel module is executed a second time, in a namespace of its own (its twin),
where every marked function is replaced by its compiled form and every constant table by an array.
"""

import hashlib
import importlib.util
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import RLock
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar

from ewala.core.kernels import Constants

__all__ = ["PROCESSOR", "Target", "bound_twin", "code_folder", "twin"]

# Kernels allocate nothing, so they need no reference counts (nrt), which would cost at every call that passes a buffer
# on; and nobody calls them from C.
_SETTINGS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
    "_nrt": False,
}


@cache
def code_folder(*others: str) -> Path:
    """Where this version's machine code is kept: below `EWALA_CACHE_DIR`, else in the user's cache folder.

    Numba only notices a change in a function's own file, not in those it calls, so each version of the kernels'
    sources, taken together and with the structures that they work on, has a folder of its own; `others` are the
    packages of games that lie elsewhere.
    """
    import platformdirs

    digest = hashlib.sha256()
    for package in (Path(__file__).parents[1], *map(_home_of, others)):
        for source in sorted(package.rglob("*.py")):
            text = source.read_bytes()
            if b"ewala.core.kernels" in text or (b"ewala.core.buffers" in text and b"(NamedTuple)" in text):
                digest.update(text)
    root = os.environ.get("EWALA_CACHE_DIR") or platformdirs.user_cache_dir("ewala")
    return Path(root) / digest.hexdigest()[:16]


def _home_of(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


class Target(ABC):
    """What machine code is made for; `graphics.py` has another."""

    name: ClassVar[str]

    @abstractmethod
    def function(self, function: FunctionType) -> Any:
        """The compiled form of a kernel's function."""

    @abstractmethod
    def array(self, constants: Constants) -> Any:
        """A constant table as compiled functions read it."""


class _Processor(Target):
    """This machine's processor."""

    name = "compiled"

    def array(self, constants: Constants) -> Any:
        import numpy as np

        return np.array(constants, np.int32)

    def function(self, function: FunctionType) -> Any:
        import numba
        from numba.core import config

        from ewala.core.announce import announce_compilation

        announce_compilation()
        settings: Any = config
        before, settings.CACHE_DIR = settings.CACHE_DIR, str(code_folder(*function.__globals__[_OTHERS]))
        try:
            return _for_any_number(numba.njit(**_SETTINGS)(function))
        finally:
            settings.CACHE_DIR = before


def _for_any_number(compiled: Any) -> Any:
    """The same, compiled once for all numbers of a kind. Numba would compile it anew for every number that a caller
    writes out, as in `worth(w, 1, 0)`, with all that it hands the number on to: a third of all there is to compile.
    """
    from numba.core import types

    if not hasattr(compiled, "get_call_template"):  # Numba was told to leave it as it is
        return compiled
    plain: Any = types.unliteral
    template = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: template(
        tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()}
    )
    return compiled


PROCESSOR = _Processor()

_OTHERS = "__other_packages__"  # in a twin: those of games that lie elsewhere and have a part in it


# Of threads that want a twin one makes it: there must not be two of a kind, and where Numba keeps machine code is a
# setting of the whole process. A twin has others made on the way.
_making = RLock()


def twin(name: str, target: Target = PROCESSOR) -> ModuleType:
    """The compiled twin of a module of kernel functions; compilation itself waits for each one's first call."""
    with _making:
        return _twin(name, target)


def bound_twin(name: str, *kernel_names: str, target: Target = PROCESSOR) -> ModuleType:
    """The twin of a module that is written for any kernel, with these kernels' functions: `engine.bound`, compiled."""
    with _making:
        return _bound_twin(name, kernel_names, target)


@cache
def _twin(name: str, target: Target) -> ModuleType:
    return _make_twin(name, f"{name}_{target.name}", {}, _others(name), target)


@cache
def _bound_twin(name: str, kernel_names: tuple[str, ...], target: Target) -> ModuleType:
    given: dict[str, Any] = {}
    for kernel_name in kernel_names:
        given.update(vars(twin(kernel_name, target)))
    return _make_twin(
        name, f"{name}_{target.name}_{kernel_names[0].replace('.', '_')}", given, _others(*kernel_names), target
    )


def _others(*names: str) -> list[str]:
    """The packages of these modules, without our own."""
    return sorted({name.partition(".")[0] for name in names} - {"ewala"})


def _make_twin(name: str, twin_name: str, given: dict[str, Any], others: Sequence[str], target: Target) -> ModuleType:
    made = ModuleType(twin_name)
    made.__dict__[_OTHERS] = others
    made.__dict__.update({key: value for key, value in given.items() if not key.startswith("__")})
    exec(_code(name), made.__dict__)
    for key, value in list(vars(made).items()):
        if isinstance(value, Constants):
            setattr(made, key, target.array(value))
        elif isinstance(value, FunctionType) and hasattr(value, "__kernel__"):
            own = value.__globals__ is made.__dict__
            setattr(made, key, target.function(value) if own else getattr(twin(value.__module__, target), key))
    sys.modules[twin_name] = made  # Numba looks a cached function's module up by its name
    return made


def _code(name: str) -> CodeType:
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.loader is not None
    code = spec.loader.get_code(name)  # type: ignore[attr-defined]
    assert isinstance(code, CodeType)
    return code
