"""The linker that makes a module of an object: LLVM's `wasm-ld`, as the package `ziglang` has it for every system."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled

STACK = 1 << 16  # bytes; a kernel's functions are shallow, and keep little there
# Nothing begins to run by itself; what no door needs is left out; so are names, but for those of the doors.
OPTIONS = ("--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", f"stack-size={STACK}", "--export=__heap_base")

_UNDEFINED = re.compile(r"undefined symbol: (\S+)")


def need_linker() -> None:
    """Raises NotInstalled with one clear sentence if there is no linker."""
    if importlib.util.find_spec("ziglang") is None:
        raise NotInstalled(
            "browser/linker", "", "a module for browsers is linked by the package ziglang; `make browser` installs it"
        )


def linked(made: bytes, exports: Sequence[str]) -> bytes:
    """The module of an object, with these functions, its memory, and the address from which memory is free."""
    need_linker()
    with TemporaryDirectory(prefix="ewala-") as folder:
        before, after = Path(folder, "doors.o"), Path(folder, "doors.wasm")
        before.write_bytes(made)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "ziglang", "wasm-ld", *OPTIONS),
                *(f"--export={name}" for name in exports),
                *(str(before), "-o", str(after)),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        if missing := sorted(set(_UNDEFINED.findall(done.stderr))):
            raise BadSetup("browser/lacks", "", f"the kernel calls {', '.join(missing)}, which a browser has not")
        if done.returncode:
            raise BadSetup("browser/linker", "", f"wasm-ld failed: {' '.join(done.stderr.split())}")
        return after.read_bytes()
