"""Work that somebody waits for: it ends when they hang up.

A handler is not told by itself that its client has gone. Whatever takes long is done here, so that nobody works on what
nobody wants any more.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from ewala.core.sentences import Sentence
from ewala.tables.problems import Unavailable

T = TypeVar("T")


class HungUp(Unavailable):
    """Nobody waits for the answer. It ends the handler; there is nobody to read it."""

    def __init__(self) -> None:
        super().__init__("request/hung-up", Sentence("the connection was closed before the answer was there"))


async def until_disconnect(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to. If the client hangs up meanwhile, the work is cancelled.

    The request's body has to be read already.
    """
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise HungUp
    finally:
        for task in (working, gone):
            task.cancel()
        await asyncio.gather(working, gone, return_exceptions=True)


async def _hung_up(request: Request[Any, Any, Any]) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
