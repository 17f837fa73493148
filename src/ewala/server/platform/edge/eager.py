"""Begin a coroutine at once, and make a task of it only if it has to wait: Python 3.12's eager tasks, for 3.11 too."""

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def begin(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run it to its first wait. None if it never had to; else a task that goes on with it. What it raises before
    that is raised here.

    It must not ask which task it is in before it waits (as `asyncio.timeout` does).
    """
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_go_on(coroutine, waits_for))


@types.coroutine
def _go_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Wait as the coroutine would have, and hand it whatever came of it. An error is not kept by any name: it knows
    where it has been, and that would be a circle of references."""
    try:
        while True:
            try:
                came = yield waits_for
            except BaseException as error:
                waits_for = coroutine.throw(error)
            else:
                waits_for = coroutine.send(came)
    except StopIteration:
        return
