"""A book of positions between two turns: what is looked up in it, and entered into it."""

from typing import Any, NamedTuple

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.bots.judge import fingerprint
from ewala.games.kingdom_run.bots.multisets import FOURS
from ewala.games.kingdom_run.bots.workspace import BASE, USED
from ewala.games.kingdom_run.rules.ending import result
from ewala.games.kingdom_run.rules.state import CLANS, OVER, Rules, State

__all__ = ["FULL_BOOK", "HANDS", "Book", "blank_book", "enter", "enter_ends", "find", "is_end", "share"]

FULL_BOOK = -1
HANDS = len(FOURS)  # rolls of four dice
_SEED = 0x2545F4914F6CDD1D


class Book(NamedTuple):
    """Positions by number; `slots` is a hash table of these numbers, from 1."""

    states: Any
    marks: Any  # fingerprints
    progress: Any  # steps made by all runners: no move makes it less
    final: Any  # of those that are over: what the first seat has of the win
    slots: Any
    many: Any  # how many positions there are: one number
    scores: Any  # scratch


def blank_book(most: int) -> Book:
    """A book with room for so many positions."""
    import numpy as np

    return Book(
        states=np.zeros(most, State.dtype()),
        marks=np.zeros(most, np.int64),
        progress=np.zeros(most, np.int64),
        final=np.zeros(most),
        slots=np.zeros(1 << (2 * most).bit_length(), np.int64),
        many=np.zeros(1, np.int64),
        scores=np.zeros(2 * CLANS, np.int64),
    )


@kernel
def same(a: State, b: State, r: Rules) -> bool:
    """Whether two positions between turns are the same one."""
    if a.seat != b.seat or a.phase != b.phase or a.arrived != b.arrived:
        return False
    for seat in range(r.players):
        if a.tokens[seat] != b.tokens[seat]:
            return False
    for place in range(a.arrived):
        if a.podium[place] != b.podium[place]:
            return False
    differs = 0
    for space in range(r.spaces):
        differs |= a.ground[space] ^ b.ground[space]
    return differs == 0


@kernel
def find(book: Any, r: Rules, s: State) -> int:
    """The number of a position; if it is not in the book, below 0: -1 minus the slot in which it belongs."""
    mark = fingerprint(s, r, _SEED)
    last = len(book.slots) - 1
    at = mark & last
    while book.slots[at]:
        number: int = book.slots[at] - 1
        if book.marks[number] == mark and same(book.states[number], s, r):
            return number
        at = (at + 1) & last
    return -1 - at


@kernel
def enter(book: Any, r: Rules, s: State) -> int:
    """The number of a position, which is entered if it is new; FULL_BOOK if there is no room for it."""
    number = find(book, r, s)
    if number >= 0:
        return number
    slot = -1 - number
    new: int = book.many[0]
    if new == len(book.states):
        return FULL_BOOK
    book.many[0] = new + 1
    book.slots[slot] = new + 1
    book.states[new] = s
    book.marks[new] = fingerprint(s, r, _SEED)
    book.progress[new] = steps_made(s, r)
    if s.phase == OVER:
        result(s, r, book.scores)
        winners = book.scores[2] + book.scores[3]
        book.final[new] = book.scores[2] / winners
    return new


@kernel
def steps_made(s: State, r: Rules) -> int:
    """How far all runners have come, those across the line as far as it."""
    made = 0
    for clan in range(CLANS):
        made += s.home[clan] * r.spaces
    for space in range(r.spaces):
        ground = s.ground[space]
        for kind in range(2 * CLANS):
            made += ((ground >> 4 * kind) & 15) * space
    return made


@kernel
def share(values: Any, number: int, seat: int) -> float:
    """What a position is worth to a seat, by the first seat's values."""
    value: float = values[number]
    return value if seat == 0 else 1.0 - value


@kernel
def is_end(r: Rules, left: int, able: int) -> bool:
    """Whether a turn ends where dice still pay for the actions `left` and those in `able` are possible (KR-4.4)."""
    return left >= 0 and (left & able == 0 or r.may_pass != 0)


@kernel
def enter_ends(work: Any, r: Rules, payables: Any, book: Any) -> bool:
    """Enter every end of the turn that has been looked through in `work`; returns whether there was room."""
    for board in range(BASE, work.tally[USED]):
        done, able = work.done[board], work.able[board]
        for hand in range(HANDS):
            if is_end(r, payables[hand][done], able):
                if enter(book, r, work.boards[board]) == FULL_BOOK:
                    return False
                break
    return True
