"""Clocks of a table: none, real time with an increment, or a time for each turn. Times are in milliseconds."""

from typing import Literal

import msgspec

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.core.state import Seat

__all__ = ["ClockRule", "Clocks"]

LONGEST = 60 * 24 * 3600  # seconds: two months a turn are enough for anybody
GRACE = 30_000  # what a person who takes a seat back has at least


class ClockRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How time is given: `real-time` for the whole game with an increment a turn, or `correspondence` for each turn."""

    kind: Literal["none", "real-time", "correspondence"] = "none"
    seconds: int = 0
    increment: int = 0

    def check(self) -> None:
        if self.kind == "none":
            if self.seconds or self.increment:
                raise BadSetup("setup/clock", "", "a table without clocks has no seconds and no increment")
        elif not 5 <= self.seconds <= LONGEST:
            raise BadSetup(
                "setup/clock",
                "",
                Sentence(
                    "a clock has from 5 to {longest} seconds, not {seconds}", longest=LONGEST, seconds=self.seconds
                ),
            )
        if not 0 <= self.increment <= 3600:
            raise BadSetup(
                "setup/clock",
                "",
                Sentence("an increment is from 0 to 3600 seconds, not {increment}", increment=self.increment),
            )
        if self.kind == "correspondence" and self.increment:
            raise BadSetup("setup/clock", "", "time given for each turn has no increment")


class Clocks:
    """What is left to each seat; at most one seat's clock runs."""

    def __init__(self, rule: ClockRule, seats: tuple[Seat, ...]) -> None:
        self.rule = rule
        self.running: Seat | None = None
        self._since = 0
        self._left = dict.fromkeys(seats, rule.seconds * 1000)

    def switch(self, seat: Seat | None, now: int) -> None:
        """Let another seat's clock run; the one that stops gets its increment, or a new turn's time."""
        if self.rule.kind == "none" or seat == self.running:
            return
        if self.running is not None:
            stopped, left = self.running, self.left(self.running, now)
            if self.rule.kind == "real-time":
                self._left[stopped] = left + self.rule.increment * 1000
            else:
                self._left[stopped] = self.rule.seconds * 1000
        self.running, self._since = seat, now

    def left(self, seat: Seat, now: int) -> int:
        """Milliseconds left to a seat, never below zero."""
        spent = now - self._since if seat == self.running else 0
        return max(0, self._left[seat] - max(0, spent))

    def give(self, seat: Seat, now: int) -> None:
        """Give whoever takes a seat back at least GRACE to think."""
        self._left[seat] = max(self.left(seat, now), GRACE)
        if seat == self.running:
            self._since = now

    def stand(self, since: int, until: int) -> None:
        """Leave out the time between the two. `until` may be the earlier one: somebody has set the server's clock.

        Of several processes one may learn of it when a move has been made since: a clock that was started after it has
        nothing to leave out."""
        if self.running is not None and not since <= until <= self._since:
            self._left[self.running] = self.left(self.running, since)
            self._since = until

    def copy(self) -> "Clocks":
        other = Clocks(self.rule, ())
        other.running, other._since, other._left = self.running, self._since, dict(self._left)
        return other

    def runs_out_at(self) -> int | None:
        """When the running clock runs out, if one runs."""
        if self.running is None or self.rule.kind == "none":
            return None
        return self._since + self._left[self.running]

    def shown(self, now: int) -> dict[Seat, int]:
        """What is left to each seat; nothing if there are no clocks."""
        return {} if self.rule.kind == "none" else {seat: self.left(seat, now) for seat in self._left}
