"""Compile the kernels, once, before somebody waits for them.

    python tools/compile_kernels.py             as machine code, as far as the tests need it: `make compiled`
    python tools/compile_kernels.py --browser   as WebAssembly, into the page's sources: `make browser`

`web/src/generated/kernels` gets GAME.wasm, files of weights and GAME.json of every game. A page that is built when they
are there has bots of its own; `make play` does not wait for them, for its server has bots.
"""

import gzip
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ewala.browser.build import Module, module_of
from ewala.core.errors import BadSetup
from ewala.envs.vector import VectorEnv
from ewala.games.registry import GAMES, kit_of
from ewala.games.warm_up import main as warm_bots
from ewala.lab.simulation import simulate

BROWSER = Path(__file__).parents[1] / "web" / "src" / "generated" / "kernels"


def compile_for_tests() -> int:
    """Fill the cache of machine code before several processes ask for it at once."""
    for name in GAMES:
        simulate(name, "greedy", 1)
        env = VectorEnv(name, 1)
        env.reset(seed=1)
        env.step(env.random_actions())
        kit_of(name).compile_training()
    return warm_bots()  # last: it marks the cache as filled


def write_browser_kernels(folder: Path) -> list[Module]:
    """Every game's module and description, in a folder; each is compiled in a process of its own, beside the others."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.weights"):  # of a version that named them otherwise
        old.unlink()
    with ThreadPoolExecutor() as pool:
        modules = list(pool.map(module_of, GAMES))
    for module in modules:
        (folder / f"{module.name}.wasm").write_bytes(module.code)
        for short, data in module.weights.items():
            (folder / f"{module.name}.{short}.weights").write_bytes(data)
        (folder / f"{module.name}.json").write_text(json.dumps(module.about) + "\n", encoding="utf-8")
    return modules


def main() -> int:
    if "--browser" not in sys.argv[1:]:
        return compile_for_tests()
    try:
        for module in write_browser_kernels(BROWSER):
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
