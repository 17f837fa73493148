"""Analyses over HTTP: of a record, or of a table whose game is over."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.kit.effort import THOROUGH_TIMES
from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.jobs.messages import ReadJob
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.jobs.until_disconnect import until_disconnect
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.analyses import Analyses, NoRecordKept, Work
from ewala.server.tables.api.access import caller_of, language_of
from ewala.server.tables.api.records import as_file
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.running_games import check_not_running
from ewala.tables.analysis_in_words import AnalysisInWords, analysis_in_words
from ewala.tables.analysis_subject import Subject
from ewala.tables.kept import Kept
from ewala.tables.match import Match
from ewala.tables.problems import Problem, TooMany, problem_of
from ewala.tables.replay import RecordText
from ewala.tables.table import NotPossible

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


class AnalysisRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be looked through: a record's text, or a table whose game is over; one of them."""

    text: RecordText = ""
    table: Annotated[str, Meta(max_length=40, description="A table's name.")] = ""
    thorough: bool = False


class AnalysisAnswer(msgspec.Struct):
    """How far an analysis is; `result` as soon as there is something to tell, `problem` if it failed."""

    id: str
    status: Literal["waiting", "thinking", "done", "failed"]
    progress: float
    thorough: bool
    parts: int  # how often there was more to tell while it is made; 0 once it is whole
    result: AnalysisInWords | None = None
    problem: Problem | None = None


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


def check_asked(asked: AnalysisRequest) -> None:
    """Raises BadSetup unless it is of one thing."""
    if bool(asked.text) == bool(asked.table):
        raise BadSetup(
            "analysis/what", "", Sentence("an analysis is of a record's text or of a table: give one of them")
        )


def played_out(table: Kept) -> Match:
    """What has been played at a table; raises NotPossible unless its game is over."""
    if table.match is None:
        raise NotPossible("table/not-started", "the game has not started")
    if table.status != "over":
        raise NotPossible("analysis/unfinished", Sentence("the game still goes on: it is analysed when it is over"))
    return table.match


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
