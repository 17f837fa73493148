"""Python that is translated and run in Node: functions of tests/browser/scripts, called with plain values."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from programs import program

import ewala.locale
from ewala.browser.script.program import write_script
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class

__all__ = ["SCRIPTS", "in_javascript"]

SCRIPTS = Path(__file__).parents[1] / "scripts"
# The games' own bots search by machine code, and are not translated yet.
SEARCHES = [f"{kit.rpartition('.')[0]}.bots.levels:{name}" for kit in GAMES.values() for name in ("LEVELS", "PLAIN")]
WHOLE = [*GAMES.values(), *(game_class(name).kernel for name in GAMES)]
RUNNER = """
import * as script from "./script.mjs";
import { Dict, mapping } from "./runtime/python.mjs";
import { know } from "./standins/ewala.core.fingerprint.mjs";
import { learn } from "./standins/ewala.locale.catalogues.mjs";
import { readFileSync } from "node:fs";

const { catalogues, digests, luck, jobs } = JSON.parse(readFileSync(0, "utf-8"));
for (const [language, sentences] of Object.entries(catalogues)) learn(language, sentences);
for (const [game, digest] of Object.entries(digests)) know(game, digest);
const draw = crypto.getRandomValues.bind(crypto);
if (luck) crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(luck) : draw(bytes)); // dice have 32
const given = (value) => (value && typeof value === "object" ? mapping(Object.entries(value)) : value);
const plain = (value) => (value instanceof Dict ? Object.fromEntries(value.$items()) : value);
process.stdout.write(JSON.stringify(jobs.map(([name, ...args]) => plain(script[name](...args.map(given))))));
"""


def in_javascript(folder: Path, entries: Iterable[str], jobs: Iterable[Iterable[Any]], luck: int = 0) -> list[Any]:
    """The answers of functions, each named and given its arguments; with `luck`, dice have secrets of that byte."""
    write_script(folder, entries, WHOLE, [SCRIPTS], SEARCHES)
    (folder / "run.mjs").write_text(RUNNER, encoding="utf-8")
    digests = {name: play_of(game_class(name)) for name in GAMES}
    asked = {"catalogues": _catalogues(), "digests": digests, "luck": luck, "jobs": list(jobs)}
    ran = subprocess.run(
        [program("node"), str(folder / "run.mjs")], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert not ran.stderr
    answers: list[Any] = json.loads(ran.stdout)
    return answers


def _catalogues() -> dict[str, dict[str, str]]:
    found = {}
    for path in Path(ewala.locale.__file__).parent.glob("*/LC_MESSAGES/ewala.po"):
        with path.open("rb") as po:
            found[path.parts[-3]] = {str(said.id): str(said.string) for said in read_po(po) if said.id and said.string}
    return found
