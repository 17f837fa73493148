"""A coroutine that need not wait is no task; one that has to goes on as a task, and nothing of it is lost."""

import asyncio
import gc
import weakref

import pytest

from ewala.server.platform.edge import eager


def test_what_need_not_wait_is_done_at_once() -> None:
    done = []

    async def at_once() -> None:
        done.append("done")

    async def begin() -> asyncio.Task[None] | None:
        return eager.begin(at_once())

    assert asyncio.run(begin()) is None
    assert done == ["done"]


def test_what_has_to_wait_goes_on_as_a_task() -> None:
    async def begin() -> list[str]:
        gate, passed = asyncio.Event(), []

        async def twice() -> None:
            passed.append("begun")
            await gate.wait()
            await asyncio.sleep(0)
            passed.append("over")

        task = eager.begin(twice())
        assert task is not None
        assert passed == ["begun"]
        gate.set()
        await task
        return passed

    assert asyncio.run(begin()) == ["begun", "over"]


@pytest.mark.parametrize("waits", [False, True])
def test_what_it_raises_is_raised(waits: bool) -> None:
    async def fail() -> None:
        if waits:
            await asyncio.sleep(0)
        raise ValueError("lost")

    async def begin() -> None:
        task = eager.begin(fail())
        assert task is not None
        await task

    with pytest.raises(ValueError, match="lost"):
        asyncio.run(begin())


def test_it_hears_that_it_is_cancelled() -> None:
    async def begin() -> list[str]:
        heard = []

        async def wait() -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                heard.append("cancelled")
                raise

        task = eager.begin(wait())
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return heard

    assert asyncio.run(begin()) == ["cancelled"]


def test_what_is_cancelled_leaves_nothing_behind() -> None:
    """What a coroutine has needed is given back when it ends, and not when somebody looks for circles."""

    class Needed:
        pass

    async def wait(_: Needed) -> None:
        await asyncio.get_running_loop().create_future()

    async def begin() -> weakref.ref[Needed]:
        needed = Needed()
        task = eager.begin(wait(needed))
        assert task is not None
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        return weakref.ref(needed)

    gc.disable()
    try:
        assert asyncio.run(begin())() is None
    finally:
        gc.enable()
