"""Small pieces of sentences and numbers in any language, and texts in columns.

A list is a sentence too: how its parts are joined is up to each language's catalogue.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence

from ewala.core.sentences import Sentence, Translate, msg

__all__ = ["Numeral", "all_of", "apart", "capital", "columns", "lettered", "listed", "numbers", "per_cent", "wrapped"]

_STYLE = msg("1,234.5%")  # each language's catalogue has this number in its own way
_PARTS = re.compile(r"1(.?)234(.)5(.?)%")
FOLDED = " " * 8  # before what a line had no room for


def capital(text: str) -> str:
    """The text with a capital at its start; the rest stays."""
    return text[:1].upper() + text[1:]


def listed(parts: Sequence[object], between: str = ", ") -> Sentence:
    """`a, b, c`: no language has words between them."""
    blanks = {f"part{n}": part for n, part in enumerate(parts)}
    return Sentence(between.join(f"{{{blank}}}" for blank in blanks), **blanks)


def apart(parts: Sequence[object]) -> Sentence:
    """`a; b; c`, for parts that have commas of their own."""
    said = listed(parts[:1])
    for part in parts[1:]:
        said = Sentence("{some}; {more}", some=said, more=part)
    return said


def all_of(parts: Sequence[object]) -> Sentence:
    """`a, b and c`."""
    if len(parts) < 2:
        return listed(parts)
    return Sentence("{some} and {last}", some=listed(parts[:-1]), last=parts[-1])


def lettered(names: Mapping[str, Sentence]) -> Sentence:
    """Names behind the letters by which notation knows them: `K knights, S sorcerers`."""
    return listed([Sentence("{letter} {name}", letter=letter, name=name) for letter, name in names.items()])


def numbers(rising: Sequence[int]) -> Sentence:
    """Rising numbers, runs of three and more in short: `1, 2, 5 to 9`."""
    runs: list[list[int]] = []
    for number in rising:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(
        [Sentence("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 2 else listed(run) for run in runs]
    )


def columns(cells: Sequence[str], width: int, gap: int = 2) -> list[str]:
    """Cells in as many columns as fit, read from top to bottom, then to the right; one that does not fit is folded."""
    if any(len(cell) > width for cell in cells):
        return [line for cell in cells for line in textwrap.wrap(cell, width, subsequent_indent=FOLDED)]
    for rows in range(1, len(cells) + 1):
        table = [cells[at : at + rows] for at in range(0, len(cells), rows)]
        widths = [max(map(len, column)) for column in table]
        if sum(widths) + gap * (len(table) - 1) <= width or rows == len(cells):
            break
    else:
        return []
    return [
        (" " * gap).join(
            column[row].ljust(wide) for column, wide in zip(table, widths, strict=True) if row < len(column)
        )
        for row in range(rows)
    ]


def wrapped(words: Sequence[str], width: int, *, first: str, gap: str = "  ") -> list[str]:
    """Words after a label, over several lines if need be; those after the first start under the first word."""
    lines, line = [], first
    for word in words:
        if line.strip() and line != first and len(line) + len(gap) + len(word) > width:
            lines.append(line)
            line = " " * len(first)
        line += (gap if line.strip() and len(line) > len(first) else "") + word
    return [*lines, line]


class Numeral(Sentence):
    """A number, given as English writes it: `Numeral("1,234.5")`."""

    __slots__ = ()

    def said(self, translate: Translate) -> str:
        thousands, point, _ = _parts(translate)
        return self.template.translate({ord(","): thousands, ord("."): point})


class _PerCent(Numeral):
    """The same as so many in a hundred."""

    __slots__ = ()

    def said(self, translate: Translate) -> str:
        return f"{super().said(translate)}{_parts(translate)[2]}%"


def per_cent(number: str) -> Sentence:
    """`26.6%`."""
    return _PerCent(number)


def _parts(translate: Translate) -> tuple[str, str, str]:
    """What stands between thousands, before decimals, and before the sign of a per cent."""
    found = _PARTS.fullmatch(translate(_STYLE))
    assert found is not None, "a catalogue has the number as it is"
    return found[1], found[2], found[3]
