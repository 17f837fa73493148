"""Hints over HTTP, for a game against bots, among people at one device, or where everybody has agreed."""

import asyncio
from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ewala.core.sentences import Sentence
from ewala.core.state import View
from ewala.games.coach import hint
from ewala.kit.analysis import Hint
from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import Edge, client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.jobs.pool import until_disconnect
from ewala.server.platform.jobs.queues import WaitingLines
from ewala.server.platform.wire.openapi import KEY, refusals
from ewala.server.tables.api.access import Caller, language_of
from ewala.server.tables.registry import TableRegistry
from ewala.tables.analysis_in_words import HintInWords, hint_in_words
from ewala.tables.commands import change_of
from ewala.tables.messages import AllowHints
from ewala.tables.problems import TooMany
from ewala.tables.requests import HINT_SECONDS, HintRequest, HintsAccepted, HintsRequest


class HintLimiters(RateLimiters):
    """How many hints each client may ask for, and one thread's time for all of them, in turns."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits.hints_per_minute / 60, limits.hints_burst)
        self.turns = WaitingLines(1, of_one=1, waiting_of_one=limits.hints_waiting_of_one, waiting=limits.hints_waiting)

    async def hint_for(self, client: str, view: View) -> Hint:
        """A hint, when it is the client's turn. One that is being thought about is thought out: it takes a second."""
        async with self.turns.of(client):
            return await asyncio.to_thread(hint, view, HINT_SECONDS)


@post(
    "/api/tables/{table_id:str}/hint",
    tags=("coach",),
    summary="A hint for your move",
    status_code=HTTP_200_OK,
    security=KEY,
    responses=refusals(400, 403, 404, 409, 413, 415),
    opt={"cost": costs.COMMAND},
)
async def ask_hint(
    caller: NamedDependency[Caller],
    data: JSONBody[HintRequest],
    registry: NamedDependency[TableRegistry],
    hint_limiters: NamedDependency[HintLimiters],
    request: Request[Any, Any, Any],
) -> HintInWords:
    table, seat = caller.room.kept, caller.seat_for_hint(data.seat)
    client = client_of(request.scope)
    if not hint_limiters.take(client):
        raise TooMany("coach/too-many", Sentence("too many hints at once: wait a moment"), 3)
    view, ply = caller.match().view(seat), table.ply
    names, language = {other: sitter.name for other, sitter in table.sitters.items()}, language_of(request)
    await registry.thinking.ready()
    found = await until_disconnect(request, hint_limiters.hint_for(client, view))
    return hint_in_words(found, table.game.name, ply, names, language)


@post(
    "/api/tables/{table_id:str}/hints",
    tags=("coach",),
    summary="Agree that everybody at the table may ask for hints, or not any more",
    status_code=HTTP_200_OK,
    security=KEY,
    responses=refusals(400, 403, 404, 409, 413, 415, 503),
    opt={"cost": costs.COMMAND, "told": 1},
)
async def allow_hints(
    caller: NamedDependency[Caller], data: JSONBody[HintsRequest], edge: NamedDependency[Edge]
) -> HintsAccepted:
    command = AllowHints("", data.seat or caller.the_seat(), data.allow)
    room = caller.room
    change = change_of(caller.seats, command)
    edge.check_toggle(room.id, command.seat)
    return HintsAccepted(await room.submit(change, by=command.seat))
