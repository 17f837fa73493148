"""A sheet of characters on which boxes that share their edges join neatly."""

from ewala.kit.screen import Ink

__all__ = ["Canvas"]

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_JOINTS = " ╵╷│╴╯╮┤╶╰╭├─┴┬┼"  # by the directions in which a line leaves the place


class Canvas:
    """Boxes and texts, in any order; rows and columns count from 0."""

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
