"""Records over HTTP: of a table, as its reader may see it; and of a file, to be replayed."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.bots.roster import title_of
from ewala.core.errors import BadSetup, DamagedRecord
from ewala.core.record import Record
from ewala.core.sentences import Sentence
from ewala.games.records import read_record
from ewala.locale.languages import translator
from ewala.play.table import NotPossible
from ewala.server import costs
from ewala.server.access import Caller, language_of
from ewala.server.api_positions import said_moves
from ewala.server.described import KEY_OR_NONE, refusals
from ewala.server.frames import viewer_of
from ewala.server.hub import Hub
from ewala.server.problems import Problem, problem_of

__all__ = ["LONGEST_RECORD", "as_file", "download", "replay"]


LONGEST_RECORD = 60_000  # characters: some ten times what a game needs
MOST_MOVES = 4_000  # some ten times as many as games have


class RecordWish(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=LONGEST_RECORD, description="A record, as a file holds it.")]


class Replay(msgspec.Struct):
    """A record, position by position; of a damaged one, what stands before the damage."""

    game: str
    title: str
    parameters: dict[str, str]
    seats: dict[str, str]
    moves: list[str]
    positions: list[str]
    words: list[str]  # a sentence for each move
    explained: list[dict[str, object]]  # what there is to point at in each position
    comments: dict[int, list[str]]
    scores: dict[str, int]
    winners: list[str]
    verified: bool
    problem: Problem | None


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
    match = caller.room.table.match
    if match is None:
        raise NotPossible("table/not-started", "the game has not started")
    # A bid that lay face down when somebody gave up is nobody's business; without it the record can be read again.
    record = match.record.public() if caller.room.table.status == "over" else match.record
    text = record.text(viewer_of(caller.seats, caller.room.table.to_act))
    return as_file(text, caller.room.id)


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
async def replay(data: JSONBody[RecordWish], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Replay:
    async with hub.replaying:
        return await asyncio.to_thread(_replay, data.text, language_of(request))


def _replay(text: str, language: str) -> Replay:
    problem = None
    try:
        record = read_record(text)
    except DamagedRecord as error:
        if error.record is None:
            raise
        record, problem = error.record, problem_of(error, language)
    if len(record.moves) > MOST_MOVES:
        raise BadSetup(
            "record/too-long",
            "",
            Sentence(
                "a record of at most {most} moves is replayed, this one has {count}",
                most=MOST_MOVES,
                count=len(record.moves),
            ),
        )
    states = list(record.states())
    names = _names(record, language)
    return Replay(
        record.game.name,
        record.game.title,
        record.game.parameters(),
        names,
        record.moves,
        [state.text for state in states],
        said_moves(states, record.moves, names, language),
        [state.explained() for state in states],
        record.comments,
        states[-1].scores(),
        sorted(states[-1].winners()),
        problem is None and _verifies(record),
        problem,
    )


def _names(record: Record, language: str) -> dict[str, str]:
    """Who sat where; a record has a bot's name, people know it by its title."""
    translate = translator(language)
    return {seat: title_of(record.game.name, name).said(translate) for seat, name in record.seats.items()}


def _verifies(record: Record) -> bool:
    try:
        record.verify()
    except DamagedRecord:
        return False
    return True
