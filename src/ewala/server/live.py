"""The live channel: a WebSocket a device. First a snapshot, then events; wishes the other way.

The first frame from a client is `hello`, with its keys: they are never part of an address. After it come wishes, each
answered with `done` once it is on disk, or `refused` with a code; what others do arrives as `happened`.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from ewala.core.errors import BadSetup, EwalaError, StaleMove
from ewala.core.sentences import Sentence
from ewala.locale.languages import negotiated
from ewala.play.table import NotPossible
from ewala.server import frames
from ewala.server.hub import Hub, NoSuchTable
from ewala.server.messages import (
    CLOSING,
    STOOD_UP,
    Because,
    Closing,
    Done,
    Hello,
    Mute,
    Ping,
    Pong,
    Refused,
    Say,
    WhyNot,
    Wish,
    decode_wish,
    seq_of,
)
from ewala.server.problems import NotAllowed, TooMany, Unavailable, problem_of
from ewala.server.room import Group, Room, Seats
from ewala.server.throttle import Bucket
from ewala.server.wishes import SeatWish, carry_out, check_holds
from ewala.server.writer import StorageLost

__all__ = ["live"]

HELLO_WITHIN = 10.0  # seconds
POLICY_VIOLATION = 1008
TRY_AGAIN_LATER = 1013
LEFT = 1006
UNKNOWN_SEQ = -1
GONE = (WebSocketDisconnect, OSError, RuntimeError)  # how the framework and the server say that a device has left


@websocket("/api/tables/{table_id:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table_id: FromPath[str], hub: NamedDependency[Hub]) -> None:
    """A device at a table."""
    await socket.accept()
    device = _Device(socket, hub)
    try:
        await device.attend(table_id)
    except (WebSocketDisconnect, OSError):
        pass
    except EwalaError as error:
        await device.dismiss(error)


class _Device:
    """One connection: what it holds, what it may send, what it has been sent."""

    def __init__(self, socket: WebSocket[Any, Any, Any], hub: Hub) -> None:
        self.socket = socket
        self.hub = hub
        self.language = "en"
        limits = hub.config.limits
        self._frames = Bucket(limits.frames_per_second, limits.frames_burst)
        self._words = Bucket(limits.chat_per_minute / 60, limits.chat_burst)
        self._sent = UNKNOWN_SEQ
        self._held_at = UNKNOWN_SEQ
        self._still_held: Seats = ()

    async def attend(self, table_id: str) -> None:
        """From the first frame to the last."""
        hello = await self._read_hello()
        self.language = negotiated(hello.language or self.socket.headers.get("accept-language", ""))
        room = await self.hub.room(table_id)
        self.keys = keys = [*hello.keys, *([hello.watch] if hello.watch else [])]
        self.seats = room.seats_of(keys)
        self.host = room.is_host(keys)
        if not self.seats and not self.host and not room.may_watch(keys):
            raise NoSuchTable
        if sum(room.groups.values()) >= self.hub.config.limits.connections_per_table:
            raise TooMany("table/crowded", Sentence("too many devices look at this table"))
        await self._stay(room, Group(self.seats, self.language, explained=hello.explained), hello.since)

    async def _read_hello(self) -> Hello:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                wish = decode_wish(await self.socket.receive_data(mode="text"))
        except TimeoutError:
            raise NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds")) from None
        except msgspec.DecodeError as error:
            raise _unreadable(error) from None
        if not isinstance(wish, Hello):
            raise NotPossible("live/no-hello", Sentence("the first frame is 'hello', within ten seconds"))
        return wish

    async def _stay(self, room: Room, group: Group, since: int | None) -> None:
        """Listen to the table and to the device until one of them goes, or the device wants another group's frames."""
        next_group: Group | None = group
        self.room = room
        while next_group is not None:
            self.group = group = next_group
            async with self.hub.channels.start_subscription([room.channel(group)]) as subscriber:
                room.enter(group)
                try:
                    await self._greet(room, group, since)
                    async with subscriber.run_in_background(self._forward, join=False):
                        next_group = await self._listen(room, group)
                finally:
                    room.leave(group)
            since = self._sent

    async def _greet(self, room: Room, group: Group, since: int | None) -> None:
        """A snapshot, or what was missed; nothing that is not on disk yet."""
        await room.settled()
        missed = room.missed(since, group) if since is not None else None
        if missed is None:
            snapshot = frames.snapshot_of(
                room.id,
                room.table,
                group.seats,
                host=self.host,
                online=room.online,
                muted=group.muted,
                now=self.hub.now(),
                explained=group.explained,
            )
            missed = [msgspec.json.encode(snapshot)]
        self._sent = room.stored_seq
        for frame in missed:
            await self._transmit(frame)

    async def _forward(self, frame: bytes) -> None:
        """Pass a frame on, unless the snapshot had it already; a reader so slow that frames were dropped catches up."""
        seq = seq_of(frame)
        if seq is not None:
            if seq <= self._sent:
                return
            if seq > self._sent + 1:
                await self._greet(self.room, self.group, self._sent)
                await self._check_seats()
                return
            self._sent = seq
        await self._transmit(frame)
        if frame.startswith(CLOSING):
            await self.socket.close(TRY_AGAIN_LATER)
        elif STOOD_UP in frame:
            await self._check_seats()

    async def _check_seats(self) -> None:
        """Whoever has lost a seat comes again, as whatever they are now."""
        if self.room.seats_of(self.keys) != self.seats:
            await self.dismiss(NotAllowed("seat/freed", Sentence("the seat is not yours any more")))

    async def _listen(self, room: Room, group: Group) -> Group | None:
        """Answer wishes; returns another group if the device asks for one."""
        silence = 3 * self.hub.config.heartbeat_seconds
        while True:
            try:
                async with asyncio.timeout(silence):
                    frame = await self.socket.receive_data(mode="text")
            except TimeoutError:
                raise NotPossible("live/silent", Sentence("nothing was heard from you for a while")) from None
            # Whoever sends too much is read more slowly, and nothing is lost.
            if wait := self._frames.take_later():
                await asyncio.sleep(wait)
            try:
                wish = decode_wish(frame)
            except msgspec.DecodeError as error:
                await self._refuse("", _unreadable(error))
                continue
            if isinstance(wish, Mute):
                if wish.muted != group.muted:
                    return Group(group.seats, group.language, wish.muted, group.explained)
            else:
                await self._answer(room, wish)

    async def _answer(self, room: Room, wish: Wish) -> None:
        if isinstance(wish, Hello | Mute):
            await self._refuse("", NotPossible("live/hello-again", Sentence("'hello' is said once")))
        elif isinstance(wish, Ping):
            if self._sent < room.stored_seq:  # the last frames may have been dropped: nothing follows that would tell
                await self._greet(room, self.group, self._sent)
            await self._send(Pong(wish.id, room.stored_seq))
        elif isinstance(wish, WhyNot):
            await self._send(self._why_not(room, wish))
        else:
            await self._grant(room, wish)

    async def _grant(self, room: Room, wish: SeatWish | Say) -> None:
        """Carry out a wish and say so when it is on disk; meanwhile go on listening."""
        try:
            held = self._held(room)
            done = self._say(room, wish, held) if isinstance(wish, Say) else carry_out(room, held, wish)
        except StaleMove as error:
            await self._refuse(wish.id, error)
            await self._greet(room, self.group, None)
        except EwalaError as error:
            await self._refuse(wish.id, error)
        else:
            self.hub.start_task(self._report(wish.id, done))

    def _held(self, room: Room) -> Seats:
        """The device's seats without those that were freed since it came."""
        if self._held_at != room.key_changes:
            self._held_at, self._still_held = room.key_changes, room.seats_of(self.keys)
        return tuple(seat for seat in self.seats if seat in self._still_held)

    async def _report(self, wish_id: str, done: "asyncio.Future[int]") -> None:
        with suppress(*GONE):
            try:
                await self._send(Done(wish_id, await done))
            except StorageLost:
                await self._refuse(wish_id, Unavailable("server/storage", Sentence("the move could not be stored")))

    def _say(self, room: Room, wish: Say, held: Seats) -> "asyncio.Future[int]":
        if wish.seat is not None:
            check_holds(room, held, wish.seat)
        elif not self.host:
            raise NotAllowed("chat/seats-only", Sentence("only those at the table speak"))
        limits = self.hub.config.limits
        text = " ".join(wish.text.split())
        if not 1 <= len(text) <= limits.chat_length or not text.isprintable():
            raise BadSetup(
                "chat/text", "", Sentence("a message has 1 to {most} printable characters", most=limits.chat_length)
            )
        if not self._words.take():
            raise TooMany("chat/too-many", Sentence("too many messages at once"))
        name = room.table.sitters[wish.seat].name if wish.seat else ""
        return room.wish(lambda now: room.table.say(wish.seat, name, text, now))

    def _why_not(self, room: Room, wish: WhyNot) -> Because:
        """Judged by what the device may know."""
        match = room.table.match
        if match is None:
            return Because(wish.id, wish.move, "table/not-started")
        try:
            match.view(frames.viewer_of(self.seats, room.table.to_act)).check(wish.move)
        except EwalaError as error:
            problem = problem_of(error, self.language)
            return Because(wish.id, wish.move, problem.code, problem.clause, problem.sentence)
        return Because(wish.id, wish.move)

    async def _refuse(self, wish_id: str, error: EwalaError) -> None:
        problem = problem_of(error, self.language)
        await self._send(Refused(wish_id, problem.code, problem.sentence, problem.clause))

    async def _send(self, frame: msgspec.Struct) -> None:
        await self._transmit(msgspec.json.encode(frame))

    async def _transmit(self, frame: bytes) -> None:
        try:
            await self.socket.send_data(frame)
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
