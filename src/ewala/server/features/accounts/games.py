"""Somebody's games: those that go on, from their tables, and those that are over, from what was kept of them.

Of others only what the table itself told is told: the name that they sat down with. Who they are is told of rated
games, where all have agreed to be known.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

import msgspec
from sqlalchemy import Engine, Row, and_, or_, select

from ewala.core.state import Seat
from ewala.server.features.accounts.local_games import LOCAL
from ewala.server.platform.storage.outcomes import NO_PLACE
from ewala.server.platform.storage.schema import results
from ewala.tables.events import Started
from ewala.tables.kept import Kept

GameStatus = Literal["playing", "over", "waiting"]


class Opponent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who has another seat: `person` where everybody is known, since the game is rated. A guest may be somebody who
    can be asked to play again (`asked`), which says nothing of who they are."""

    seat: Seat
    name: str
    kind: Literal["person", "bot", "guest"]
    person: str = ""
    bot: str = ""
    asked: bool = False


class PlayedResult(msgspec.Struct, frozen=True):
    """How it ended for whoever asks."""

    won: bool
    shared: bool  # whether others have won as well, and not all
    drawn: bool  # whether all came to the same place
    points: dict[Seat, int]


class RatingChange(msgspec.Struct, frozen=True):
    """What a game did to one's rating."""

    before: int
    after: int
    uncertainty: int


class Played(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A game of somebody's; one that was broken off is over without a result."""

    table: str
    game: str
    players: int
    seat: Seat
    status: GameStatus
    mine_to_move: bool
    others: list[Opponent] = msgspec.field(name="with")
    started_at: int
    touched_at: int
    rated: bool
    local: bool = False  # whether it was played without a server, as somebody says
    result: PlayedResult | None = None
    rating: RatingChange | None = None


def going_on(table_id: str, table: Kept, seats: Sequence[Seat]) -> Played:
    """A game that goes on or is still to begin, for whose these seats are: the one that has to act, else the first."""
    seat = table.to_act if table.to_act in seats and table.to_act else seats[0]
    sitters = {one: sitter for one, sitter in table.sitters.items() if sitter.kind not in ("closed", "open")}
    started = [event.at for event in table.events if isinstance(event, Started)]
    taken = len(sitters) if table.match else sum(sitter.kind != "closed" for sitter in table.sitters.values())
    return Played(
        table=table_id,
        game=table.created.game,
        players=taken,
        seat=seat,
        status="playing" if table.status == "playing" else "waiting",
        mine_to_move=table.to_act == seat,
        others=[
            Opponent(
                one, sitter.name, "bot" if sitter.kind == "bot" else "guest", bot=sitter.bot * (sitter.kind == "bot")
            )
            for one, sitter in sitters.items()
            if one != seat
        ],
        started_at=started[0] if started else table.created.at,
        touched_at=table.events[-1].at,
        rated=table.created.rated,
    )


def finished(engine: Engine, person: str, most: int | None, game: str = "", before: str = "") -> list[Played]:
    """Games that are over, the newest first: all, or as many as are asked for; of one game, if it is named; and older
    than that at the table `before`."""
    mine = select(results.c.table_id, results.c.seat).where(results.c.person_id == person)
    if game:
        mine = mine.where(results.c.game == game)
    with engine.connect() as connection:
        if before:
            asked = select(results.c.ended_at).where(results.c.person_id == person, results.c.table_id == before)
            at = connection.execute(asked.limit(1)).scalar()
            if at is not None:
                older = and_(results.c.ended_at == at, results.c.table_id < before)
                mine = mine.where(or_(results.c.ended_at < at, older))
        newest = mine.order_by(results.c.ended_at.desc(), results.c.table_id.desc(), results.c.seat).limit(most)
        seats: dict[str, Seat] = {}
        for row in connection.execute(newest):
            seats.setdefault(row.table_id, row.seat)
        rows = connection.execute(
            select(results)
            .where(results.c.table_id.in_(select(newest.subquery().c.table_id)))
            .order_by(results.c.ended_at.desc(), results.c.table_id.desc(), results.c.number)
        ).all()
    return [_played(list(of_table), seats[table]) for table, of_table in groupby(rows, attrgetter("table_id"))]


def _played(rows: list[Row[Any]], seat: Seat) -> Played:
    (mine,) = (row for row in rows if row.seat == seat)
    return Played(
        table=mine.table_id,
        game=mine.game,
        players=mine.players,
        seat=seat,
        status="over",
        mine_to_move=False,
        others=[_opponent(row, mine.person_id) for row in rows if row.seat != seat],
        started_at=mine.started_at,
        touched_at=mine.ended_at,
        rated=bool(mine.rated),
        local=mine.table_id.startswith(LOCAL),
        result=_result(mine, rows) if mine.place != NO_PLACE else None,
        rating=_rating(mine),
    )


def _opponent(row: Row[Any], me: str) -> Opponent:
    if row.bot:
        return Opponent(row.seat, row.name, "bot", bot=row.bot)
    asked = row.person_id not in (None, me) and bool(row.name)  # who was forgotten has no name
    if row.rated and row.person_id:
        return Opponent(row.seat, row.name, "person", person=row.person_id, asked=asked)
    return Opponent(row.seat, row.name, "guest", asked=asked)


def _result(mine: Row[Any], rows: Iterable[Row[Any]]) -> PlayedResult:
    places = [row.place for row in rows]
    drawn = set(places) == {1}
    won = mine.place == 1 and not drawn
    return PlayedResult(won, won and places.count(1) > 1, drawn, {row.seat: row.points for row in rows})


def _rating(mine: Row[Any]) -> RatingChange | None:
    if mine.mean_after is None:
        return None
    return RatingChange(round(mine.mean_before), round(mine.mean_after), round(mine.uncertainty_after))
