"""What a host of tables is asked, besides commands over the live channel, and what it answers."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import GAMES
from ewala.tables.analysis_in_words import AnalysisInWords
from ewala.tables.events import Settings
from ewala.tables.fold import NotPossible
from ewala.tables.kept import Kept
from ewala.tables.match import Match
from ewala.tables.messages import MOST_PLIES, PartText, TableView
from ewala.tables.problems import Problem
from ewala.tables.replay import RecordText
from ewala.tables.study_board import LONGEST_POSITION
from ewala.tables.table import LONGEST_PORTRAIT

HINT_SECONDS = 1.0  # that a hint takes, about
STORY_EXPLAINED = (
    40  # positions: the turns of three others, with a roll, a reroll and all their dice; each has 900 bytes
)
AnalysisStatus = Literal["waiting", "thinking", "done", "failed"]
SeatName = Annotated[str, Meta(min_length=1, max_length=1)]


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be made: the game, its options by name, the table's settings."""

    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=500)] | bool] = {}
    settings: Settings = Settings()
    position: Annotated[
        str, Meta(max_length=LONGEST_POSITION, description="Its text, to play on from there; the start if empty.")
    ] = ""
    rated: Annotated[
        bool, Meta(description="Whether how it ends counts for ratings: every seat is then a bot's, or some person's.")
    ] = False


class MadeTable(msgspec.Struct):
    """A new table and the keys that only its maker is told. Keep them out of addresses that a server sees."""

    table: TableView
    host_key: str
    watch_key: str


class Rematch(msgspec.Struct):
    """The table of a rematch, and where those who have sat here sit there. Whoever hosts or watches keeps the key."""

    table: TableView
    seats: dict[Seat, Seat]


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100, description="Yours, as others see it.", examples=["Ada"])]
    promise: Annotated[
        str, Meta(max_length=64, description="SHA-256 of what you will add to the dice, as docs/dice.md says.")
    ] = ""
    portrait: Annotated[
        str, Meta(max_length=LONGEST_PORTRAIT, description="The parts of which pages draw you, by their names.")
    ] = ""
    rematch_of: Annotated[
        str, Meta(max_length=10, description="The table whose rematch this is: the key of your seat there stays yours.")
    ] = ""


class JoinedSeat(msgspec.Struct):
    seat: str
    key: str
    seq: int


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    bot: (
        Annotated[
            str,
            Meta(
                max_length=40,
                description="The name of a bot of the game; if none is given, of whoever stands in for people.",
                examples=["ranger"],
            ),
        ]
        | None
    ) = None


class MoveRequest(msgspec.Struct, forbid_unknown_fields=True):
    move: Annotated[str, Meta(min_length=1, max_length=16, description="In the game's notation.", examples=["r:-"])]
    ply: Annotated[int, Meta(ge=0, le=MOST_PLIES, description="How many moves came before it.", examples=[1])]
    id: Annotated[str, Meta(max_length=40, description="Your name for it: said again, it has no effect.")] = ""
    seat: SeatName | None = None


class PartRequest(msgspec.Struct, forbid_unknown_fields=True):
    part: Annotated[PartText, Meta(description="What the seat has promised to add to the dice.")]


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName | None = None


class Accepted(msgspec.Struct):
    seq: int


# --- Records and the coach


class RecordRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: RecordText
    drawn: Annotated[bool, Meta(description="Whether each position is to come as text and as a picture, too.")] = False


class HintRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatName | None = None


class HintsRequest(msgspec.Struct, forbid_unknown_fields=True):
    allow: bool
    seat: SeatName | None = None


class HintsAccepted(msgspec.Struct):
    seq: int


class AnalysisRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be looked through: a record's text, or a table whose game is over; one of them."""

    text: RecordText = ""
    table: Annotated[str, Meta(max_length=40, description="A table's name.")] = ""
    thorough: bool = False


class AnalysisAnswer(msgspec.Struct):
    """How far an analysis is; `result` as soon as there is something to tell, `problem` if it failed."""

    id: str
    status: AnalysisStatus
    progress: float
    thorough: bool
    parts: int  # how often there was more to tell while it is made; 0 once it is whole
    result: AnalysisInWords | None = None
    problem: Problem | None = None


def check_asked(asked: AnalysisRequest) -> None:
    """Raises BadSetup unless it is of one thing."""
    if bool(asked.text) == bool(asked.table):
        raise BadSetup(
            "analysis/what", "", Sentence("an analysis is of a record's text or of a table: give one of them")
        )


def played_out(table: Kept) -> Match:
    """What was played at a table; raises NotPossible unless its game is over."""
    if table.match is None:
        raise NotPossible("table/not-started", "the game has not started")
    if table.status != "over":
        raise NotPossible("analysis/unfinished", Sentence("the game still goes on: it is analysed when it is over"))
    return table.match
