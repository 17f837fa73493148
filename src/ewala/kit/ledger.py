"""A game's ledger: every move's entry says how it changed each seat's chance and why, and all entries add up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import fsum
from typing import SupportsFloat

from ewala.core.record import Record
from ewala.core.state import Seat
from ewala.kit.analysis import VERSION as VERSION
from ewala.kit.analysis import Analysis, Better, Costly, SentenceData, Step, Sums
from ewala.kit.mistakes import size_of

__all__ = ["Chances", "LedgerEntry", "SoFar", "analysis_of", "as_chances", "curve_of", "followed_by", "minus", "nobody"]

COSTLIEST = 5  # of each seat

Chances = tuple[float, ...]  # of each seat, in the game's order


def as_chances(numbers: Iterable[SupportsFloat]) -> Chances:
    """Chances in plain numbers, whatever kind of numbers a search gave."""
    return tuple(float(number) for number in numbers)


def minus(after: Chances, before: Chances) -> Chances:
    """What changed for each seat."""
    return tuple(a - b for a, b in zip(after, before, strict=True))


@dataclass
class LedgerEntry:
    """A move's entry: the chances before it, plus luck, decision and re-estimation, are those after it."""

    ply: int
    seat: Seat  # "" for chance
    move: str
    luck: Chances = ()
    decision: Chances = ()
    re_estimated: Chances = ()
    in_hindsight: float | None = None
    value: float = 0.0  # what was left to whoever decided
    better: list[Better] = field(default_factory=list)
    reason: list[SentenceData] = field(default_factory=list)


SoFar = Callable[[Chances, list[LedgerEntry]], None]  # told each seat's chance at the start, and the first entries


def nobody(start: Chances, entries: list[LedgerEntry]) -> None:
    """Who hears nothing of an account before it is whole."""


def followed_by(
    start: Chances, entries: list[LedgerEntry], others: Chances, rest: list[LedgerEntry]
) -> list[LedgerEntry]:
    """The first entries of one account and the `rest` of another, which begins with the chances `others`: where they
    meet, what they disagree about is a re-estimation, so that all of it still adds up."""
    if not entries or not rest:
        return [*entries, *rest]
    disagreement = minus(others, curve_of(start, entries)[-1])
    so_far = entries[-1].re_estimated or (0.0,) * len(start)
    return [*entries[:-1], replace(entries[-1], re_estimated=_plus(so_far, disagreement)), *rest]


def curve_of(start: Chances, entries: Iterable[LedgerEntry]) -> list[Chances]:
    """Each seat's chance in every position."""
    curve = [start]
    for entry in entries:
        curve.append(_plus(curve[-1], entry.luck, entry.decision, entry.re_estimated))
    return curve


def analysis_of(record: Record, start: Chances, entries: list[LedgerEntry]) -> Analysis:
    """The analysis that the entries of all moves, or of the first ones, come to."""
    seats = record.game.seats
    steps = [_step(entry, seats) for entry in entries]
    curve = curve_of(start, entries)
    costly = [
        Costly(e.ply, e.seat, e.move, e.value, step.loss, e.in_hindsight, e.better, e.reason)
        for e, step in zip(entries, steps, strict=True)
        if size_of(step.loss) and e.better
    ]
    costly.sort(key=lambda one: (-one.loss, one.ply))
    return Analysis(
        VERSION,
        record.game.name,
        list(seats),
        {seat: record.seats.get(seat, "") for seat in seats},
        record.state.to_act is None,
        {seat: [chances[n] for chances in curve] for n, seat in enumerate(seats)},
        {seat: _sums(seat, steps, curve[0][n], curve[-1][n]) for n, seat in enumerate(seats)},
        steps,
        [one for one in costly if [other for other in costly if other.seat == one.seat].index(one) < COSTLIEST],
    )


def _plus(chances: Chances, *changes: Chances) -> Chances:
    for change in changes:
        if change:
            chances = tuple(a + b for a, b in zip(chances, change, strict=True))
    return chances


def _step(entry: LedgerEntry, seats: tuple[Seat, ...]) -> Step:
    def named(changes: Chances) -> dict[Seat, float]:
        return dict(zip(seats, changes, strict=True)) if any(changes) else {}

    decision = named(entry.decision)
    return Step(
        entry.ply,
        entry.seat,
        entry.move,
        "decision" if entry.seat else "chance",
        named(entry.luck),
        decision,
        named(entry.re_estimated),
        max(0.0, -decision.get(entry.seat, 0.0)),
        entry.in_hindsight,
    )


def _sums(seat: Seat, steps: list[Step], start: float, result: float) -> Sums:
    return Sums(
        start,
        fsum(step.luck.get(seat, 0.0) for step in steps),
        fsum(step.decision.get(seat, 0.0) for step in steps if step.seat == seat),
        fsum(step.decision.get(seat, 0.0) for step in steps if step.seat != seat),
        fsum(step.re_estimated.get(seat, 0.0) for step in steps),
        result,
    )
