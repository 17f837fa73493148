"""Layouts: nine hexes on which the tiles lie, read from their text and refused with the reason (CR-2.1, CR-2.2)."""

from dataclasses import dataclass

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.core.text import Cursor
from ewala.games.chronicles.rules.state import ZONES

Hex = tuple[int, int]  # axial coordinates q, r

PRESETS: dict[str, tuple[Hex, ...]] = {
    "block": tuple((q, r) for r in range(3) for q in range(3)),
    "ring": ((0, 0), (1, 0), (2, 0), (2, 1), (1, 2), (0, 2), (-1, 2), (-1, 1), (3, 0)),
    "line": tuple((q, 0) for q in range(9)),
}
DEFAULT = "block"
FARTHEST = 999  # a coordinate's largest distance from 0


@dataclass(frozen=True)
class Layout:
    """Nine different hexes, each touching another."""

    text: str
    hexes: tuple[Hex, ...]

    @property
    def near(self) -> list[int]:
        """For each hex, the set of those that touch it, as a word."""
        return [sum(1 << n for n, other in enumerate(self.hexes) if _touch(hex_, other)) for hex_ in self.hexes]

    def groups(self) -> list[list[int]]:
        """The hexes by their numbers, in groups that hang together."""
        found: list[list[int]] = []
        near, left = self.near, list(range(len(self.hexes)))
        while left:
            group, edge = [], [left[0]]
            while edge:
                tile = edge.pop()
                if tile in left:
                    left.remove(tile)
                    group.append(tile)
                    edge += [other for other in left if near[tile] >> other & 1]
            found.append(sorted(group))
        return found


def _touch(a: Hex, b: Hex) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}


def read_layout(cursor: Cursor) -> Layout:
    """A preset's name, or nine hexes such as `0,0;1,0;…`."""
    text = cursor.rest
    if text in PRESETS:
        return Layout(text, PRESETS[text])
    hexes: list[Hex] = []
    while True:
        first = Sentence(
            "a preset ({presets}) or a hex q,r, each from -{farthest} to {farthest}",
            presets=", ".join(PRESETS),
            farthest=FARTHEST,
        )
        q = cursor.number(first if not hexes else "a hex q,r", -FARTHEST, FARTHEST, signed=True)
        cursor.expect(",", "',' and the hex's second coordinate")
        hexes.append((q, cursor.number("the hex's second coordinate", -FARTHEST, FARTHEST, signed=True)))
        if not cursor.skip(";"):
            cursor.end("';' and the next hex, or the end of the layout")
            return _checked(Layout(text, tuple(hexes)))


def _checked(layout: Layout) -> Layout:
    if len(layout.hexes) != ZONES:
        raise BadSetup(
            "layout/count", "CR-2.2", "a layout has nine hexes, this one has {count}", count=len(layout.hexes)
        )
    for n, hex_ in enumerate(layout.hexes):
        if hex_ in layout.hexes[:n]:
            raise BadSetup("layout/twice", "CR-2.2", "the hex {q},{r} is there twice", q=hex_[0], r=hex_[1])
    for hex_, near in zip(layout.hexes, layout.near, strict=True):
        if not near:
            raise BadSetup("layout/alone", "CR-2.1", "the tile on {q},{r} touches no other", q=hex_[0], r=hex_[1])
    return layout
