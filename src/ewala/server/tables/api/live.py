"""The live channel: a WebSocket a device. First a snapshot, then events; commands the other way.

The first frame from a client is `hello`, with its keys: they are never part of an address. After it come commands, each
answered with `done` once it is on disk, or `refused` with a code; what others do arrives as `happened`. What is said to
a device at the same moment is one frame, a line each.
"""

import asyncio
import math
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.locale.languages import negotiated
from ewala.server.platform.edge import costs, eager
from ewala.server.platform.edge.costs import told_to
from ewala.server.platform.edge.edge import Edge, connection_of
from ewala.server.platform.edge.guard import TRY_AGAIN_LATER
from ewala.server.platform.edge.places import holder_of
from ewala.server.platform.wire.outbox import Outbox, frames_of
from ewala.server.tables.registry import TableRegistry
from ewala.tables.audience import EventBatch
from ewala.tables.broadcast import Group, Seats
from ewala.tables.commands import SeatCommand, change_of
from ewala.tables.messages import (
    AllowHints,
    Closing,
    ComeBack,
    Command,
    Confirm,
    Done,
    Hello,
    MakeMove,
    Mute,
    Ping,
    Pong,
    Refused,
    Resign,
    Say,
    ShowPart,
    TakeBack,
    WhyNot,
    decode_command,
)
from ewala.tables.problems import SERVICE_RESTART, NoSuchTable, TooMany, problem_of
from ewala.tables.table import NotPossible
from ewala.tables.views import because

HELLO_WITHIN = 10.0  # seconds
POLICY_VIOLATION = 1008
LEFT = 1006
UNKNOWN_SEQ = -1
CHANGING = (MakeMove, TakeBack, Confirm, Resign, ComeBack, ShowPart, AllowHints, Say)  # commands that change the table
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # how the framework and the server say that a device has left


@websocket("/api/tables/{table_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    table_id: FromPath[str],
    registry: NamedDependency[TableRegistry],
    edge: NamedDependency[Edge],
) -> None:
    """A device at a table."""
    device = _Device(socket, registry, edge)
    try:
        await socket.accept()
        await device.attend(table_id)
    except (WebSocketDisconnect, OSError):
        pass
    except EwalaError as error:
        await device.dismiss(error)
    finally:
        device.part()


