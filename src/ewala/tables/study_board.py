"""A study board: any position of any game, moves from it, and where they lead. Workers do it; no web here."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from ewala.core.roles import CHANCE
from ewala.core.sentences import Sentence
from ewala.core.state import Seat, State, View
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.locale.languages import translator
from ewala.tables.drawn import Drawn, drawn, shown_openly
from ewala.tables.messages import MoveText, Position
from ewala.tables.sentences import words_of_move

MOST_MOVES = 400
LONGEST_POSITION = 500  # characters: more than any position needs


class StudyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A position and moves from it, chance moves too: on a study board, whoever asks is chance as well."""

    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=500)] | bool] = {}
    position: Annotated[str, Meta(max_length=LONGEST_POSITION, description="Its text; the start if empty.")] = ""
    moves: Annotated[list[MoveText], Meta(max_length=MOST_MOVES, description="In the game's notation.")] = []
    viewer: Annotated[str, Meta(max_length=1, description="A seat: show what it may know; everything if empty.")] = ""
    drawn: Annotated[bool, Meta(description="Whether each position is to come as text and as a picture, too.")] = False


class Study(msgspec.Struct):
    game: str
    parameters: dict[str, str]  # of the position, which may bring its own seats or layout
    positions: list[Position]  # before the first move, then after each
    words: list[str]  # a sentence for each move
    drawn: list[Drawn] = []  # each position, if that was asked for


def studied(request: StudyRequest, language: str) -> Study:
    game = game_class(request.game).from_options(request.options)
    states = [game.parse(request.position) if request.position else game.start()]
    for move in request.moves:
        states.append(states[-1].play(move))
    shown = [state.view(request.viewer) if request.viewer else state for state in states]
    positions = [_position(position, ply) for ply, position in enumerate(shown)]
    return Study(
        game.name,
        states[0].game.parameters(),
        positions,
        _said(states, request, language),
        [_drawn(*one, language) for one in zip(shown, positions, strict=True)] if request.drawn else [],
    )


def _drawn(shown: State | View, position: Position, language: str) -> Drawn:
    view = shown_openly(shown) if isinstance(shown, State) else shown
    return drawn(view, position.ply, position.moves or [], {}, language)


def _said(states: Sequence[State], request: StudyRequest, language: str) -> list[str]:
    """A sentence for each move. Nobody sits at a study board, so what is done is said, not who does it."""
    if request.viewer:
        return said_moves(states, _seen(states, request), {}, language)
    words, said = kit_of(request.game).words(), []
    for state, move in zip(states, request.moves, strict=False):
        told = words.move(shown_openly(state), move) if deciding(state) else words_of_move(request.game, move, "", {})
        said.append(told.said(translator(language)) if isinstance(told, Sentence) else told)
    return said


def _seen(states: Sequence[State], request: StudyRequest) -> list[str]:
    """The moves as the viewer sees them when they are made."""
    return [state.seen(move, request.viewer) for state, move in zip(states, request.moves, strict=False)]


def _position(position: State | View, ply: int) -> Position:
    """A position as far as it is to be shown, with the legal moves of whoever must act, unless that is another."""
    seat = deciding(position)
    shown = bool(seat) and (isinstance(position, State) or position.viewer == seat)
    return Position(
        text=position.text,
        ply=ply,
        scores=position.scores(),
        to_act=seat or None,
        moves=position.moves() if shown else None,
        explained=position.explained(),
    )


def deciding(state: State | View) -> Seat:
    """The seat that must act; "" if chance must, or nobody."""
    return state.to_act if state.to_act is not None and state.to_act is not CHANCE else ""


def said_moves(states: Sequence[State], moves: Sequence[str], names: Mapping[Seat, str], language: str) -> list[str]:
    """A sentence for each move, made in the state of the same number."""
    translate = translator(language)
    return [
        words_of_move(state.game.name, move, deciding(state), names).said(translate)
        for state, move in zip(states, moves, strict=False)
    ]
