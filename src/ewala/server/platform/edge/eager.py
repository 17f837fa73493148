"""Begin a coroutine at once, and make a task of it only if it has to wait: Python 3.12's eager tasks, for 3.11 too."""

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def begin(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run it to its first wait; a task that goes on with it, or None if it never had to wait. What it raises before
    is raised here. Until then it must not ask which task it is in, as `asyncio.timeout` does."""
    try:
        waits_for = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_go_on(coroutine, waits_for))


@types.coroutine
def _go_on(coroutine: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Wait as the coroutine would. No name keeps an error: with its traceback that would be a reference cycle."""
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
