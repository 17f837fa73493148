"""Write what `build_page.py` needs besides the files of `web/`, into `web/src/generated`.

- `words.LANGUAGE.json`: the page's sentences, which stand in calls, `t("Your turn, {name}")`, or are marked with
  `msg("…")` to be said later, with their translations;
- `books/GAME`: the rulebooks and lessons of all registered games;
- `days/GAME.json`: the stocks of positions for a day each;
- `local/`: what the page has in common with the server, translated from the same Python (ewala.browser.script), with
  the sentences that it may say and what the rules do.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))  # where the package is built it is not installed yet

from ewala.browser.script.program import Order, write_script
from ewala.core.fingerprint import play_of
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.kit.game_kit import GameKit

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
LOCALE = ROOT / "src" / "ewala" / "locale"
GENERATED = WEB / "src" / "generated"
BOOKS = GENERATED / "books"
DAYS = GENERATED / "days"
SCRIPT = GENERATED / "local"
WEIGHTS = ROOT / "src" / "ewala" / "browser" / "weights.mjs"
# What the page's worker imports.
INDEX = """export { Door, analysed, decided, hinted, not_analysed } from "./script.mjs";
export { equip } from "./stubs/ewala.core.machines.mjs";
export { give } from "./stubs/ewala.core.bundled_weights.mjs";
export { weights } from "./weights.mjs";
export { know } from "./stubs/ewala.core.fingerprint.mjs";
export { learn } from "./stubs/ewala.locale.catalogues.mjs";
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
export function equip(game: string, exports: WebAssembly.Exports, about: object): void;
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

_CALL = re.compile(r"(?<![\w.$])(?<!function )(?:t|msg)\(\s*")
_LITERAL = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""")
_CHOICE = re.compile(rf"[?:]\s*{_LITERAL.pattern}")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|.)")


class Found(NamedTuple):
    """A sentence, and where it stands."""

    english: str
    file: str
    line: int


def sentences_in_page(source: str, file: str) -> Iterator[Found]:
    """The sentences in a file of the page, in its order; raises ValueError for one that is put together."""
    for call in _CALL.finditer(source):
        line = source.count("\n", 0, call.start()) + 1
        argument = _first_argument(source, call.end())
        literal = _LITERAL.fullmatch(argument)
        if literal:
            yield Found(_unquoted(literal[1]), file, line)
        elif "?" in argument and "`" not in argument:
            said = [_unquoted(choice[1]) for choice in _CHOICE.finditer(argument)]
            yield from (Found(choice, file, line) for choice in said if choice)  # a catalogue's head is called ""
        elif "`" in argument or ("+" in argument and _LITERAL.search(argument)):
            raise ValueError(f'{file}:{line}: {argument} cannot be translated; use blanks, as in t("a {{b}}", {{ b }})')


def _first_argument(source: str, start: int) -> str:
    """What stands from `start` up to the comma or parenthesis that ends a call's first argument."""
    depth, at = 0, start
    while at < len(source):
        literal = _LITERAL.match(source, at)
        if literal:
            at = literal.end()
            continue
        letter = source[at]
        if depth == 0 and letter in ",)":
            break
        depth += (letter in "([{") - (letter in ")]}")
        at += 1
    return source[start:at].strip()


def _unquoted(literal: str) -> str:
    """The text of a string literal."""
    plain = {"n": "\n", "t": "\t"}

    def letter(escape: re.Match[str]) -> str:
        code = escape[1]
        if code[0] == "u" and len(code) > 1:
            return chr(int(code[1:].strip("{}"), 16))
        return plain.get(code, code)

    return _ESCAPE.sub(letter, literal[1:-1])


