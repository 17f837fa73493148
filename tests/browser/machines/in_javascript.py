"""Python that is translated and run in Node: functions of tests/browser/scripts, called with plain values."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from programs import program

import ewala.browser
import ewala.locale
from ewala.browser.build import Module
from ewala.browser.describe import search_described
from ewala.browser.script.program import Order, write_script
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class, kit_of

__all__ = ["SCRIPTS", "in_javascript"]

SCRIPTS = Path(__file__).parents[1] / "scripts"
READER = Path(ewala.browser.__file__).with_name("weights.mjs")
# The games' own bots, for scripts that do without them: they search in modules, which have to be built.
SEARCHES = [f"{kit.rpartition('.')[0]}.bots.levels:{name}" for kit in GAMES.values() for name in ("LEVELS", "PLAIN")]
WHOLE = (*GAMES.values(), *(game_class(name).kernel for name in GAMES))
RUNNER = """
import * as script from "./script.mjs";
import { Dict, mapping } from "./runtime/python.mjs";
import { know } from "./standins/ewala.core.fingerprint.mjs";
import { equip } from "./standins/ewala.core.machines.mjs";
import { give } from "./standins/ewala.core.shipped.mjs";
import { learn } from "./standins/ewala.locale.catalogues.mjs";
import { readFileSync } from "node:fs";

const { catalogues, digests, luck, tick, reader, equipment, readers, jobs } = JSON.parse(readFileSync(0, "utf-8"));
for (const [language, sentences] of Object.entries(catalogues)) learn(language, sentences);
for (const [game, digest] of Object.entries(digests)) know(game, digest);
const { weights } = await import(reader);
for (const [game, about] of Object.entries(equipment)) {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(`${game}.wasm`, import.meta.url)), {});
  equip(game, instance.exports, about);
}
const had = new Set();
function learnedBy([game, bot]) {
  for (const name of equipment[game].reads[bot]) {
    const file = `${game}.${name}.weights`;
    const arrays = equipment[game].weights[name];
    if (!had.has(file)) give(weights(readFileSync(new URL(file, import.meta.url)), arrays), arrays);
    had.add(file);
  }
}
const draw = crypto.getRandomValues.bind(crypto);
if (luck) crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(luck) : draw(bytes)); // dice have 32
let looks = 0;
if (tick) performance.now = () => ++looks * tick * 1000;
const given = (value) =>
  value && typeof value === "object" && !Array.isArray(value) ? mapping(Object.entries(value)) : value;
const plain = (value) => (value instanceof Dict ? Object.fromEntries(value.$items()) : value);
function done([name, ...args], n) {
  readers[n].forEach(learnedBy);
  return plain(script[name](...args.map(given)));
}
process.stdout.write(JSON.stringify(jobs.map(done)));
"""


def in_javascript(
    folder: Path,
    entries: Iterable[str],
    jobs: Iterable[Iterable[Any]],
    *,
    luck: int = 0,
    tick: float = 0.0,
    modules: Iterable[Module] = (),
    bots: Iterable[tuple[str, str]] | None = None,
) -> list[Any]:
    """The answers of functions, each named and given its arguments. With `luck`, dice have secrets of that byte; with
    `tick`, the clock goes on by so many seconds whenever somebody looks; games whose modules are given have bots.

    For each job there may be a game and the bot whose files of weights are read by then; else they are the coach's."""
    jobs = list(jobs)
    equipment = {module.name: _equipped(folder, module) for module in modules}
    doors = [kernel.__name__ for name in equipment for kernel in kit_of(name).search_kernels()]
    without = () if equipment else tuple(SEARCHES)
    write_script(folder, Order(tuple(entries), WHOLE, (SCRIPTS,), without, tuple(doors)))
    (folder / "run.mjs").write_text(RUNNER, encoding="utf-8")
    asked = {
        "catalogues": _catalogues(),
        "digests": {name: play_of(game_class(name)) for name in GAMES},
        "luck": luck,
        "tick": tick,
        "reader": str(READER),
        "equipment": equipment,
        "readers": [[bot] for bot in bots] if bots else [[(name, "") for name in equipment]] * len(jobs),
        "jobs": jobs,
    }
    ran = subprocess.run(
        [program("node"), str(folder / "run.mjs")], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert not ran.stderr, ran.stderr[:4000]
    answers: list[Any] = json.loads(ran.stdout)
    return answers


def _equipped(folder: Path, module: Module) -> dict[str, Any]:
    """What a page fetches for a game's bots, in the folder; and what is to be known of it."""
    (folder / f"{module.name}.wasm").write_bytes(module.code)
    for name, data in module.weights.items():
        (folder / f"{module.name}.{name}.weights").write_bytes(data)
    return search_described(kit_of(module.name))


def _catalogues() -> dict[str, dict[str, str]]:
    found = {}
    for path in Path(ewala.locale.__file__).parent.glob("*/LC_MESSAGES/ewala.po"):
        with path.open("rb") as po:
            found[path.parts[-3]] = {str(said.id): str(said.string) for said in read_po(po) if said.id and said.string}
    return found
