"""Write the catalogues: gather every English sentence that server, terminal or page may say, keep what is translated.

`make catalogues` runs it. It writes `ewala.pot`, brings each language's `ewala.po` up to date (new sentences are empty
there, sentences that are no longer said are gone) and compiles those, so that they are said at once. The same sources
give the same files.
"""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from page_generated import Found, page_sentences

from ewala.locale.languages import LANGUAGES

ROOT = Path(__file__).parents[1]
LOCALE = ROOT / "src" / "ewala" / "locale"
PACKAGES = ("core", "kit", "kit/study", "games", "tables", "lab/studies", "terminal", "server", "local")
ALONE = ("kit",)  # without its folders: of figures and reports, which are in English, only errors are said
# Of the other commands only errors are for players, and these are said where they are made.
COMMANDS = ("analysis_page", "analysis_text", "study")

# What is said, and which of the arguments it is, from 0.
SAID = {
    "Sentence": 0,
    "as_sentence": 0,
    "msg": 0,
    "Option": 3,
    "Reason": 2,
    # errors
    "BadSetup": 2,
    "CannotUndo": 0,
    "DamagedRecord": 2,
    "MatchOver": 0,
    "NotAllowed": 1,
    "NotAsPromised": 1,
    "NotAtTheDesk": 1,
    "NotInvited": 1,
    "NotNow": 1,
    "NotOffered": 1,
    "NotPossible": 1,
    "NotProved": 1,
    "NotUsable": 1,
    "NotYours": 1,
    "NotYourTurn": 0,
    "StaleMove": 0,
    "TooMany": 1,
    "Unavailable": 1,
    "UnreadableText": 2,
    "__init__": 1,  # of an error's base: super().__init__(code, sentence)
    # functions that make errors
    "_impossible": 2,
    "_refused": 2,
    "_wrong_header": 2,
    "refuse": -1,  # a cursor's has one argument, a record reader's two
    # what a cursor expects
    "_read_run": 2,
    "end": 0,
    "expect": 1,
    "number": 0,
    "one_of": 1,
    "run_of": 1,
}
ALL_SAID = "heads"  # a function whose arguments are all said

HEADER = """\
# {title}
#
# The English sentences are the keys; what stands in braces is filled in and must stay as it is.
# Written by tools/write_catalogues.py, which keeps the translations; docs/translating.md says how to work on them."""
_KEPT = "Language|Plural-Forms|MIME-Version|Content-Type|Content-Transfer-Encoding"
_OTHERS = re.compile(rf'^"(?!({_KEPT}): )[A-Z][A-Za-z-]+: .*\\n"\n'.encode(), re.MULTILINE)


def sentences_in(source: str, file: str) -> Iterator[Found]:
    """The sentences in a module, in its order; raises ValueError for one that is put together before it is said."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        at = SAID.get(name)
        for said in call.args if name == ALL_SAID else call.args[at:][:1] if at is not None else []:
            for english in _literals(said, file):
                if differs(english):
                    yield Found(english, file, call.lineno)


def _literals(said: ast.expr, file: str) -> Iterator[str]:
    if isinstance(said, ast.Constant) and isinstance(said.value, str):
        yield said.value
    elif isinstance(said, ast.IfExp):
        yield from _literals(said.body, file)
        yield from _literals(said.orelse, file)
    elif isinstance(said, ast.JoinedStr | ast.BinOp):
        raise ValueError(f"{file}:{said.lineno}: {ast.unparse(said)} cannot be translated; use a Sentence with blanks")


def differs(english: str) -> bool:
    """Whether languages may differ outside the blanks: in words, and in signs before which some leave a space."""
    return any(letter.isalpha() or letter in ":;?!%" for text, *_ in Formatter().parse(english) for letter in text)


def modules_of(package: str) -> list[Path]:
    """The modules of a package whose sentences are for players."""
    folder = ROOT / "src" / "ewala" / package
    return sorted(folder.glob("*.py") if package in ALONE else folder.rglob("*.py"))


def template() -> Any:
    """Everything that can be said, as a catalogue without translations."""
    catalogue = Catalog(fuzzy=False, header_comment=HEADER.format(title="What server, terminal and page say"))
    house = ROOT / "src" / "ewala"
    modules = [path for package in PACKAGES for path in modules_of(package)]
    for path in [*modules, *(house / "commands" / f"{name}.py" for name in COMMANDS)]:
        file = path.relative_to(ROOT).as_posix()
        for found in sentences_in(path.read_text(encoding="utf-8"), file):
            catalogue.add(found.english, locations=[(file, found.line)])
    for found in page_sentences():
        if differs(found.english):
            catalogue.add(found.english, locations=[(found.file, found.line)])
    return catalogue


def catalogue_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "ewala.po"


def updated(language: str, sentences: Any) -> Any:
    """A language's catalogue with the translations that it has, for exactly these sentences."""
    path = catalogue_file(language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language)
    catalogue.update(sentences, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = HEADER.format(
        title=f"What server, terminal and page say, in {catalogue.locale.english_name}"
    )
    return catalogue


def text_of(catalogue: Any) -> bytes:
    """The catalogue as its file has it: without dates, versions and line numbers, which would change for no reason."""
    text = BytesIO()
    write_po(text, catalogue, width=0, include_lineno=False)
    header, end, messages = text.getvalue().partition(b"\n\n")
    return _OTHERS.sub(b"", header + b"\n") + end[1:] + messages


def main() -> None:
    sentences = template()
    (LOCALE / "ewala.pot").write_bytes(text_of(sentences))
    for language in LANGUAGES[1:]:
        catalogue, path = updated(language, sentences), catalogue_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text_of(catalogue))
        with path.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalogue)
        missing = sum(not message.string for message in catalogue if message.id)
        sys.stdout.write(f"{language}: {len(catalogue)} sentences, {missing} to translate\n")


if __name__ == "__main__":
    main()
