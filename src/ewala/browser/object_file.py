"""A game's exports as a WebAssembly object file: `python -m ewala.browser.object_file GAME FILE`.

It is compiled in a process of its own, where Numba optimises nothing: what it writes then knows nothing of this
machine, and is the same on any. LLVM, as llvmlite has it, puts that together, optimises it and writes the object.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ewala.browser.exports import Export, exports_of
from ewala.browser.llvm_ir import llvm_ir, retargeted, write_only
from ewala.core.errors import BadSetup
from ewala.games.registry import kit_of

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has: memory copied by one instruction, small numbers widened by one, fractions
# made whole without a trap; and vectors of 128 bits, on which a network is twice as quick.
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
# Nothing of this machine, and nothing that depends on the order of a set.
PLAIN = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "PYTHONHASHSEED": "0"}
REFUSED = 3  # the exit status of a process that has said why, in its last line


def compiled_object(name: str) -> bytes:
    """The object with a game's exports; raises BadSetup where its kernel needs what a browser has not."""
    with TemporaryDirectory(prefix="ewala-") as folder:
        file = Path(folder, "exports.o")
        done = subprocess.run(
            [sys.executable, "-m", __name__, name, str(file)],
            env={**os.environ, **PLAIN},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = done.stderr.strip().rpartition("\n")[2]
            code, _, sentence = said.partition(" ") if done.returncode == REFUSED else ("browser/compiler", "", said)
            raise BadSetup(code, "", f"{name}: {sentence}")
        return file.read_bytes()


def object_file(exports: Sequence[Export]) -> bytes:
    """The object with these exports; raises BadSetup if it needs what is not in it."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=FEATURES)
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    names = {export.name for export in exports}
    whole = llvm.parse_assembly(head)
    for export in exports:
        for text in reversed(llvm_ir(export)):
            module = llvm.parse_assembly(retargeted(text, head))
            for function in _defined(module.functions):
                function.linkage = "external" if function.name in names else "linkonce_odr"  # exports share functions
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


def main() -> int:
    write_only()
    name, file = sys.argv[1:]
    try:
        Path(file).write_bytes(object_file(exports_of(kit_of(name))))
    except BadSetup as error:
        sys.stderr.write(f"{error.code} {error}\n")
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
