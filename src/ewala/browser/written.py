"""Doors in LLVM's language, as Numba writes them, made to fit WebAssembly.

The one place that knows how Numba calls its functions and what it asks of Python's runtime.
"""

import importlib
import re
from typing import Any

from ewala.browser.kinds import Door, Place
from ewala.browser.search_doors import flat, sizes_of
from ewala.core.buffers import Buffer, is_structure
from ewala.core.errors import BadSetup

# A kernel allocates nothing, and so there are no references to count.
_COUNTING = re.compile(r"^define [^\n]*@NRT_(incref|decref)\(.*?^}$", re.MULTILINE | re.DOTALL)
_NOT_COUNTING = r"define linkonce_odr void @NRT_\1(ptr %0) alwaysinline {\n  ret void\n}"
_MACHINE = re.compile(r"^target (?:triple|datalayout) = .*$", re.MULTILINE)
# Variables of which a linker makes one, whatever they come from; WebAssembly has another word for that.
_COMMON = re.compile(r"(?<== )common (?=global)")


def write_only() -> None:
    """From now on Numba makes no machine code in this process of what it writes: nobody runs it here."""
    codegen: Any = importlib.import_module("numba.core.codegen")

    def nowhere(library: Any, _name: str) -> int:
        library._ensure_finalized()  # which puts together what it calls
        return 0

    codegen.JITCodeLibrary._finalize_specific = lambda _library: None
    codegen.JITCodeLibrary.get_pointer_to_function = nowhere
    codegen.JITCPUCodegen.set_env = lambda _codegen, _name, _environment: None


def written(door: Door, state: Any, rules: Any) -> tuple[str, str]:
    """A door and all that it calls, as Numba writes it, and the function by which a browser calls it."""
    import numba

    settings: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": True,
    }
    dispatcher = numba.njit(**settings)(door.function)
    try:
        dispatcher.compile(_signature(door, state, rules))
    except numba.core.errors.NumbaError as error:
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))  # Numba writes in colours where it finds a package for them
        said = [line.strip() for line in text.splitlines() if line.strip()]
        why = said[1] if len(said) > 1 else said[0]  # the first says where it gave up
        raise BadSetup("browser/kernel", "", f"{door.name} is not in what Numba compiles: {why}") from None
    (made,) = dispatcher.overloads.values()
    return made.library.get_llvm_str(), _called_plainly(door, made)


def retargeted(text: str, head: str) -> str:
    """The same for another machine, which `head` names."""
    text = _COUNTING.sub(_NOT_COUNTING, _MACHINE.sub("", text))
    return head + _COMMON.sub("linkonce_odr ", text)


def _signature(door: Door, state: Any, rules: Any) -> Any:
    from numba import types

    address: Any = types.CPointer
    kinds = {
        "state": state,
        "stack": state,
        "rules": rules,
        "moves": types.int32,
        "rows": types.int32,
        "features": types.int32,
        "scores": types.int32,
        "text": types.uint8,
        "rng": types.int64,
    }
    numbers = {"whole": types.int32, "real": types.float64, "count": types.float64, None: types.void}
    takes: list[Any] = []
    for kind in door.takes.values():
        if isinstance(kind, Place):
            takes.append(address(kinds[kind.name]))
        elif is_structure(kind):
            takes += [types.int32] * len(sizes_of(kind))
            takes += [address(_held(part)) if isinstance(part, Buffer) else types.int32 for _, part in flat("", kind)]
        else:
            takes.append(numbers[kind])
    return numbers[door.gives](*takes)


def _held(buffer: Buffer) -> Any:
    """What lies at a buffer's address, as Numba types it."""
    import numba

    if isinstance(buffer.holds, type):
        return numba.from_dtype(buffer.holds.dtype())
    return {"whole": numba.int64, "real": numba.float64, "short": numba.float32, "flag": numba.boolean}[buffer.holds]


def _called_plainly(door: Door, made: Any) -> str:
    """A function that hands on what it is given and traps where Numba's would raise: nobody could catch it there."""
    from llvmlite import ir

    context, about = made.target_context, made.fndesc
    module = context.create_module(door.name)
    inner_type = context.call_conv.get_function_type(about.restype, about.argtypes)
    inner = ir.Function(module, inner_type, about.llvm_func_name)
    gives = context.get_value_type(about.restype) if door.gives else ir.VoidType()
    takes = [context.get_value_type(kind) for kind in about.argtypes]
    outer = ir.Function(module, ir.FunctionType(gives, takes), door.name)
    builder = ir.IRBuilder(outer.append_basic_block("entry"))
    status, given = context.call_conv.call_function(builder, inner, about.restype, about.argtypes, outer.args)
    with builder.if_then(status.is_error, likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ())
        builder.unreachable()
    if door.gives:
        builder.ret(given)
    else:
        builder.ret_void()
    return str(module)
