"""Waiting lines and outboxes."""

import asyncio

import pytest

from ewala.server.platform.jobs.queues import WaitingLines
from ewala.server.platform.wire.outbox import LONGEST_FRAME, Outbox, frames_of
from ewala.tables.audience import EventBatch
from ewala.tables.problems import TooMany


class Counter:
    """A counter that serves until a test says that it is done; who was served, in order."""

    def __init__(self, turns: WaitingLines) -> None:
        self.turns = turns
        self.served: list[str] = []
        self.done: dict[str, asyncio.Event] = {}
        self.visits: dict[str, asyncio.Task[None]] = {}

    async def come(self, *visits: str) -> None:
        """Visits are called by their client's letter and a number."""
        for visit in visits:
            self.done[visit] = asyncio.Event()
            self.visits[visit] = asyncio.create_task(self._visit(visit))
            await settled()

    async def _visit(self, visit: str) -> None:
        async with self.turns.of(visit[0]):
            self.served.append(visit)
            await self.done[visit].wait()

    async def finish(self, *visits: str) -> None:
        for visit in visits:
            self.done[visit].set()
            await self.visits[visit]
            await settled()


async def settled() -> None:
    """All that can go on has gone on."""
    for _ in range(5):
        await asyncio.sleep(0)


def few(at_once: int = 1, of_one: int = 1, waiting_of_one: int = 10, waiting: int = 20) -> WaitingLines:
    return WaitingLines(at_once, of_one=of_one, waiting_of_one=waiting_of_one, waiting=waiting)


async def test_clients_alternate_however_many_requests_one_of_them_has() -> None:
    counter = Counter(few())
    await counter.come("a1", "a2", "a3", "a4", "b1", "b2", "c1")
    await counter.finish("a1", "a2", "b1", "c1", "a3", "b2", "a4")
    assert counter.served == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


async def test_one_client_does_not_take_every_place() -> None:
    counter = Counter(few(at_once=2))
    await counter.come("a1", "a2")
    assert counter.served == ["a1"]
    await counter.come("b1")
    assert counter.served == ["a1", "b1"]
    await counter.finish("b1")
    assert counter.served == ["a1", "b1"]
    await counter.finish("a1")
    assert counter.served == ["a1", "b1", "a2"]
    await counter.finish("a2")


async def test_who_gives_up_is_out_of_the_line() -> None:
    turns = few()
    counter = Counter(turns)
    await counter.come("a1", "b1", "b2", "c1")
    counter.visits["b1"].cancel()
    await settled()
    assert turns.waiting == 2
    await counter.finish("a1", "b2", "c1")
    assert counter.served == ["a1", "b2", "c1"]


async def test_a_place_is_not_lost_with_who_gives_up_in_the_moment_of_being_called() -> None:
    counter = Counter(few())
    async with counter.turns.of("a"):
        await counter.come("b1", "c1")
    counter.visits["b1"].cancel()  # it is called, and has not come yet
    await settled()
    assert counter.served == ["c1"]
    await counter.finish("c1")


async def test_who_has_just_given_up_is_not_called() -> None:
    counter = Counter(few())
    await counter.come("a1", "b1", "c1")
    counter.done["a1"].set()
    counter.visits["b1"].cancel()  # before a1 has left
    await settled()
    assert counter.served == ["a1", "c1"]
    await counter.finish("c1")


@pytest.mark.parametrize("limits", [{"waiting_of_one": 2}, {"waiting": 2}])
async def test_only_so_many_wait(limits: dict[str, int]) -> None:
    counter = Counter(few(**limits))
    await counter.come("a1", "a2", "a3")
    with pytest.raises(TooMany) as refused:
        async with counter.turns.of("a"):
            pass
    assert refused.value.code == "server/busy"
    await counter.finish("a1", "a2", "a3")
    assert counter.turns.waiting == 0


async def test_everything_comes_out_in_order_and_at_once() -> None:
    outbox = Outbox(10)
    outbox.tell(EventBatch(7, b"moved"))
    outbox.answer(b"done")
    assert await outbox.take() == [EventBatch(7, b"moved"), b"done"]


async def test_what_comes_in_one_go_wakes_the_reader_once() -> None:
    outbox = Outbox(10)
    reading = asyncio.create_task(outbox.take())
    await asyncio.sleep(0)
    outbox.tell(EventBatch(7, b"moved"))
    outbox.answer(b"done")
    assert await reading == [EventBatch(7, b"moved"), b"done"]


async def test_who_reads_too_slowly_falls_behind_but_gets_every_answer() -> None:
    outbox = Outbox(2)
    for seq in range(1, 4):
        outbox.tell(EventBatch(seq, b"moved"))
    outbox.answer(b"done")
    assert outbox.behind
    assert await outbox.take() == [EventBatch(1, b"moved"), EventBatch(2, b"moved"), b"done"]


async def test_who_does_not_read_is_not_read() -> None:
    outbox = Outbox(1)
    await outbox.space()
    outbox.answer(b"done")
    waiting = asyncio.create_task(outbox.space())
    await asyncio.sleep(0)
    assert not waiting.done()
    await outbox.take()
    await waiting


async def test_long_lines_fill_it_sooner() -> None:
    outbox = Outbox(10, most_bytes=100)
    outbox.tell(b"x" * 60)
    outbox.tell(EventBatch(1, b"y" * 60))
    assert outbox.full
    outbox.tell(b"z")
    assert outbox.behind
    assert len(await outbox.take()) == 2
    assert not outbox.full


async def test_the_last_line_is_said_even_to_the_slowest() -> None:
    outbox = Outbox(0)
    outbox.close(b"closing", "server/restarting")
    assert outbox.closing
    assert await outbox.take() == [b"closing"]


def test_lines_share_a_frame_unless_it_would_be_long() -> None:
    assert list(frames_of([])) == []
    assert list(frames_of([b"a", b"b"])) == [b"a\nb"]
    half = b"x" * (LONGEST_FRAME // 2)
    assert list(frames_of([half, half, b"a", b"b"])) == [half + b"\n" + half, b"a\nb"]
    long = half * 3
    assert list(frames_of([b"a", long, b"b"])) == [b"a", long, b"b"]
