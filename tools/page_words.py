"""The page's sentences: finds them in its sources, and writes the catalogues that it loads.

A sentence stands in a call, `t("Your turn, {name}")`, or is marked with `msg("…")` to be said later. Needs neither the
package nor its dependencies, but for Babel: it runs while the package is being built.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
LOCALE = ROOT / "src" / "ewala" / "locale"
GENERATED = WEB / "src" / "generated"

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
    from babel.messages.pofile import read_po

    wanted = {found.english for found in page_sentences()}
    GENERATED.mkdir(parents=True, exist_ok=True)
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/ewala.po")):
        with source.open("rb") as po:
            said = {message.id: message.string for message in read_po(po) if message.string}
        words = {english: said[english] for english in sorted(wanted & said.keys())}
        text = json.dumps(words, ensure_ascii=False, indent=0) + "\n"
        path = GENERATED / f"words.{source.parts[-3]}.json"
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # Vite's server would notice a new date
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page_words()
    sys.stdout.write(f"{len({found.english for found in page_sentences()})} sentences of the page\n")
