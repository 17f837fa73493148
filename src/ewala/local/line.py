"""A page that looks at a table of this device and gives commands: the server's live channel without a network."""

from collections.abc import Callable

import msgspec

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.locale.languages import negotiated
from ewala.tables.audience import EventBatch
from ewala.tables.broadcast import Group
from ewala.tables.commands import change_of
from ewala.tables.fold import NotPossible
from ewala.tables.messages import Closing, Command, Done, Hello, Mute, Ping, Pong, Refused, WhyNot, decode_command
from ewala.tables.problems import problem_of
from ewala.tables.room import Room
from ewala.tables.views import because

Deliver = Callable[[str], None]  # takes a frame


class Line:
    """One connection of a page to a table."""

    def __init__(self, room: Room, deliver: Deliver) -> None:
        self._room = room
        self._deliver = deliver
        self._group: Group | None = None  # since `hello`
        self._language = "en"
        self._early: list[EventBatch | bytes] | None = None  # what is told before the greeting

    def hear(self, frame: str) -> None:
        """A frame from the page; the first is `hello`."""
        try:
            command = decode_command(frame)
        except msgspec.DecodeError as error:
            unreadable = NotPossible(
                "live/unreadable", Sentence("the frame cannot be read: {reason}", reason=str(error))
            )
            if self._group is None:
                self._dismiss(unreadable)
            else:
                self._report("", unreadable)
            return
        if self._group is None:
            self._begin(command)
        else:
            self._answer(command, self._group)

    def leave(self) -> None:
        if self._group is not None:
            self._room.audience.leave(self._group, self)
            self._group = None

    def tell(self, entry: EventBatch | bytes) -> None:
        """What happens at the table."""
        if self._early is not None:
            self._early.append(entry)
        elif isinstance(entry, bytes):
            self._deliver(entry.decode())
        elif entry.lines:
            self._deliver(entry.lines.decode())

    def close(self, line: bytes, code: str) -> None:
        self._deliver(line.decode())

    def _begin(self, command: Command) -> None:
        """Everything at once: who comes back has missed nothing, for nothing happens without a page."""
        if not isinstance(command, Hello):
            self._dismiss(NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds")))
            return
        room, self._language = self._room, negotiated(command.language)
        self._keys = [*command.keys, *([command.watch] if command.watch else [])]
        self._host = room.rights.is_host(self._keys)
        group = self._group = Group(
            room.rights.seats_of(self._keys), self._language, explained=command.explained is True
        )
        early: list[EventBatch | bytes] = []
        self._early = early
        room.audience.enter(group, self)
        self._early = None
        self._say(
            room.snapshot(group.seats, host=self._host, explained_in=self._language if command.explained else None)
        )
        for entry in early:
            self.tell(entry)

    def _answer(self, command: Command, group: Group) -> None:
        room = self._room
        if isinstance(command, Ping):
            self._say(Pong(command.id, room.kept.seq))
        elif isinstance(command, WhyNot):
            self._say(because(room.kept, group.seats, command, self._language))
        elif isinstance(command, Mute):
            self._group = msgspec.structs.replace(group, muted=command.muted)
            room.audience.regroup(group, self._group, self)
        elif isinstance(command, Hello):
            self._report("", NotPossible("live/hello-again", Sentence("'hello' is said once")))
        else:
            name, seat = command.id, command.seat
            try:
                change = change_of(room.rights.seats_of(self._keys), command, host=self._host)
            except EwalaError as error:
                self._report(name, error)
                return
            room.carry_out(change, lambda outcome: self._report(name, outcome), by=seat)

    def _report(self, command_id: str, outcome: int | EwalaError) -> None:
        if isinstance(outcome, EwalaError):
            problem = problem_of(outcome, self._language)
            self._say(Refused(command_id, problem.code, problem.sentence, problem.clause))
        else:
            self._say(Done(command_id, outcome))

    def _dismiss(self, error: EwalaError) -> None:
        problem = problem_of(error, self._language)
        self._say(Closing(problem.code, problem.sentence))

    def _say(self, message: msgspec.Struct) -> None:
        self._deliver(msgspec.json.encode(message).decode())
