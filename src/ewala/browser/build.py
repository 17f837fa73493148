"""Modules for browsers, built when somebody asks for one and kept with the machine code of this version."""

import hashlib
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ewala.browser.compile import compiled_object
from ewala.browser.describe import described, typescript
from ewala.browser.link import linked, need_linker
from ewala.browser.weights import files_of
from ewala.core.compiled import code_folder
from ewala.games.registry import kit_of

_MADE_BY = ("numba", "llvmlite", "ziglang")
_MADE_IN = (
    "assembled",
    "bound",
    "compile",
    "doors",
    "kinds",
    "link",
    "search_doors",
    "written",
)  # our modules that make a difference to it


@dataclass(frozen=True)
class Module:
    """A game's kernel as a browser runs it, and what is to be known of it."""

    name: str
    code: bytes
    about: dict[str, Any]

    @property
    def types(self) -> str:
        """The description as TypeScript."""
        return typescript(kit_of(self.name))

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
    return linked(compiled_object(name), list(described(kit_of(name))["doors"]))


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
