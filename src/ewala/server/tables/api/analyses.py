"""Analyses over HTTP: of a record, or of a table whose game is over."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.effort import THOROUGH_TIMES
from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.jobs.messages import ReadJob
from ewala.server.platform.jobs.pool import JobPool, until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.analyses import Analyses, NoRecordKept, Work
from ewala.server.tables.api.access import caller_of, language_of
from ewala.server.tables.api.positions import as_file
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.running_games import check_not_running
from ewala.tables.analysis_in_words import analysis_in_words
from ewala.tables.analysis_subject import Subject
from ewala.tables.problems import TooMany, problem_of
from ewala.tables.requests import AnalysisAnswer, AnalysisRequest, check_asked, played_out

AnalysisId = Annotated[
    str,
    Parameter(
        description="What the first answer called it: 32 digits.",
        examples=[Example(value="5f0c2d6a9b1e4c7788aa33bb44cc55dd")],
    ),
]


KnownParts = Annotated[
    int, QueryParameter(ge=0, description="The `parts` of your last answer: the result comes only if there are more.")
]


class AnalysisLimiters(RateLimiters):
    """How many analyses each client may ask for."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits.analyses_per_hour / 3600, limits.analyses_burst)


@post(
    "/api/analyses",
    tags=("coach",),
    summary="Have a game analysed",
    status_code=HTTP_200_OK,
    security=KEY_OR_NONE,
    responses=refusals(400, 404, 409, 413, 415),
    opt={"cost": costs.RECORD},
)
async def want_analysis(
    data: JSONBody[AnalysisRequest],
    registry: NamedDependency[TableRegistry],
    analyses: NamedDependency[Analyses],
    analysis_limiters: NamedDependency[AnalysisLimiters],
    jobs: NamedDependency[JobPool],
    request: Request[Any, Any, Any],
) -> AnalysisAnswer:
    check_asked(data)
    text = await _of_table(data.table, registry, request) if data.table else data.text
    client = client_of(request.scope)
    iterations = registry.config.coach_iterations * (THOROUGH_TIMES if data.thorough else 1)
    read = await until_disconnect(request, jobs.small(client, ReadJob(text, iterations)))
    subject = msgspec.json.decode(read, type=Subject)
    _check_length(subject, registry.config.limits)
    if data.text:
        await check_not_running(subject, registry)

    def admit() -> None:
        if not analysis_limiters.take(client):
            raise TooMany("analysis/too-many", Sentence("too many games to be analysed at once: wait a while"), 60)

    return _answer(await analyses.wanted(subject, iterations, client, admit), registry, language_of(request))


@get(
    "/api/analyses/{analysis_id:str}",
    tags=("coach",),
    summary="How far an analysis is, and what it says",
    responses=refusals(400, 404),
    opt={"cost": costs.COUNTED},
)
async def analysis(
    analysis_id: AnalysisId,
    registry: NamedDependency[TableRegistry],
    analyses: NamedDependency[Analyses],
    request: Request[Any, Any, Any],
    known: KnownParts = 0,
) -> AnalysisAnswer:
    return _answer(await analyses.found(analysis_id), registry, language_of(request), known)


@get(
    "/api/analyses/{analysis_id:str}/record",
    tags=("coach",),
    media_type=MediaType.TEXT,
    summary="The record that an analysis is of",
    responses=refusals(400, 404),
    opt={"cost": costs.COUNTED},
)
async def analysed_record(analysis_id: AnalysisId, analyses: NamedDependency[Analyses]) -> Response[str]:
    work = await analyses.found(analysis_id)
    if work.record is None:
        raise NoRecordKept
    return as_file(work.record, work.id)


def _check_length(subject: Subject, limits: Limits) -> None:
    if subject.moves > limits.analysis_moves:
        raise BadSetup(
            "record/too-long",
            "",
            Sentence(
                "a record of at most {most} moves is analysed, this one has {count}",
                most=limits.analysis_moves,
                count=subject.moves,
            ),
        )


async def _of_table(table_id: str, registry: TableRegistry, request: Request[Any, Any, Any]) -> str:
    caller = await caller_of(request, registry, table_id)
    # The game is over: nothing changes the match while it is written.
    return await asyncio.to_thread(played_out(caller.room.kept).public_text)


def _answer(work: Work, registry: TableRegistry, language: str, known: int = 0) -> AnalysisAnswer:
    return AnalysisAnswer(
        work.id,
        work.status,
        work.progress,
        (work.iterations or 0) > registry.config.coach_iterations,
        work.parts,
        analysis_in_words(work.result, language) if work.result and (work.parts > known or not work.parts) else None,
        problem_of(work.error, language) if work.error else None,
    )
