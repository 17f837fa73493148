"""Records over HTTP: of a table, as its reader may see it; and of a file, which a worker replays (replaying.py)."""

from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool, as_json
from ewala.server.platform.jobs.until_disconnect import until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.api.access import Caller, language_of
from ewala.tables.replay import RecordText, Replay
from ewala.tables.table import NotPossible
from ewala.tables.views import viewer_of


class RecordRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: RecordText
    drawn: Annotated[bool, Meta(description="Whether each position is to come as text and as a picture, too.")] = False


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
    match = caller.room.kept.match
    if match is None:
        raise NotPossible("table/not-started", "the game has not started")
    # A bid that lay face down when somebody gave up is nobody's business; without it the record can be read again.
    text_for = match.public_text if caller.room.kept.status == "over" else match.text
    return as_file(text_for(viewer_of(caller.seats, caller.room.kept.to_act)), caller.room.id)


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
