"""Build the games' kernels for browsers, with their descriptions, into the page's sources; `make browser` runs it.

`web/src/generated/kernels` gets GAME.wasm, GAME.ts and GAME.weights of every game. The page does not use them yet, and
so neither `make page` nor `make play` waits for them.
"""

import gzip
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ewala.browser.build import Module, module_of
from ewala.core.errors import BadSetup
from ewala.games.registry import GAMES

__all__ = ["FOLDER", "write_kernels"]

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "src" / "generated" / "kernels"


def write_kernels(folder: Path) -> list[Module]:
    """Every game's module and description, in a folder; each is compiled in a process of its own, beside the others."""
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor() as pool:
        modules = list(pool.map(module_of, GAMES))
    for module in modules:
        (folder / f"{module.name}.wasm").write_bytes(module.code)
        (folder / f"{module.name}.ts").write_text(module.types, encoding="utf-8")
        (folder / f"{module.name}.weights").write_bytes(module.weights)
    return modules


def main() -> int:
    try:
        for module in write_kernels(FOLDER):
            for ending, data in (("wasm", module.code), ("weights", module.weights)):
                packed = len(gzip.compress(data, 9))
                sys.stdout.write(f"{module.name}.{ending}: {len(data):,} bytes, {packed:,} packed\n")
    except BadSetup as error:
        sys.stderr.write(f"{error.code}: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
