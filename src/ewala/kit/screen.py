"""The terminal itself: writing, colours, clearing, and reading with and without echo. It knows nothing of games.

Sentences are said in the reader's language; a plain text stays as it is.
"""

import contextlib
import os
import shutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import TextIO

from ewala.core.sentences import Sentence, Translate, english
from ewala.kit.phrases import capital

__all__ = ["Canvas", "Ink", "Screen"]

_STYLES = {
    "bold": "1",
    "dim": "2",
    "blue": "94",
    "magenta": "95",
    "green": "92",
    "yellow": "93",
    "red": "91",
    "cyan": "96",
}
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the last part forgets what has been scrolled away
_DRAWING = "─│╭◆≈▸"
_NARROWEST, _WIDEST = 60, 100
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_JOINTS = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"  # by the directions in which a line leaves the place


class Ink:
    """What is written with: the reader's language, and colours if there are any."""

    def __init__(self, colour: bool, translate: Translate = english) -> None:
        self.colour = colour
        self._translate = translate

    def said(self, text: Sentence | str) -> str:
        return text.said(self._translate) if isinstance(text, Sentence) else text

    def begun(self, text: Sentence | str) -> str:
        """A sentence with a capital at its start."""
        return capital(self.said(text)) if isinstance(text, Sentence) else text

    def __call__(self, text: Sentence | str, *styles: str) -> str:
        codes = ";".join(_STYLES[style] for style in styles if style)
        return f"\x1b[{codes}m{self.said(text)}\x1b[0m" if self.colour and codes else self.said(text)


class Canvas:
    """A sheet of characters on which boxes that share their edges join neatly; rows and columns count from 0."""

    def __init__(self, width: int, height: int) -> None:
        self._lines = [[0] * width for _ in range(height)]
        self._texts: list[list[tuple[str, tuple[str, ...]]]] = [[("", ())] * width for _ in range(height)]

    def box(self, left: int, top: int, right: int, bottom: int) -> None:
        """A frame; the four numbers are the places of its edges."""
        for x in range(left, right):
            for y in (top, bottom):
                self._lines[y][x] |= _RIGHT
                self._lines[y][x + 1] |= _LEFT
        for y in range(top, bottom):
            for x in (left, right):
                self._lines[y][x] |= _DOWN
                self._lines[y + 1][x] |= _UP

    def text(self, x: int, y: int, text: str, *styles: str) -> None:
        for at, letter in enumerate(text, x):
            self._texts[y][at] = (letter, styles)

    def rows(self, ink: Ink) -> list[str]:
        """The sheet, line by line."""
        rows = []
        for lines, texts in zip(self._lines, self._texts, strict=True):
            row, run = "", ""
            style: tuple[str, ...] = ()
            for line, (letter, styles) in zip(lines, texts, strict=True):
                here = styles if letter else ("dim",) if line else ()
                if here != style:
                    row, run, style = row + ink(run, *style), "", here
                run += letter or _JOINTS[line]
            rows.append((row + ink(run, *style)).rstrip())
        return rows


class Screen:
    """A text terminal, or two files in place of one."""

    def __init__(
        self,
        source: TextIO,
        target: TextIO,
        *,
        plain: bool = False,
        translate: Translate = english,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._source = source
        self._target = target
        self.interactive = source.isatty()
        self.plain = plain or not _can_write(target, _DRAWING)
        dumb = environ.get("TERM") == "dumb"
        self._controls = target.isatty() and not self.plain and not dumb
        self.ink = Ink(self._controls and not environ.get("NO_COLOR"), translate)

    @property
    def width(self) -> int:
        """How many columns may be used."""
        columns = shutil.get_terminal_size((80, 24)).columns if self._target.isatty() else 80
        return min(max(columns, _NARROWEST), _WIDEST)

    def say(self, *lines: Sentence | str) -> None:
        for line in lines:
            self._target.write(self.ink.said(line).rstrip() + "\n")
        self._target.flush()

    def tell(self, *sentences: Sentence | str) -> None:
        """Sentences, with a capital each, broken between words where a terminal's line ends."""
        for sentence in sentences:
            said = self.ink.begun(sentence)
            if self._target.isatty():
                self.say(*textwrap.wrap(said, self.width - 1, break_long_words=False, break_on_hyphens=False))
            else:
                self.say(said)

    def items(self, *lines: Sentence | str) -> None:
        """The lines of a list, indented; what goes on below is indented more."""
        for line in lines:
            said = self.ink.said(line)
            whole = textwrap.wrap(
                said, self.width - 1, initial_indent="  ", subsequent_indent="    ", drop_whitespace=True
            )
            self.say(*(whole if self._target.isatty() else [f"  {said}"]))

    def clear(self) -> None:
        """Take everything off the screen; where that cannot be done, push it out of sight."""
        if self._controls:
            self._target.write(_CLEAR)
        else:
            self._target.write("\n" * (shutil.get_terminal_size((80, 24)).lines if self.interactive else 1))
        self._target.flush()

    def ask(self, question: Sentence | str) -> str:
        """A line that is typed; raises EOFError at the end of input."""
        prompt = f"{self.ink.begun(question)} "
        if self._controls and self._source is sys.stdin and self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives `input` its line editing)
            return input(prompt).strip()
        self._prompt(prompt)
        line = self._read()
        if not self.interactive:
            self.say("")
        return line

    def ask_hidden(self, question: Sentence | str) -> str:
        """A line that does not appear while it is typed, nor after."""
        prompt = f"{self.ink.begun(question)} "
        with _no_echo(self._source) if self.interactive else contextlib.nullcontext():
            self._prompt(prompt)
            line = self._read()
        self.say("")
        return line

    def _prompt(self, prompt: str) -> None:
        self._target.write(prompt)
        self._target.flush()

    def _read(self) -> str:
        line = self._source.readline()
        if not line:
            raise EOFError
        return line.strip()


@contextlib.contextmanager
def _no_echo(source: TextIO) -> Iterator[None]:
    import termios

    terminal = source.fileno()
    before = termios.tcgetattr(terminal)
    silent = list(before)
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSADRAIN, silent)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _can_write(target: TextIO, text: str) -> bool:
    try:
        text.encode(getattr(target, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