class _Device:
    """One connection: what it holds, what it may send, what it has been sent."""

    def __init__(self, socket: WebSocket[Any, Any, Any], registry: TableRegistry, edge: Edge) -> None:
        self.socket = socket
        self.registry = registry
        self.edge = edge
        visit = connection_of(socket.scope)
        assert visit is not None  # our own protocol has made the connection
        self._visit = visit
        self.language = "en"
        limits = registry.config.limits
        self._outbox = Outbox(limits.watcher_backlog, self._deliver, limits.watcher_backlog_bytes)
        self._silence = 3 * registry.config.heartbeat_seconds  # that is put up with
        self._put_off = -math.inf  # from when that was last counted
        self._greeted = False
        self._delivery: asyncio.Task[None] | None = None
        self._sent = UNKNOWN_SEQ
        self._held_at = UNKNOWN_SEQ
        self._still_held: Seats = ()

    async def attend(self, table_id: str) -> None:
        """From the first frame to the last."""
        hello = await self._read_hello()
        # A hello is quickly read, and its answer the dearest of all: of many at once, each waits for its turn.
        greeting = costs.GREETING_EXPLAINED if hello.explained else costs.GREETING
        await self.edge.turns.turn(self._visit.client, greeting)
        self.language = negotiated(hello.language or self.socket.headers.get("accept-language", ""))
        self.keys = keys = [*hello.keys, *([hello.watch] if hello.watch else [])]
        room = await self.registry.room_for(table_id, keys, hello.since or 0)
        self.seats = room.rights.seats_of(keys)
        self.host = room.rights.is_host(keys)
        if not self.seats and not self.host and not room.rights.may_watch(keys):
            raise NoSuchTable
        if self.seats or self.host:
            self._visit.mark_seated()
        self._visit.charge_key(f"{room.id} {holder_of(self.seats, host=self.host)}")
        self.room = room
        self.group = Group(self.seats, self.language, explained=hello.explained is True)
        self._snapshot_in = self.language if hello.explained else None
        self._sent = hello.since or UNKNOWN_SEQ
        place = self.edge.places.take(room.id, self.seats, self._outbox, self.language, host=self.host)
        try:
            await self._stay()
        finally:
            self.edge.places.leave(place)

    def part(self) -> None:
        """Let go of what refers back to this device: its memory is free at once, without a round of the collector."""
        self._outbox.courier = None
        del self.socket.receive, self.socket.send

    async def _read_hello(self) -> Hello:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                command = decode_command(await self.socket.receive_data(mode="text"))
        except TimeoutError:
            raise NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds")) from None
        except msgspec.DecodeError as error:
            raise _unreadable(error) from None
        if not isinstance(command, Hello):
            raise NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds"))
        return command

    async def _stay(self) -> None:
        """Listen to the table and to the device until one of them goes."""
        self.room.audience.enter(self.group, self._outbox)
        self._visit.charge(2 * told_to(self.room.audience.devices))  # that it has come, and that it will go
        try:
            await self._greet()
            self._greeted = True
            self._deliver()
            await self._listen()
        finally:
            self.room.audience.leave(self.group, self._outbox)
            self._greeted = False
            if self._delivery:
                self._delivery.cancel()

    # --- To the device

    async def _greet(self) -> None:
        """What was missed since the last event that was sent, or a snapshot."""
        room, group = self.room, self.group
        missed = room.audience.missed(self._sent, group, self.registry.config.limits.watcher_backlog)
        if missed is not None:
            self._visit.charge(costs.FRAME * len(missed))
        else:
            self._visit.charge(costs.GREETING_EXPLAINED if self._snapshot_in else costs.GREETING)
            snapshot = room.snapshot(
                group.seats,
                host=self.host,
                muted=group.muted,
                explained_in=self._snapshot_in,
            )
            missed = [msgspec.json.encode(snapshot)]
        self._sent = room.kept.seq
        await self._transmit(missed)

    def _deliver(self, _: object = None) -> None:
        """Empty the outbox, unless the device still takes in what came before."""
        if self._delivery and self._delivery.done():
            self._delivery = None
        if self._greeted and not self._delivery and (taken := self._outbox.taken()):
            self._delivery = eager.begin(self._forward(taken))
            if self._delivery:
                self._delivery.add_done_callback(self._deliver)

    async def _forward(self, taken: list[EventBatch | bytes]) -> None:
        """All but what the snapshot had already; a reader so slow that news were dropped catches up."""
        lines, rights_changed, closing = [], self._outbox.behind, self._outbox.closing
        stored_at = 0.0  # what has waited longest, if anything new is among it
        try:
            if self._outbox.behind:
                self._outbox.behind = False
                await self._greet()
            for entry in taken:
                if isinstance(entry, bytes):
                    lines.append(entry)
                elif entry.last > self._sent:
                    self._sent = entry.last
                    stored_at = stored_at or entry.at
                    rights_changed |= entry.rights_changed
                    if entry.lines:
                        lines.append(entry.lines)
            await self._transmit(lines)
            if stored_at:
                self.registry.figures.to_devices.observe(perf_counter() - stored_at)
            if closing:
                comes_back = closing.startswith("server/")  # it is the server's matter, not the device's
                await self.socket.close(SERVICE_RESTART if comes_back else POLICY_VIOLATION, closing)
            elif rights_changed:
                await self._check_stays()
        except GONE:
            pass  # who listens hears of it, too

    async def _check_stays(self) -> None:
        """Whoever has lost a seat comes again, as whatever they are now."""
        if reason := self.room.rights.why_leave(self.keys, self.seats):
            await self.dismiss(reason)

    # --- From the device

    async def _listen(self) -> None:
        """Answer commands."""
        try:
            async with asyncio.timeout(self._silence) as self._backoff:
                while True:
                    await self._hear(await self.socket.receive_data(mode="text"))
        except TimeoutError:
            raise NotPossible("live/silent", Sentence("nothing was heard from you for a while")) from None

    def _be_patient(self) -> None:
        """Something was heard: put off the moment at which it has been silent too long. That costs as much as reading a
        frame, and need not be done for each. What counts is when a frame is heard, not when it came: whoever waits for
        their turn is not silent."""
        now = asyncio.get_running_loop().time()
        if now > self._put_off + self._silence / 20:
            self._put_off = now
            self._backoff.reschedule(now + self._silence)

    async def _hear(self, frame: str) -> None:
        """Answer a frame, and charge for what it does: whoever is in debt is read later, and nothing is lost."""
        self._be_patient()
        try:
            command = decode_command(frame)
        except msgspec.DecodeError as error:
            await self._refuse("", _unreadable(error))
        else:
            if isinstance(command, CHANGING):
                self._visit.charge(await self._carry_out(command))
            else:
                await self._answer(command)

    async def _answer(self, command: Command) -> None:
        if isinstance(command, Ping):
            if self._sent < self.room.kept.seq:
                await self._greet()
            await self._send(Pong(command.id, self.room.kept.seq))
        elif isinstance(command, WhyNot):
            await self._send(because(self.room.kept, self.seats, command, self.language))
        elif isinstance(command, Mute):
            self._mute(command.muted)
        else:
            await self._refuse("", NotPossible("live/hello-again", Sentence("'hello' is said once")))

    def _mute(self, muted: bool) -> None:
        if muted != self.group.muted:
            before, self.group = self.group, msgspec.structs.replace(self.group, muted=muted)
            self.room.audience.regroup(before, self.group, self._outbox)

    async def _carry_out(self, command: SeatCommand | Say) -> float:
        """Carry out a command and say so when it is on disk; meanwhile go on listening. Returns what that costs."""
        if self._outbox.full:
            await self._outbox.space()
        report = partial(self._report, command.id)
        try:
            if isinstance(command, Say):
                await self.registry.hooks.check_may_speak(self.room.id, command.seat, self._held())
            chat_length = self.registry.config.limits.chat_length
            change = change_of(self._held(), command, host=self.host, chat_length=chat_length)
            if isinstance(command, Say):
                self.edge.check_chat(self.room.id, command.seat)
            elif isinstance(command, AllowHints):
                self.edge.check_toggle(self.room.id, command.seat)
            self.room.carry_out(change, report, by=command.seat)
        except EwalaError as error:
            await self._refuse(command.id, error)
            return 0.0
        return costs.COMMAND + told_to(self.room.audience.devices)

    def _held(self) -> Seats:
        """The device's seats without those that were freed since it came."""
        if self._held_at != self.room.rights.changes:
            self._held_at = self.room.rights.changes
            still_held = self.room.rights.seats_of(self.keys)
            self._still_held = tuple(seat for seat in self.seats if seat in still_held)
        return self._still_held

    def _report(self, command_id: str, outcome: int | EwalaError) -> None:
        if isinstance(outcome, EwalaError):
            self._outbox.answer(msgspec.json.encode(self._refusal(command_id, outcome)))
        else:
            self._outbox.answer(msgspec.json.encode(Done(command_id, outcome)))

    # --- Sending

    async def _refuse(self, command_id: str, error: EwalaError) -> None:
        await self._send(self._refusal(command_id, error))

    def _refusal(self, command_id: str, error: EwalaError) -> Refused:
        self.registry.figures.refused[error.code] += 1
        problem = problem_of(error, self.language)
        return Refused(command_id, problem.code, problem.sentence, problem.clause)

    async def _send(self, line: msgspec.Struct) -> None:
        await self._transmit([msgspec.json.encode(line)])

    async def _transmit(self, lines: list[bytes]) -> None:
        """All in one frame, unless that would be a long one."""
        for frame in frames_of(lines):
            try:
                await self.socket.send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
            except (OSError, RuntimeError):
                raise WebSocketDisconnect(detail="the device has left", code=LEFT) from None

    async def dismiss(self, error: EwalaError) -> None:
        """Say why, and close."""
        problem = problem_of(error, self.language)
        with suppress(*GONE):
            await self._send(Closing(problem.code, problem.sentence))
            await self.socket.close(TRY_AGAIN_LATER if isinstance(error, TooMany) else POLICY_VIOLATION, problem.code)


def _unreadable(error: msgspec.DecodeError) -> EwalaError:
    return NotPossible("live/unreadable", Sentence("the frame cannot be read: {reason}", reason=str(error)))
