"""Python that is translated: functions of tests/browser/scripts, to be called with plain values where a machine is."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from page_generated import page_order

import ewala.browser
import ewala.locale
from ewala.browser.build import Module
from ewala.browser.script.program import write_script
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class

HERE = Path(__file__).parent
SCRIPTS = HERE.parent / "scripts"
READER = Path(ewala.browser.__file__).with_name("weights.mjs")
ENTRIES = (
    "coaching:looked_through",
    "coaching:whispered",
    "language:everything",
    "positions:walked",
    "sessions:at_home",
    "tables:spoken",
    "thinking:thought",
    "thinking:thought_in_time",
)


def write_calls(folder: Path, modules: Iterable[Module]) -> None:
    """All functions in a folder, with what they know and the modules in which bots search."""
    order = page_order()
    write_script(folder, replace(order, entries=ENTRIES, roots=(SCRIPTS, *order.roots)))
    for beside in (HERE / "calls.mjs", READER):
        shutil.copy(beside, folder)
    known = {
        "catalogues": _catalogues(),
        "digests": {name: play_of(game_class(name)) for name in GAMES},
        "equipment": {module.name: _equipped(folder, module) for module in modules},
    }
    (folder / "known.json").write_text(json.dumps(known), encoding="utf-8")


def _equipped(folder: Path, module: Module) -> dict[str, Any]:
    """What a page fetches for a game's bots, in the folder; and what is to be known of it."""
    (folder / f"{module.name}.wasm").write_bytes(module.code)
    for name, data in module.weights.items():
        (folder / f"{module.name}.{name}.weights").write_bytes(data)
    return module.about


def _catalogues() -> dict[str, dict[str, str]]:
    found = {}
    for path in Path(ewala.locale.__file__).parent.glob("*/LC_MESSAGES/ewala.po"):
        with path.open("rb") as po:
            found[path.parts[-3]] = {str(said.id): str(said.string) for said in read_po(po) if said.id and said.string}
    return found
