"""A table as simply as it can be thought of: who holds which key, which seats are taken, what must have happened.

It knows nothing of the server's own rules about tables; it is told what was acknowledged, says whether that could be,
and what must be in the database then.
"""

from dataclasses import dataclass, field
from typing import Literal

from devices import Frame

from ewala.tables.events import Confirmed, Created, Event, Moved, Replaced, Rolled
from ewala.tables.keys import digest_of

Kind = Literal["sit", "stand", "bot", "close", "start", "move", "take-back", "confirm", "resign", "say", "rematch"]
BY_HOST = ("bot", "close", "start", "rematch")
BEFORE_THE_START = ("sit", "stand", "bot", "close", "start")
WHAT_HAPPENS = {
    "sit": "sat-down",
    "stand": "stood-up",
    "bot": "bot-sat",
    "close": "closed",
    "start": "started",
    "move": "moved",
    "take-back": "taken-back",
    "confirm": "confirmed",
    "resign": "resigned",
    "say": "said",
    "rematch": "rematch-offered",
}


@dataclass(frozen=True)
class Command:
    """Something that somebody wants to happen at a table, and with which key."""

    kind: Kind
    seat: str = ""
    key: str = ""
    fields: Frame = field(default_factory=dict)  # what its event must have, besides its seat


@dataclass(frozen=True)
class Deed:
    """A command that was acknowledged: by then, its event was the last but for those that follow from it."""

    event: Frame
    seq: int


class Model:
    """One table."""

    def __init__(self, table: str, host: str, watch: str, seats: str) -> None:
        self.id = table
        self.host = host
        self.watch = watch
        self.seats = dict.fromkeys(seats, "open")
        self.names = dict.fromkeys(seats, "")
        self.keys: dict[str, str] = {}  # seat -> the key that holds it
        self.known: dict[str, list[str]] = {seat: [] for seat in seats}  # every key that was ever told, oldest first
        self.started = False
        self.rematch = ""
        self.deeds: list[Deed] = []
        self.named: dict[tuple[str, str], str] = {}  # moves that were taken, by their seats and names

    @property
    def freed(self) -> list[str]:
        return [key for keys in self.known.values() for key in keys if key not in self.keys.values()]

    def done(self, command: Command, answer: Frame) -> None:
        """What it means that a command was acknowledged; whether that could be."""
        self._check_right(command)
        if command.kind == "move" and (command.seat, command.fields["client"]) in self.named:
            assert self.named[command.seat, command.fields["client"]] == command.fields["move"], "a name for two moves"
            return
        if command.kind == "rematch" and self.rematch:
            assert self.rematch == command.fields["table"], "two tables for one rematch"
            return
        if command.kind in BEFORE_THE_START:
            assert not self.started, f"{command} after the start"
            self._rearrange(command, answer)
        else:
            assert self.started or command.kind == "say", f"{command} before the start"
        if command.kind == "move":
            self.named[command.seat, command.fields["client"]] = command.fields["move"]
        if command.kind == "rematch":
            self.rematch = command.fields["table"]
        event = {
            "type": WHAT_HAPPENS[command.kind],
            **({"seat": command.seat} if command.seat else {}),
            **command.fields,
        }
        self.deeds.append(Deed(event, answer["seq"]))

    def _check_right(self, command: Command) -> None:
        if command.kind in BY_HOST:
            assert command.key == self.host, f"{command} by somebody who is not the host"
        elif command.kind == "stand":
            assert command.key in (self.host, self.keys.get(command.seat)), f"{command} by somebody else"
        elif command.kind != "sit":
            assert command.key == self.keys.get(command.seat), f"{command} with a key that does not hold the seat"

    def _rearrange(self, command: Command, answer: Frame) -> None:
        seat = command.seat
        if command.kind == "start":
            assert "open" not in self.seats.values()
            self.started = True
        elif command.kind == "stand":
            assert self.seats[seat] != "open"
            self.seats[seat], self.names[seat] = "open", ""
            self.keys.pop(seat, None)
        else:
            assert self.seats[seat] == "open", f"{command} where somebody sits"
            self.seats[seat] = {"sit": "person", "bot": "bot", "close": "closed"}[command.kind]
            self.names[seat] = str(command.fields.get("name") or command.fields.get("bot", ""))
            if command.kind == "sit":
                self.keys[seat] = answer["key"]
                self.known[seat].append(answer["key"])

    # --- What must be on disk

    def check_events(self, events: list[Event], as_told: list[Frame]) -> None:
        """Every acknowledged deed is there once, in its order and at its place; and nothing else that people do."""
        numbers = [n for n, event in enumerate(events, 1) if self._by_people(event, events[: n - 1])]
        found = [as_told[n - 1] for n in numbers]
        wanted = [deed.event for deed in self.deeds]
        assert [_only(event, deed) for event, deed in zip(found, wanted, strict=False)] == wanted[: len(found)]
        assert len(found) == len(wanted), f"on disk {found[len(wanted) :]}, missing {wanted[len(found) :]}"
        before = 1
        for number, deed in zip(numbers, self.deeds, strict=True):
            assert before < number <= deed.seq, f"{deed} stands at {number}"
            before = number

    def check_keys(self, digests: dict[str, str]) -> None:
        assert digests == {seat: digest_of(key) for seat, key in self.keys.items()}, "keys on disk"

    def _by_people(self, event: Event, before: list[Event]) -> bool:
        """Whether somebody asked for it: not what chance and bots do, nor what follows of itself."""
        if isinstance(event, Moved):
            return bool(event.client)
        if isinstance(event, Confirmed):  # a bot ends the turns of who has given up, too
            replaced = any(isinstance(other, Replaced) and other.seat == event.seat for other in before)
            return self.seats[event.seat] == "person" and not replaced
        return not isinstance(event, Created | Rolled | Replaced)


def _only(event: Frame, deed: Frame) -> Frame:
    """Of a stored event, what a deed says about it."""
    return {name: value for name, value in event.items() if name in deed}
