"""Modules for browsers, built when somebody asks for one and kept with the machine code of this version.

An object becomes a module by LLVM's `wasm-ld`, as the package `ziglang` has it for every system.
"""

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ewala.browser.describe import described
from ewala.browser.exports import exports_of
from ewala.browser.object_file import compiled_object
from ewala.browser.weights import files_of
from ewala.core.compiled import code_folder
from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled
from ewala.games.registry import kit_of

STACK = 1 << 16  # bytes; a kernel's functions are shallow, and keep little there
# Nothing begins to run by itself; what no export needs is left out; so are names, but for those of the exports.
OPTIONS = ("--no-entry", "--gc-sections", "--strip-all", "-O2", "-z", f"stack-size={STACK}", "--export=__heap_base")

_UNDEFINED = re.compile(r"undefined symbol: (\S+)")
_MADE_BY = ("numba", "llvmlite", "ziglang")
_MADE_IN = ("build", "exports", "llvm_ir", "object_file")  # our modules that make a difference to it


@dataclass(frozen=True)
class Module:
    """A game's kernels as a browser runs them, and their description."""

    name: str
    code: bytes
    about: dict[str, Any]

    @property
    def weights(self) -> dict[str, bytes]:
        """What the game's bots have learned, as flat files."""
        return {short: data for short, (data, _) in files_of(kit_of(self.name)).items()}


def module_of(name: str) -> Module:
    """The module of a game, as it was kept or built now."""
    need_linker()
    file = _folder(name) / f"{name}.wasm"
    if not file.is_file():
        sys.stderr.write(f"ewala: compiling {name} for browsers; it is kept, so this happens once.\n")
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")  # another process may be building it too
        unfinished.write_bytes(built(name))
        unfinished.replace(file)
    return Module(name, file.read_bytes(), described(kit_of(name)))


def built(name: str) -> bytes:
    """The code of a game's module, built now."""
    need_linker()
    return linked(compiled_object(name), [export.name for export in exports_of(kit_of(name))])


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
        before, after = Path(folder, "exports.o"), Path(folder, "exports.wasm")
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


def _folder(name: str) -> Path:
    """Where modules of this version are kept: of the kernels, and of what makes modules of them, ours and others'."""
    digest = hashlib.sha256()
    for source in _MADE_IN:
        digest.update(Path(__file__).with_name(f"{source}.py").read_bytes())
    for package in _MADE_BY:
        digest.update(f"{package} {version(package)}\n".encode())
    package = kit_of(name).game().kernel.partition(".")[0]
    others = () if package == __name__.partition(".")[0] else (package,)
    return code_folder(*others) / f"browser-{digest.hexdigest()[:16]}"
