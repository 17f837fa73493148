"""What other processes have stored is read for all tables together that want to know it."""

import asyncio

import pytest

from ewala.core.sentences import Sentence
from ewala.server.tables.tails import MOST, Tails
from ewala.tables.fingerprints import NOT_PLAYED
from ewala.tables.kept import Tail
from ewala.tables.problems import Unavailable

Wanted = list[tuple[str, int]]


class Database:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Wanted] = []
        self.answers: asyncio.Queue[Unavailable | None] = asyncio.Queue()

    async def read(self, wanted: Wanted) -> list[Tail | None]:
        self.asked.append(wanted)
        if away := await self.answers.get():
            raise away
        return [Tail(seq + 1, [table_id.encode()], {}, 0, NOT_PLAYED) for table_id, seq in wanted]


async def ask(tails: Tails, wanted: Wanted) -> "list[asyncio.Task[Tail | None]]":
    tasks = [asyncio.create_task(tails.after(*one)) for one in wanted]
    await asyncio.sleep(0)
    return tasks


def test_those_who_ask_while_others_are_read_are_read_together() -> None:
    async def scene() -> None:
        database = Database()
        tails = Tails(database.read)
        first = await ask(tails, [("a", 3)])
        await asyncio.sleep(0)
        others = await ask(tails, [("b", 1), ("c", 2)])
        for _ in range(2):
            database.answers.put_nowait(None)
        found = await asyncio.gather(*first, *others)
        assert database.asked == [[("a", 3)], [("b", 1), ("c", 2)]]
        assert [(tail.first, tail.events) for tail in found if tail] == [(4, [b"a"]), (2, [b"b"]), (3, [b"c"])]

    asyncio.run(scene())


def test_a_database_that_is_away_is_said_to_those_who_asked_and_asked_again_for_the_next() -> None:
    async def scene() -> None:
        database = Database()
        tails = Tails(database.read)
        database.answers.put_nowait(Unavailable("server/storage", Sentence("away")))
        lost = await ask(tails, [("a", 3), ("b", 1)])
        said = await asyncio.gather(*lost, return_exceptions=True)
        assert [type(one) for one in said] == [Unavailable, Unavailable]
        database.answers.put_nowait(None)
        [found] = await asyncio.gather(*await ask(tails, [("a", 3)]))
        assert found is not None

    asyncio.run(scene())


def test_who_has_gone_keeps_nobody_from_theirs() -> None:
    async def scene() -> None:
        database = Database()
        tails = Tails(database.read)
        gone, stays = await ask(tails, [("a", 3), ("b", 1)])
        gone.cancel()
        database.answers.put_nowait(None)
        assert await stays is not None
        with pytest.raises(asyncio.CancelledError):
            await gone

    asyncio.run(scene())


def test_a_reading_is_bounded() -> None:
    async def scene() -> None:
        database = Database()
        for _ in range(2):
            database.answers.put_nowait(None)
        await asyncio.gather(*await ask(Tails(database.read), [(str(n), n) for n in range(MOST + 1)]))
        assert [len(wanted) for wanted in database.asked] == [MOST, 1]

    asyncio.run(scene())
