"""What is on its way to a device: in order, nothing that it has asked for lost, and frames of a bearable length."""

import asyncio

from ewala.server.platform.wire.outbox import LONGEST_FRAME, Outbox, frames_of
from ewala.tables.audience import EventBatch


def test_everything_comes_out_in_order_and_at_once() -> None:
    async def play() -> list[EventBatch | bytes]:
        outbox = Outbox(10)
        outbox.tell(EventBatch(7, b"moved"))
        outbox.answer(b"done")
        return await outbox.take()

    assert asyncio.run(play()) == [EventBatch(7, b"moved"), b"done"]


def test_what_comes_in_one_go_wakes_the_reader_once() -> None:
    async def play() -> list[EventBatch | bytes]:
        outbox = Outbox(10)
        reading = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        outbox.tell(EventBatch(7, b"moved"))
        outbox.answer(b"done")
        return await reading

    assert asyncio.run(play()) == [EventBatch(7, b"moved"), b"done"]


def test_who_reads_too_slowly_falls_behind_but_gets_every_answer() -> None:
    async def play() -> None:
        outbox = Outbox(2)
        for seq in range(1, 4):
            outbox.tell(EventBatch(seq, b"moved"))
        outbox.answer(b"done")
        assert outbox.behind
        assert await outbox.take() == [EventBatch(1, b"moved"), EventBatch(2, b"moved"), b"done"]

    asyncio.run(play())


def test_who_does_not_read_is_not_read() -> None:
    async def play() -> None:
        outbox = Outbox(1)
        await outbox.space()
        outbox.answer(b"done")
        waiting = asyncio.create_task(outbox.space())
        await asyncio.sleep(0)
        assert not waiting.done()
        await outbox.take()
        await waiting

    asyncio.run(play())


def test_long_lines_fill_it_sooner() -> None:
    async def play() -> None:
        outbox = Outbox(10, most_bytes=100)
        outbox.tell(b"x" * 60)
        outbox.tell(EventBatch(1, b"y" * 60))
        assert outbox.full
        outbox.tell(b"z")
        assert outbox.behind
        assert len(await outbox.take()) == 2
        assert not outbox.full

    asyncio.run(play())


def test_the_last_line_is_said_even_to_the_slowest() -> None:
    outbox = Outbox(0)
    outbox.close(b"closing", "server/restarting")
    assert outbox.closing
    assert asyncio.run(outbox.take()) == [b"closing"]


def test_lines_share_a_frame_unless_it_would_be_long() -> None:
    assert list(frames_of([])) == []
    assert list(frames_of([b"a", b"b"])) == [b"a\nb"]
    half = b"x" * (LONGEST_FRAME // 2)
    assert list(frames_of([half, half, b"a", b"b"])) == [half + b"\n" + half, b"a\nb"]
    long = half * 3
    assert list(frames_of([b"a", long, b"b"])) == [b"a", long, b"b"]