def page_sentences() -> list[Found]:
    """Every sentence of the page, in the order of its files."""
    paths = sorted(path for kind in ("ts", "svelte") for path in (WEB / "src").rglob(f"*.{kind}"))
    return [
        found
        for path in paths
        if GENERATED not in path.parents
        for found in sentences_in_page(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    ]


def write_page_words() -> None:
    """Write `words.LANGUAGE.json` for each language: the page's sentences with their translations."""
    wanted = {found.english for found in page_sentences()}
    for language, said in _catalogues():
        words = {english: said[english] for english in sorted(wanted & said.keys())}
        _write_json(GENERATED / f"words.{language}.json", words)


def write_page_books() -> None:
    """Copy `rulebook/` and `lesson/` of every game that has them; what is no game's any more is removed."""
    wanted = {
        BOOKS / name / folder / file.name: file.read_bytes()
        for name in GAMES
        for folder in ("rulebook", "lesson")
        if (home := kit_of(name).files() / folder).is_dir()
        for file in home.iterdir()
    }
    for path in [path for path in BOOKS.rglob("*.*") if path not in wanted]:
        path.unlink()
    for path, data in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:  # Vite's server would notice a new date
            path.write_bytes(data)


def write_page_days() -> None:
    """Write them where the page looks for them; whatever is not a game's any more is removed."""
    stocks = {
        json.loads(path.read_bytes())["game"]: path
        for path in sorted((ROOT / "src" / "ewala" / "games").glob("*/coach/days.json"))
    }
    for path in DAYS.glob("*.json"):
        if path.stem not in stocks:
            path.unlink()
    for game, path in stocks.items():
        text = json.dumps(json.loads(path.read_bytes()), ensure_ascii=False, separators=(",", ":"))
        _write(DAYS / f"{game}.json", text)


def page_order() -> Order:
    """All that the page has of our Python."""
    kits = [kit_of(name) for name in GAMES]
    parts = (f"{kit.package}.{kit.parts[part]}" for kit in kits for part in PAGE_PARTS if part in kit.parts)
    whole = (*GAMES.values(), *(game_class(name).kernel for name in GAMES), *parts)
    kernels = tuple(kernel.__name__ for name in GAMES for kernel in kit_of(name).search_kernels())
    tables = {"ewala.games.registry:GAMES": GAMES}
    return Order(ENTRIES, whole, tuple(map(_home_of, kits)), tables=tables, kernels=kernels)


def _home_of(kit: GameKit) -> Path:
    """The folder in which a game's package lies, with its outermost one: games may be registered from elsewhere."""
    return Path(str(kit.files())).parents[kit.package.count(".")]


@cache
def write_page_script() -> None:
    """The script, `sentences.LANGUAGE.json`, `rules.json`, and what of it is imported by whom."""
    write_script(SCRIPT, page_order())
    spoken = _texts((SCRIPT / "script.mjs").read_text(encoding="utf-8"))
    for language, said in _catalogues():
        sentences = {english: said[english] for english in sorted(spoken & said.keys())}
        _write_json(SCRIPT / f"sentences.{language}.json", sentences)
    _write_json(SCRIPT / "rules.json", {name: play_of(game_class(name)) for name in GAMES})
    _write(SCRIPT / "weights.mjs", WEIGHTS.read_text(encoding="utf-8"))
    _write(SCRIPT / "index.mjs", INDEX)
    _write(SCRIPT / "index.d.mts", TYPES)


def _texts(script: str) -> set[str]:
    """Every text that stands in a script."""
    return {json.loads(text) for text in re.findall(r'"(?:[^"\\]|\\.)*"', script)}


def _catalogues() -> Iterator[tuple[str, dict[str, str]]]:
    """Of each language, what is translated."""
    from babel.messages.pofile import read_po

    for source in sorted(LOCALE.glob("*/LC_MESSAGES/ewala.po")):
        with source.open("rb") as po:
            said = {str(message.id): str(message.string) for message in read_po(po) if message.id and message.string}
        yield source.parts[-3], said


def _write_json(path: Path, content: object) -> None:
    _write(path, json.dumps(content, ensure_ascii=False, indent=0) + "\n")


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # Vite's server would notice a new date
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
