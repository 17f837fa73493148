"""Doors as a WebAssembly object: put together, optimised and written by LLVM, as llvmlite has it."""

from collections.abc import Iterator, Sequence
from typing import Any

from ewala.browser.kinds import Door
from ewala.browser.written import retargeted, written
from ewala.core.errors import BadSetup

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has: memory copied by one instruction, small numbers widened by one, fractions
# made whole without a trap; and vectors of 128 bits, on which a network is twice as quick.
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"


def assembled(doors: Sequence[Door], state: Any, rules: Any) -> bytes:
    """The object with these doors, whose records are of these types; raises BadSetup if it needs what is not in it."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    names = {door.name for door in doors}
    whole = llvm.parse_assembly(head)
    for door in doors:
        for text in reversed(written(door, state, rules)):
            module = llvm.parse_assembly(retargeted(text, head))
            for function in _defined(module.functions):
                function.linkage = "external" if function.name in names else "linkonce_odr"  # doors share functions
            whole.link_in(module)
    for value in (*_defined(whole.functions), *_defined(whole.global_variables)):
        value.linkage = "external" if value.name in names else "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    if missing := sorted(_missing(whole)):
        raise BadSetup("browser/lacks", "", f"the kernel calls {', '.join(missing)}, which a browser has not")
    return bytes(machine.emit_object(whole))


def _defined(values: Any) -> Iterator[Any]:
    return (value for value in values if not value.is_declaration)


def _missing(module: Any) -> Iterator[str]:
    """What a module calls or reads that is not in it: functions of C's library, of Python's runtime."""
    for value in (*module.functions, *module.global_variables):
        if value.is_declaration and not value.name.startswith("llvm."):
            yield value.name
