"""Build the games' kernels for browsers, with their descriptions, into the page's sources; `make browser` runs it.

`web/src/generated/kernels` gets GAME.wasm, files of weights, GAME.ts and GAME.json of every game. A page that is built
when they are there has bots of its own; `make play` does not wait for them, for its server has bots.
"""

import gzip
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ewala.browser.build import Module, module_of
from ewala.browser.describe import search_described
from ewala.core.errors import BadSetup
from ewala.games.registry import GAMES, kit_of

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "src" / "generated" / "kernels"


def write_kernels(folder: Path) -> list[Module]:
    """Every game's module and description, in a folder; each is compiled in a process of its own, beside the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.weights"):  # of a version that named them otherwise
        old.unlink()
    with ThreadPoolExecutor() as pool:
        modules = list(pool.map(module_of, GAMES))
    for module in modules:
        (folder / f"{module.name}.wasm").write_bytes(module.code)
        (folder / f"{module.name}.ts").write_text(module.types, encoding="utf-8")
        for short, data in module.weights.items():
            (folder / f"{module.name}.{short}.weights").write_bytes(data)
        about = json.dumps(search_described(kit_of(module.name)))
        (folder / f"{module.name}.json").write_text(about + "\n", encoding="utf-8")
    return modules


def main() -> int:
    try:
        for module in write_kernels(FOLDER):
            learned = {f"{short}.weights": data for short, data in module.weights.items()}
            for ending, data in {"wasm": module.code, **learned}.items():
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
