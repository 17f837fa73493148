"""Somebody who looks at a table of this device, and gives commands: the server's live channel without a network."""

from collections.abc import Callable
from functools import partial

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.local.room import Looker, Room
from ewala.locale.languages import negotiated
from ewala.tables import views
from ewala.tables.broadcast import Group
from ewala.tables.commands import change_of, check_holds
from ewala.tables.fold import NotPossible
from ewala.tables.messages import (
    Closing,
    Command,
    Done,
    Hello,
    Mute,
    Ping,
    Pong,
    Refused,
    Say,
    WhyNot,
    decode_command,
)
from ewala.tables.problems import NotAllowed, problem_of
from ewala.tables.why_not import because

Deliver = Callable[[str], None]  # takes a frame


class Line:
    """One connection of a page to a table."""

    def __init__(self, room: Room, deliver: Deliver, now: Callable[[], int]) -> None:
        self._room = room
        self._deliver = deliver
        self._now = now
        self._language = "en"
        self._looker: Looker | None = None

    def hear(self, frame: str) -> None:
        """A frame from the page; the first is `hello`."""
        try:
            command = decode_command(frame)
        except msgspec.DecodeError as error:
            reason = Sentence("the frame cannot be read: {reason}", reason=str(error))
            unreadable = NotPossible("live/unreadable", reason)
            if self._looker is None:
                self._dismiss(unreadable)
            else:
                self._refuse("", unreadable)
            return
        if self._looker is None:
            self._begin(command)
        else:
            self._answer(command, self._looker)

    def close(self) -> None:
        if self._looker is not None:
            self._room.leave(self._looker)
            self._looker = None

    def _begin(self, command: Command) -> None:
        if not isinstance(command, Hello):
            self._dismiss(NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds")))
            return
        self._language = negotiated(command.language)
        self._keys = [*command.keys, *([command.watch] if command.watch else [])]
        self._host = self._room.rights.is_host(self._keys)
        seats = self._room.rights.seats_of(self._keys)
        group = Group(seats, self._language, explained=command.explained)
        self._looker = Looker(group, self._tell)
        self._room.enter(self._looker, lambda: self._greet(group))

    def _greet(self, group: Group) -> None:
        """Everything at once: who comes back has missed nothing, for nothing happens without a page."""
        snapshot = views.snapshot_of(
            self._room.id,
            self._room.kept,
            group.seats,
            host=self._host,
            online=self._room.online,
            muted=group.muted,
            now=self._now(),
            explained_in=group.language if group.explained else None,
        )
        self._tell([msgspec.json.encode(snapshot)])

    def _answer(self, command: Command, looker: Looker) -> None:
        if isinstance(command, Ping):
            self._tell([msgspec.json.encode(Pong(command.id, self._room.kept.seq))])
        elif isinstance(command, WhyNot):
            told = because(self._room.kept, looker.group.seats, command, self._language)
            self._tell([msgspec.json.encode(told)])
        elif isinstance(command, Mute):
            self._mute(command.muted, looker)
        elif isinstance(command, Hello):
            self._refuse("", NotPossible("live/hello-again", Sentence("'hello' is said once")))
        else:
            try:
                self._carry_out(command)
            except EwalaError as error:
                self._refuse(command.id, error)

    def _carry_out(self, command: Command) -> None:
        held = self._room.rights.seats_of(self._keys)
        if isinstance(command, Say):
            if command.seat is not None:
                check_holds(held, command.seat)
            elif not self._host:
                raise NotAllowed("chat/seats-only", Sentence("only players can chat"))
            said, seat = " ".join(command.text.split()), command.seat
            name = self._room.kept.sitters[seat].name if seat else ""
            self._room.carry_out(
                lambda table, now: table.say(seat, name, said, now), partial(self._report, command.id), by=seat
            )
            return
        assert not isinstance(command, Hello | Ping | WhyNot | Mute)
        change = change_of(held, command)
        self._room.carry_out(change, partial(self._report, command.id), by=command.seat)

    def _mute(self, muted: bool, looker: Looker) -> None:
        self._room.lookers.remove(looker)
        group = msgspec.structs.replace(looker.group, muted=muted)
        self._looker = Looker(group, self._tell)
        self._room.lookers.append(self._looker)

    def _report(self, command_id: str, outcome: int | EwalaError) -> None:
        if isinstance(outcome, EwalaError):
            self._refuse(command_id, outcome)
        else:
            self._tell([msgspec.json.encode(Done(command_id, outcome))])

    def _refuse(self, command_id: str, error: EwalaError) -> None:
        problem = problem_of(error, self._language)
        self._tell([msgspec.json.encode(Refused(command_id, problem.code, problem.sentence, problem.clause))])

    def _dismiss(self, error: EwalaError) -> None:
        problem = problem_of(error, self._language)
        self._tell([msgspec.json.encode(Closing(problem.code, problem.sentence))])

    def _tell(self, lines: list[bytes]) -> None:
        if lines:
            self._deliver(b"\n".join(lines).decode())
