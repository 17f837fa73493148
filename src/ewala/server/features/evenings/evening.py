"""An evening from its beginning to its end: what has happened, in order, and what follows from it. No input or output.

Like a table, it is a fold of its events.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from ewala.core.errors import EwalaError
from ewala.server.features.evenings.pairing import (
    Past,
    Played,
    Round,
    Sizes,
    Standing,
    Waiting,
    rounds_to_come,
    standings,
    tables_at_once,
)

Kind = Literal["rounds", "arena"]
MOST_PEOPLE = 120
MOST_ROUNDS = 12
MOST_MINUTES = 8 * 60


class NotNow(EwalaError):
    """The evening is not in a state for this."""


class _Happening(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int  # milliseconds since 1970


class Opened(_Happening, frozen=True, kw_only=True, tag="opened"):
    name: str
    kind: Kind
    sizes: Sizes
    rounds: int  # that are meant to be played; 0 in an arena
    minutes: int  # that an arena goes on; 0 in rounds
    seed: int


class Came(_Happening, frozen=True, kw_only=True, tag="came"):
    who: str
    name: str


class Left(_Happening, frozen=True, kw_only=True, tag="left"):
    who: str


class CameBack(_Happening, frozen=True, kw_only=True, tag="came-back"):
    who: str


class SeatedTable(msgspec.Struct, frozen=True):
    id: str  # of the table at which they play
    seats: list[str]  # who, in the order of play


class Seated(_Happening, frozen=True, kw_only=True, tag="seated"):
    """A round, or in an arena those who were free."""

    tables: list[SeatedTable]
    pausing: list[str] = []
    plan: list[Round] = []  # the rounds after it, if nobody comes or leaves


class TableEnded(_Happening, frozen=True, kw_only=True, tag="table-ended"):
    id: str
    places: list[int]  # of the seats; none if the game was broken off


class Ended(_Happening, frozen=True, kw_only=True, tag="ended"):
    """No more rounds."""


Happening = Opened | Came | Left | CameBack | Seated | TableEnded | Ended


@dataclass(frozen=True)
class Guest:
    """Somebody who has come."""

    name: str
    there: bool
    since: int  # when they came, came back, or got up from their last table


@dataclass(frozen=True)
class HeldTable:
    id: str
    seats: tuple[str, ...]
    over: bool = False
    places: tuple[int, ...] = ()


@dataclass
class HeldRound:
    tables: list[HeldTable]
    pausing: tuple[str, ...]


@dataclass
class Evening:
    """As it stands after its happenings so far. Questions raise NotNow; they change nothing, but say what happens."""

    opened: Opened
    guests: dict[str, Guest] = field(default_factory=dict)
    held: list[HeldRound] = field(default_factory=list)
    plan: list[Round] = field(default_factory=list)
    ended: bool = False
    seq: int = 1

    @classmethod
    def of(cls, happenings: Sequence[Happening]) -> "Evening":
        first, *later = happenings
        assert isinstance(first, Opened)
        evening = cls(first)
        for happening in later:
            evening.add(happening)
        return evening

    def add(self, happening: Happening) -> None:
        """What has happened has happened: it is not asked again whether it could."""
        self.seq += 1
        match happening:
            case Came(who=who, name=name, at=at):
                self.guests[who] = Guest(name, there=True, since=at)
            case Left(who=who):
                self.guests[who] = replace(self.guests[who], there=False)
            case CameBack(who=who, at=at):
                self.guests[who] = replace(self.guests[who], there=True, since=at)
            case Seated(tables=tables, pausing=pausing, plan=plan):
                seated = [HeldTable(table.id, tuple(table.seats)) for table in tables]
                self.held.append(HeldRound(seated, tuple(pausing)))
                self.plan = list(plan)
            case TableEnded(id=table_id, places=places, at=at):
                self._end(table_id, tuple(places), at)
            case Ended():
                self.ended = True

    def _end(self, table_id: str, places: tuple[int, ...], at: int) -> None:
        for one in self.held:
            for number, table in enumerate(one.tables):
                if table.id == table_id and not table.over:
                    one.tables[number] = replace(table, over=True, places=places)
                    for who in table.seats:
                        self.guests[who] = replace(self.guests[who], since=at)

    # --- What may happen

    def come(self, who: str, name: str, now: int) -> list[Happening]:
        self._goes_on()
        if any(guest.name.casefold() == name.casefold() for guest in self.guests.values()):
            raise NotNow("evening/name-taken", "somebody is called {name} already: add something", name=name)
        if len(self.guests) >= MOST_PEOPLE:
            raise NotNow("evening/full", "an evening has room for {most} people", most=MOST_PEOPLE)
        return [Came(who=who, name=name, at=now)]

    def leave(self, who: str, now: int) -> list[Happening]:
        self._goes_on()
        return [Left(who=who, at=now)] if self._guest(who).there else []

    def come_back(self, who: str, now: int) -> list[Happening]:
        self._goes_on()
        return [] if self._guest(who).there else [CameBack(who=who, at=now)]

    def next_round(self) -> tuple[Round, list[Round]]:
        """Who sits where in the next round, and in those after it."""
        self._goes_on()
        if self.opened.kind != "rounds":
            raise NotNow("evening/arena", "in an arena whoever is free is paired at once: there are no rounds")
        if self.playing():
            raise NotNow("evening/playing", "some tables are still playing")
        if len(self.held) >= MOST_ROUNDS:
            raise NotNow("evening/rounds", "an evening has {most} rounds at most", most=MOST_ROUNDS)
        there = [who for who, guest in self.guests.items() if guest.there]
        if self.plan and sorted(_all_of(self.plan[0])) == sorted(there):
            return self.plan[0], self.plan[1:]
        left = max(self.opened.rounds - len(self.held), 1)
        first, *later = rounds_to_come(there, self.past(), self.opened.sizes, left, seed=self.opened.seed)
        return first, later

    def pair(self, now: int) -> list[tuple[str, ...]]:
        """In an arena: the tables that can begin now."""
        if self.ended or self.opened.kind != "arena" or now >= self.until():
            return []
        busy = {who for table in self.playing() for who in table.seats}
        free = [
            Waiting(who, guest.since / 1000) for who, guest in self.guests.items() if guest.there and who not in busy
        ]
        return tables_at_once(free, self.past(), self.opened.sizes, now / 1000)

    def end(self, now: int) -> list[Happening]:
        return [] if self.ended else [Ended(at=now)]

    # --- What follows

    def playing(self) -> list[HeldTable]:
        """Tables that have not come to an end."""
        return [table for one in self.held for table in one.tables if not table.over]

    def table_of(self, who: str) -> HeldTable | None:
        """Where somebody sits now."""
        return next((table for table in self.playing() if who in table.seats), None)

    def until(self) -> int:
        """When an arena ends."""
        return self.opened.at + self.opened.minutes * 60_000

    def past(self) -> Past:
        return Past(self._played())

    def standings(self) -> list[Standing]:
        """Of everybody who has come, whether they have played or not."""
        rows = standings(self._played())
        missing = [who for who in self.guests if who not in {row.who for row in rows}]
        last = len(rows) + 1
        return [*rows, *(Standing(last, who, 0.0, 0.0, 0.0, 0) for who in missing)]

    def _played(self) -> list[tuple[list[Played], Iterable[str]]]:
        return [([Played(table.seats, table.places) for table in one.tables], one.pausing) for one in self.held]

    def _guest(self, who: str) -> Guest:
        if who not in self.guests:
            raise NotNow("evening/nobody", "nobody of that name is at this evening")
        return self.guests[who]

    def _goes_on(self) -> None:
        if self.ended:
            raise NotNow("evening/over", "this evening is over")


def _all_of(planned: Round) -> list[str]:
    return [*(who for table in planned.tables for who in table), *planned.pausing]
