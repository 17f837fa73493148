"""Whether a service of several processes keeps one time: by its log, by our clock, and by what each process told."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from devices import Frame
from stored_games import StoredGame
from witness import Hearer

from ewala.tables.events import ClocksStood, Replaced
from ewala.tables.table import Table

BACK = 1000  # milliseconds by which an event may seem to be earlier than the one before, which another process stored
OFF = 60_000  # and by which the service may be off from us, or what it told may be late: no clock is set by so little


def told_wrong_times(hearers: Sequence[Hearer], games: dict[str, StoredGame], began: float, ended: float) -> list[str]:
    """What does not fit; `began` and `ended` are by our clock, in seconds since 1970."""
    found = [found for table, game in games.items() for found in _lost_on_time(table, game)]
    found += [found for table, game in games.items() for found in _out_of_time(table, game, began, ended)]
    return found + list(_several_times(hearers))


def _lost_on_time(table: str, game: StoredGame) -> Iterator[str]:
    """Who lost a seat to the clock though it had not run out, by the events' own account."""
    folded = Table.fold(game.events[:1], game.secret)
    for seq, event in enumerate(game.events[1:], 2):
        if isinstance(event, Replaced) and event.because == "clock":
            out_at = folded.clocks.runs_out_at()
            if folded.clocks.running != event.seat or out_at is None or event.at < out_at:
                yield f"table {table}: {event.seat} had time until {out_at}, and lost it by event {seq} at {event.at}"
        folded._apply(event)


def _out_of_time(table: str, game: StoredGame, began: float, ended: float) -> Iterator[str]:
    """Events at times at which they cannot have been. That clocks stood is told of a time that may have passed."""
    first = last = int(1000 * began) - OFF
    for seq, event in enumerate(game.events, 1):
        earliest = first if isinstance(event, ClocksStood) else last - BACK
        if not earliest <= event.at <= 1000 * ended + OFF:
            yield f"table {table}: event {seq} is of {event.at}, after one of {last}"
        last = max(last, event.at)


def _several_times(hearers: Sequence[Hearer]) -> Iterator[str]:
    """When a clock runs out is what is left and when that was heard: the same after an event, whoever tells it."""
    ends: dict[tuple[str, int, str], list[float]] = defaultdict(list)
    for hearer in hearers:
        for heard in hearer.heard:
            frame: Frame = json.loads(heard.text)
            position = frame.get("position") or {}
            seat = str(position.get("to_act"))
            if seat in position.get("clocks", {}) and isinstance(frame.get("seq"), int):
                ends[hearer.table, frame["seq"], seat].append(position["clocks"][seat] + 1000 * heard.at)
    for (table, seq, seat), times in ends.items():
        if max(times) - min(times) > OFF:
            yield f"table {table}: after event {seq} the clock of {seat} ends at {sorted(times)}"
