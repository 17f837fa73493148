"""Write what the page has in common with the server as JavaScript, for `build_page.py`: into `web/src/generated/local`.

It is translated from the same Python (ewala.browser.script), with the sentences that it may say and what the rules do.
"""

import json
import re
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))  # where the package is built it is not installed yet

from ewala.browser.script.program import Order, write_script
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.kit.game_kit import GameKit

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src" / "ewala" / "locale"
SCRIPT = ROOT / "web" / "src" / "generated" / "local"
WEIGHTS = ROOT / "src" / "ewala" / "browser" / "weights.mjs"
# What the page's worker imports.
INDEX = """export { Door, analysed, decided, hinted, not_analysed } from "./script.mjs";
export { equip } from "./standins/ewala.core.machines.mjs";
export { give } from "./standins/ewala.core.shipped.mjs";
export { weights } from "./weights.mjs";
export { know } from "./standins/ewala.core.fingerprint.mjs";
export { learn } from "./standins/ewala.locale.catalogues.mjs";
"""
TYPES = """export type Answer = (status: number, text: string) => void;
/** Through which a page gets at the tables of its device: ewala.local.door.
 *
 * What an object has is written with a dollar. */
export interface Door {
  $knows(table: string): boolean;
  $take_in(kept: string): void;
  $forget(table: string): void;
  $give_up(table: string, reason: string): void;
  $tick(): void;
  $ask(method: string, path: string, body: string, keys: string[], language: string, answer: Answer): void;
  $open(line: number, table: string, language: string): void;
  $hear(line: number, frame: string): void;
  $close(line: number): void;
  $decide(task: string, move: string): void;
}
export function Door(
  now: () => number,
  keep: (addition: string, done: () => void, lost: (reason: string) => void) => void,
  deliver: (line: number, frame: string) => void,
  cut: (line: number) => void,
  think: (task: string) => void,
  stop: (task: string) => void,
  advise: (task: string, answer: Answer) => void,
  review: (task: string) => void,
): Door;
/** A bot's move, from its task. */
export function decided(task: string): string;
/** A hint, from its task. */
export function hinted(task: string): string;
/** An analysis, from its task; before that, `tell` hears how far it is. */
export function analysed(task: string, tell: (text: string) => void): string;
/** The same where it came to nothing. */
export function not_analysed(task: string, reason: string): string;
/** Give a game its module's exports, and what is to be known of them. */
export function equip(game: string, doors: WebAssembly.Exports, about: object): void;
/** What bots have learned, from its file; and give it to them. */
export function weights(file: Uint8Array, about: object): object;
export function give(arrays: object, about: object): void;
/** What the rules of a game do, as a digest. */
export function know(game: string, digest: string): void;
/** What sentences are in a language. */
export function learn(language: string, sentences: Record<string, string>): void;
"""
PASSES = ("knows", "take_in", "forget", "give_up", "tick", "ask", "open", "hear", "close", "decide")
DOOR = "ewala.local.door:Door"
COACH = "ewala.local.coaching"
THINKING = ("ewala.local.thinking:decided", f"{COACH}:hinted", f"{COACH}:analysed", f"{COACH}:not_analysed")
# The parts of a game's kit that the page uses.
PAGE_PARTS = (
    "game",
    "sides",
    "move_in_words",
    "seat_stays_empty",
    "details",
    "words",
    "opponents",
    "hint",
    "look_through",
)
ENTRIES = (DOOR, *(f"{DOOR}.{name}" for name in PASSES), *THINKING)


def page_order() -> Order:
    """All that the page has of our Python."""
    kits = [kit_of(name) for name in GAMES]
    parts = (f"{kit.package}.{kit.parts[part]}" for kit in kits for part in PAGE_PARTS if part in kit.parts)
    whole = (*GAMES.values(), *(game_class(name).kernel for name in GAMES), *parts)
    doors = tuple(kernel.__name__ for name in GAMES for kernel in kit_of(name).search_kernels())
    tables = {"ewala.games.registry:GAMES": GAMES}
    return Order(ENTRIES, whole, tuple(map(_home_of, kits)), tables=tables, doors=doors)


def _home_of(kit: GameKit) -> Path:
    """The folder in which a game's package lies, with its outermost one: games may be registered from elsewhere."""
    return Path(str(kit.files())).parents[kit.package.count(".")]


@cache
def write_page_script() -> None:
    """The script, `sentences.LANGUAGE.json`, `rules.json`, and what of it is imported by whom."""
    from babel.messages.pofile import read_po

    write_script(SCRIPT, page_order())
    said = _texts((SCRIPT / "script.mjs").read_text(encoding="utf-8"))
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/ewala.po")):
        with source.open("rb") as po:
            known = {str(message.id): str(message.string) for message in read_po(po) if message.id and message.string}
        _write(
            f"sentences.{source.parts[-3]}.json", {english: known[english] for english in sorted(said & known.keys())}
        )
    _write("rules.json", {name: play_of(game_class(name)) for name in GAMES})
    _write_text("weights.mjs", WEIGHTS.read_text(encoding="utf-8"))
    _write_text("index.mjs", INDEX)
    _write_text("index.d.mts", TYPES)


def _texts(script: str) -> set[str]:
    """Every text that stands in a script."""
    return {json.loads(text) for text in re.findall(r'"(?:[^"\\]|\\.)*"', script)}


def _write(name: str, content: object) -> None:
    _write_text(name, json.dumps(content, ensure_ascii=False, indent=0) + "\n")


def _write_text(name: str, text: str) -> None:
    path = SCRIPT / name
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # Vite's server would notice a new date
        path.write_text(text, encoding="utf-8")
