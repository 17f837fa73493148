"""A record, position by position. Workers do it; no web here."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ewala.core.errors import BadSetup
from ewala.core.record import DamagedRecord, Record
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.records import read_record
from ewala.games.roster import title_of
from ewala.locale.languages import translator
from ewala.tables.drawn import Drawn, drawn, shown_openly
from ewala.tables.problems import Problem, problem_of
from ewala.tables.story import Made, more_said_in
from ewala.tables.study_board import deciding, said_moves

LONGEST_RECORD = 60_000  # characters: some ten times what a game needs
MOST_MOVES = 4_000  # some ten times as many as games have

RecordText = Annotated[str, Meta(max_length=LONGEST_RECORD, description="A record, as a file holds it.")]


class Replay(msgspec.Struct):
    """A record, position by position; of a damaged one, what stands before the damage."""

    game: str
    title: str
    parameters: dict[str, str]
    seats: dict[str, str]
    moves: list[str]
    positions: list[str]
    words: list[str]  # a sentence for each move
    more: list[list[str]]  # what each brought about
    explained: list[dict[str, object]]  # what there is to point at in each position; of a story, in its last ones
    comments: dict[int, list[str]]
    scores: dict[str, int]
    winners: list[str]
    verified: bool
    problem: Problem | None
    to_act: list[Seat]  # who must act in each position; "" where chance must, or nobody
    standings: list[dict[Seat, int]]  # the scores in each position
    over: bool
    drawn: list[Drawn]  # each position, if that was asked for


def replayed(text: str, language: str, *, pictures: bool = False, explained: int | None = None) -> Replay:
    """A record as one reads it in a language; with the last `explained` positions explained, or all."""
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
    plain = 0 if explained is None else max(0, len(states) - explained)
    names = _names(record, language)
    return Replay(
        record.game.name,
        record.game.title,
        record.game.parameters(),
        names,
        record.moves,
        [state.text for state in states],
        said_moves(states, record.moves, names, language),
        [more_said_in(language, Made(*made)) for made in zip(states, record.moves, states[1:], strict=False)],
        [state.explained() if ply >= plain else {} for ply, state in enumerate(states)],
        record.comments,
        states[-1].scores(),
        sorted(states[-1].winners()),
        problem is None and _verifies(record),
        problem,
        [deciding(state) for state in states],
        [state.scores() for state in states],
        states[-1].to_act is None,
        [drawn(shown_openly(state), ply, [], names, language) for ply, state in enumerate(states)] if pictures else [],
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
