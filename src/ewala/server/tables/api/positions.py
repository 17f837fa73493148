"""Games, positions and records, over HTTP: what the games are, a study board, a table's record and its past. Nothing is
kept."""

from typing import Annotated, Any

from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob, StudyJob
from ewala.server.platform.jobs.pool import JobPool, as_json, until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.api.access import Caller, language_of
from ewala.tables.described_games import GameView, described_games
from ewala.tables.messages import Position
from ewala.tables.replay import Replay
from ewala.tables.requests import STORY_EXPLAINED, RecordRequest
from ewala.tables.study_board import Study, StudyRequest

Ply = Annotated[int, PathParameter(description="After how many moves.")]


@get(
    "/api/games",
    tags=("rules",),
    summary="The games, their options and editions",
    responses=refusals(),
    opt={"cost": costs.GAMES},
)
async def games(request: Request[Any, Any, Any]) -> list[GameView]:
    return described_games(language_of(request))


@post(
    "/api/positions",
    tags=("rules",),
    summary="Positions and where moves lead, on a study board",
    status_code=HTTP_200_OK,
    responses=refusals(400, 409, 413, 415),
    opt={"cost": costs.RECORD},
)
async def study(
    data: JSONBody[StudyRequest], jobs: NamedDependency[JobPool], request: Request[Any, Any, Any]
) -> Response[Study]:
    job = StudyJob(data, language_of(request))
    return await _by_worker(request, jobs, job)


@get(
    "/api/tables/{table_id:str}/record",
    tags=("records",),
    media_type=MediaType.TEXT,
    summary="A table's record, as you may see it",
    security=KEY_OR_NONE,
    responses=refusals(400, 404, 409),
    opt={"cost": costs.RECORD},
)
async def download(caller: NamedDependency[Caller]) -> Response[str]:
    return as_file(caller.record(), caller.room.id)


def as_file(text: str, name: str) -> Response[str]:
    """A record's text, which a browser keeps under that name."""
    headers = {"content-disposition": f'attachment; filename="{name}.ewala"', "cache-control": "no-store"}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@post(
    "/api/records",
    tags=("records",),
    summary="Replay a record",
    status_code=HTTP_200_OK,
    responses=refusals(400, 413, 415),
    opt={"cost": costs.RECORD},
)
async def replay(
    data: JSONBody[RecordRequest], jobs: NamedDependency[JobPool], request: Request[Any, Any, Any]
) -> Response[Replay]:
    job = ReplayJob(data.text, language_of(request), data.drawn)
    return await _by_worker(request, jobs, job)


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
    return await _by_worker(request, jobs, job)


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


async def _by_worker(request: Request[Any, Any, Any], jobs: JobPool, job: ReplayJob | StudyJob) -> Response[Any]:
    return as_json(await until_disconnect(request, jobs.small(client_of(request.scope), job)))
