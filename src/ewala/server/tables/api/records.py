"""Records over HTTP: of a table, as its reader may see it; and of a file, which a worker replays (replaying.py)."""

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool, as_json, until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.api.access import Caller, language_of
from ewala.tables.replay import Replay
from ewala.tables.requests import RecordRequest


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
    return as_json(await until_disconnect(request, jobs.small(client_of(request.scope), job)))
