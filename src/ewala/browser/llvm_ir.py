"""Exports as LLVM IR: as Numba writes it, retargeted to WebAssembly.

The one place that knows how Numba calls its functions and what it asks of Python's runtime.
"""

import importlib
import re
from typing import Any

from ewala.browser.exports import Export, flat, sizes_of
from ewala.core.buffers import Buffer, is_structure
from ewala.core.errors import BadSetup

# A kernel allocates nothing, and so there are no references to count.
_COUNTING = re.compile(r"^define [^\n]*@NRT_(incref|decref)\(.*?^}$", re.MULTILINE | re.DOTALL)
_NOT_COUNTING = r"define linkonce_odr void @NRT_\1(ptr %0) alwaysinline {\n  ret void\n}"
_MACHINE = re.compile(r"^target (?:triple|datalayout) = .*$", re.MULTILINE)
_COMMON = re.compile(r"(?<== )common (?=global)")  # WebAssembly's word for variables that the linker merges is another


def write_only() -> None:
    """Stop Numba from making machine code in this process: nobody runs it here."""
    codegen: Any = importlib.import_module("numba.core.codegen")

    def nowhere(library: Any, _name: str) -> int:
        library._ensure_finalized()  # which puts together what it calls
        return 0

    codegen.JITCodeLibrary._finalize_specific = lambda _library: None
    codegen.JITCodeLibrary.get_pointer_to_function = nowhere
    codegen.JITCPUCodegen.set_env = lambda _codegen, _name, _environment: None


def llvm_ir(export: Export) -> tuple[str, str]:
    """An export with all that it calls, as Numba writes it, and the function by which a browser calls it."""
    import numba

    settings: dict[str, Any] = {
        "nogil": True,
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": True,
    }
    dispatcher = numba.njit(**settings)(export.function)
    try:
        dispatcher.compile(_signature(export))
    except numba.core.errors.NumbaError as error:
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))  # Numba writes in colours where it finds a package for them
        said = [line.strip() for line in text.splitlines() if line.strip()]
        why = said[1] if len(said) > 1 else said[0]  # the first says where it gave up
        raise BadSetup("browser/kernel", "", f"{export.name} is not in what Numba compiles: {why}") from None
    (made,) = dispatcher.overloads.values()
    return made.library.get_llvm_str(), _called_plainly(export, made)


def retargeted(text: str, head: str) -> str:
    """The same for the machine that `head` names."""
    text = _COUNTING.sub(_NOT_COUNTING, _MACHINE.sub("", text))
    return head + _COMMON.sub("linkonce_odr ", text)


def _signature(export: Export) -> Any:
    from numba import types

    numbers = {"whole": types.int32, "real": types.float64, None: types.void}

    def parameter(kind: Any) -> Any:
        if isinstance(kind, Buffer):
            address: Any = types.CPointer
            return address(_element(kind))
        return types.int32 if kind is int else numbers[kind]

    takes: list[Any] = []
    for kind in export.takes.values():
        if is_structure(kind):
            takes += [types.int32] * len(sizes_of(kind))
            takes += [parameter(part) for _, part in flat("", kind)]
        else:
            takes.append(parameter(kind))
    return numbers[export.returns](*takes)


def _element(buffer: Buffer) -> Any:
    """What lies at a buffer's address, as Numba types it."""
    import numba

    if isinstance(buffer.holds, type):
        return numba.from_dtype(buffer.holds.dtype())
    return {"whole": numba.int64, "real": numba.float64, "short": numba.float32, "flag": numba.boolean}[buffer.holds]


def _called_plainly(export: Export, made: Any) -> str:
    """A function that passes its arguments on, and traps where Numba's would raise: nobody could catch it there."""
    from llvmlite import ir

    context, about = made.target_context, made.fndesc
    module = context.create_module(export.name)
    inner_type = context.call_conv.get_function_type(about.restype, about.argtypes)
    inner = ir.Function(module, inner_type, about.llvm_func_name)
    returns = context.get_value_type(about.restype) if export.returns else ir.VoidType()
    takes = [context.get_value_type(kind) for kind in about.argtypes]
    outer = ir.Function(module, ir.FunctionType(returns, takes), export.name)
    builder = ir.IRBuilder(outer.append_basic_block("entry"))
    status, value = context.call_conv.call_function(builder, inner, about.restype, about.argtypes, outer.args)
    with builder.if_then(status.is_error, likely=False):
        builder.call(module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ())
        builder.unreachable()
    if export.returns:
        builder.ret(value)
    else:
        builder.ret_void()
    return str(module)
