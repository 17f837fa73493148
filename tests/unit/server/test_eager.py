"""A coroutine that need not wait is no task; one that has to goes on as a task, and nothing of it is lost."""

import asyncio
import gc
import weakref

import pytest

from ewala.server.platform.edge import eager


async def test_what_need_not_wait_is_done_at_once() -> None:
    done = []

    async def at_once() -> None:
        done.append("done")

    assert eager.begin(at_once()) is None
    assert done == ["done"]


async def test_what_has_to_wait_goes_on_as_a_task() -> None:
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
    assert passed == ["begun", "over"]


@pytest.mark.parametrize("waits", [False, True])
async def test_what_it_raises_is_raised(waits: bool) -> None:
    async def fail() -> None:
        if waits:
            await asyncio.sleep(0)
        raise ValueError("lost")

    with pytest.raises(ValueError, match="lost"):  # noqa: PT012  (at once, or when it is waited for)
        task = eager.begin(fail())
        assert task is not None
        await task


async def test_it_hears_that_it_is_cancelled() -> None:
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
    assert heard == ["cancelled"]


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
