"""A running game looked back at, over HTTP: its story up to now, and any of its positions."""

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool, as_json, until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.api.access import Caller
from ewala.tables.messages import Position
from ewala.tables.replay import Replay
from ewala.tables.requests import STORY_EXPLAINED

Ply = Annotated[int, PathParameter(description="After how many moves.")]


@get(
    "/api/tables/{table_id:str}/story",
    tags=("tables",),
    summary="What has happened so far, as everybody may know it",
    security=KEY_OR_NONE,
    responses=refusals(400, 404, 409),
    opt={"cost": costs.RECORD},
)
async def tell_story(
    caller: NamedDependency[Caller], jobs: NamedDependency[JobPool], request: Request[Any, Any, Any]
) -> Response[Replay]:
    """Replayed from the public record: a secret never outlasts the move that follows it, and a last move that is still
    hidden is left out. The latest positions are explained, so that whoever comes back can go through the others' turns
    as those who stayed do. A worker does it, since it takes tens of milliseconds."""
    job = ReplayJob(caller.public_record(), caller.language, explained=STORY_EXPLAINED)
    return as_json(await until_disconnect(request, jobs.small(client_of(request.scope), job)))


@get(
    "/api/tables/{table_id:str}/positions/{ply:int}",
    tags=("tables",),
    summary="The position after so many moves, explained, as you could see it then",
    security=KEY_OR_NONE,
    responses=refusals(400, 404, 409),
    opt={"cost": costs.SNAPSHOT},
)
async def look_back(caller: NamedDependency[Caller], ply: Ply) -> Position:
    return caller.look_back(ply)
