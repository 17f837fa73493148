"""Circuits: boards, zones and podium, read from their text and refused with the reason (KR-2)."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from ewala.core.errors import BadSetup
from ewala.core.text import Cursor, split_fields
from ewala.games.kingdom_run.rules.state import PLACES, SPACES

LAKES = 3  # KR-2.2
START = "oooo"  # KR-2.1
FINISH = "o"
SIDES = {"A": "o~o", "A'": "~o~", "B": "o~o", "B'": "ooo", "C": "o~o", "C'": "oo~"}  # KR-2.4
ZONES = ((2, 2), (3, 2), (4, 2), (5, 2), (6, 2))  # KR-2.4: value, size
PODIUM = (13, 12, 11, 10, 9, 8, 7, 6)  # KR-2.5
MOST_POINTS = 999  # of a zone or a podium place, so that a score fits its field

DEFAULT = "A,B,C"
_BY_BOARDS = re.compile(r"[ABC]'?(,[ABC]'?)*")


@dataclass(frozen=True)
class Circuit:
    """A circuit that may be run on; spaces as `o` and `~`, board by board."""

    boards: tuple[str, ...]
    zones: tuple[tuple[int, int], ...]  # value, size
    podium: tuple[int, ...]

    @property
    def track(self) -> str:
        return "".join(self.boards)

    @property
    def text(self) -> str:
        zones = ",".join(f"{value}:{size}" for value, size in self.zones)
        return f"{'|'.join(self.boards)} {zones} {','.join(map(str, self.podium))}"

    @property
    def values(self) -> list[int]:
        """What each space is worth (KR-2.3)."""
        return [0] * len(START) + [value for value, size in self.zones for _ in range(size)]


@lru_cache(maxsize=64)  # most tables are laid with the same few
def read_circuit(text: str) -> Circuit:
    """A circuit from its text, or from its middle boards such as `A,B,C` or `C,A',B'`."""
    if _BY_BOARDS.fullmatch(text):
        names = text.split(",")
        if sorted(name[0] for name in names) != ["A", "B", "C"]:
            raise _refused(
                "boards", "KR-2.1", "the middle boards are A, B and C, each once, in any order; not {text}", text=text
            )
        boards = (START, *(SIDES[name] for name in names), FINISH)
        return _checked(Circuit(boards, ZONES, PODIUM))
    if text[:1] not in ("o", "~"):
        Cursor(text, "CIRCUIT").refuse("the middle boards such as A,B,C or C,A',B', or a racetrack's three fields")
    boards_field, zones_field, podium_field = split_fields(text, ("BOARDS", "ZONES", "VALUES"))
    return _checked(Circuit(_read_boards(boards_field), _read_zones(zones_field), _read_podium(podium_field)))


def _read_boards(cursor: Cursor) -> tuple[str, ...]:
    boards = []
    while True:
        board = ""
        while cursor.rest[:1] and cursor.rest[0] in "o~":
            board += cursor.one_of("o~", "")
        if not board:
            cursor.refuse("a board: spaces as o and ~, or boards by name such as A,B,C or A',B',C")
        boards.append(board)
        if not cursor.skip("|"):
            cursor.end("o, ~ or |")
            return tuple(boards)


def _read_zones(cursor: Cursor) -> tuple[tuple[int, int], ...]:
    zones = []
    while True:
        value = cursor.number("a zone's value", high=MOST_POINTS)
        cursor.expect(":", "':' and the zone's size")
        zones.append((value, cursor.number("a zone's size")))
        if not cursor.skip(","):
            cursor.end("',' and the next zone, or the end of the field")
            return tuple(zones)


def _read_podium(cursor: Cursor) -> tuple[int, ...]:
    if cursor.skip("-"):
        cursor.end()
        return ()
    values = []
    while True:
        values.append(cursor.number("a podium place's value", high=MOST_POINTS))
        if not cursor.skip(","):
            cursor.end("',' and the next place's value, or the end of the field")
            return tuple(values)


def _refused(what: str, clause: str, template: str, **blanks: object) -> BadSetup:
    return BadSetup(f"circuit/{what}", clause, template, **blanks)


def _checked(circuit: Circuit) -> Circuit:
    """The circuit itself, if KR-2.6 has nothing against it."""
    start, track = circuit.boards[0], circuit.track
    if len(start) != len(START):
        raise _refused(
            "start-size", "KR-2.1", "the start board has four spaces, this one has {count}", count=len(start)
        )
    if "~" in start:
        raise _refused("start-lake", "KR-2.1", "the start board has no lake")
    if len(track) > SPACES:
        raise _refused(
            "too-long",
            "KR-2.6",
            "a racetrack has at most {spaces} spaces, this one has {count}",
            spaces=SPACES,
            count=len(track),
        )
    if track.count("~") != LAKES:
        raise _refused(
            "lakes", "KR-2.2", "a racetrack has exactly three lakes, this one has {count}", count=track.count("~")
        )
    values = [value for value, _ in circuit.zones]
    sizes = [size for _, size in circuit.zones]
    if 0 in sizes:
        raise _refused(
            "zone-empty", "KR-2.3", "zone {index} has no space; each has at least one", index=sizes.index(0) + 1
        )
    if any(later <= earlier for earlier, later in pairwise(values)):
        raise _refused("zones-do-not-rise", "KR-2.3", "zone values rise from zone to zone")
    if sum(sizes) != len(track) - len(start):
        spaces = len(track) - len(start)
        raise _refused(
            "zones-cover",
            "KR-2.3",
            "the zones cover {sum} spaces, the start is followed by {spaces}",
            sum=sum(sizes),
            spaces=spaces,
        )
    if not circuit.podium:
        raise _refused("podium-empty", "KR-2.6", "the podium has at least one place")
    if len(circuit.podium) > PLACES:
        raise _refused(
            "podium-long",
            "KR-2.6",
            "the podium has at most {places} places, not {count}",
            places=PLACES,
            count=len(circuit.podium),
        )
    if any(later > earlier for earlier, later in pairwise(circuit.podium)):
        raise _refused("podium-rises", "KR-2.6", "the podium's values never rise from one place to the next")
    return circuit
