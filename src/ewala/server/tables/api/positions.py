"""A study board over HTTP; a worker makes it (studying.py). Nothing is kept."""

from typing import Any

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import StudyJob
from ewala.server.platform.jobs.pool import JobPool, as_json, until_disconnect
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.api.access import language_of
from ewala.tables.study_board import Study, StudyRequest


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
    return as_json(await until_disconnect(request, jobs.small(client_of(request.scope), job)))
