"""A study board over HTTP; a worker makes it (studying.py). Nothing is kept."""

from typing import Any

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from ewala.server.api.access import language_of
from ewala.server.api.described import refusals
from ewala.server.guarding import costs
from ewala.server.guarding.guard import client_of
from ewala.server.workshop.jobs import StudyJob
from ewala.server.workshop.studying import Study, StudyRequest
from ewala.server.workshop.waited_for import while_waited_for
from ewala.server.workshop.workshop import Workshop, as_json

__all__ = ["study"]


@post(
    "/api/positions",
    tags=("rules",),
    summary="Positions and where moves lead, on a study board",
    status_code=HTTP_200_OK,
    responses=refusals(400, 409, 413, 415),
    opt={"cost": costs.RECORD},
)
async def study(
    data: JSONBody[StudyRequest], workshop: NamedDependency[Workshop], request: Request[Any, Any, Any]
) -> Response[Study]:
    job = StudyJob(data, language_of(request))
    return as_json(await while_waited_for(request, workshop.small(client_of(request.scope), job)))
