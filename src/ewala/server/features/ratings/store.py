"""Ratings as they are kept: computed from the results of rated games, one after another.

Games that have ended are reckoned when a rating is next asked for, so that no move waits for it; any process may do it.
The order is stored with each game, and by it everything can be reckoned again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Double,
    Engine,
    ForeignKey,
    Index,
    Integer,
    Row,
    String,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from ewala.kit.ratings import BadResult, Change, History, Pool, RatedGame, Rating, Result, leaderboard
from ewala.server.features.accounts import FORGOTTEN, people, results
from ewala.server.platform.storage.schema import metadata
from ewala.server.platform.storage.transactions import transaction
from ewala.tables.outcomes import NotRated, terms_of

AT_ONCE = 200  # games in one transaction
NOT_RECKONED = 0  # of a rated game that cannot be, since a bot is not measured any more
RECKONING = text("SELECT pg_advisory_xact_lock(:lock)")
RECKONED = 0x4577616C72  # the number of that lock
_CHANGED = (
    update(results)
    .where(results.c.table_id == bindparam("of_table"), results.c.seat == bindparam("of_seat"))
    .values(
        mean_before=bindparam("m0"),
        uncertainty_before=bindparam("u0"),
        mean_after=bindparam("m1"),
        uncertainty_after=bindparam("u1"),
    )
)

# What these results make of people: it could be reckoned again.
ratings = Table(
    "ratings",
    metadata,
    Column("person_id", String(16), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("mean", Double, nullable=False),
    Column("uncertainty", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_ratings_game", "game", "players"),
)


class PersonRating(msgspec.Struct, frozen=True):
    """Somebody's rating in one game with one number of players."""

    game: str
    players: int
    rating: int
    uncertainty: int
    provisional: bool
    games: int


class Listed(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    place: int  # from 1; equals share one
    person: str
    name: str
    portrait: str
    rating: int
    uncertainty: int
    provisional: bool
    games: int


class Recomputed(NamedTuple):
    """What it came to when everything was reckoned again."""

    games: int
    left_out: int  # that cannot be reckoned
    changed: int  # ratings that are not what was kept


class RatingBook:
    """The ratings of a database. Methods run in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def reckon(self) -> None:
        """Reckon what has ended since somebody last asked."""
        while self._is_behind():
            with transaction(self._engine) as connection:
                reckon(connection)

    def of(self, person: str) -> Sequence[PersonRating]:
        self.reckon()
        asked = select(ratings).where(ratings.c.person_id == person).order_by(ratings.c.game, ratings.c.players)
        with self._engine.connect() as connection:
            rows = connection.execute(asked).all()
        return [PersonRating(row.game, row.players, *_shown(_rating_in(row))) for row in rows]

    def listed(self, pool: Pool, most: int) -> list[Listed]:
        """The leaderboard, best first."""
        self.reckon()
        asked = select(ratings, people.c.name, people.c.portrait).join(people)
        with self._engine.connect() as connection:
            theirs = asked.where(ratings.c.game == pool.game, ratings.c.players == pool.players)
            rows = {row.person_id: row for row in connection.execute(theirs)}
        ahead = leaderboard({person: _rating_in(row) for person, row in rows.items()})
        return [
            Listed(line.place, line.who, rows[line.who].name, rows[line.who].portrait, *_shown(line.rating))
            for line in ahead[:most]
        ]

    def recompute(self, *, write: bool) -> Recomputed:
        """Reckon every game again, in the same order; what came out is kept only if that is asked for."""
        self.reckon()
        with transaction(self._engine) as connection:
            _lock(connection)
            history, games, left_out = History(terms_of), 0, 0
            changes: list[dict[str, Any]] = []
            for table_id, rows in _games(connection.execute(_rated().order_by(*_ORDER))):
                found = _added(history, rows)
                games, left_out = games + 1, left_out + (found is None)
                changes += _changes(table_id, rows, found or [])
            changed = _differing(connection, history)
            if write:
                _write(connection, changes, history.ratings)
        return Recomputed(games, left_out, changed)

    def _is_behind(self) -> bool:
        with self._engine.connect() as connection:
            return is_behind(connection)


def is_behind(connection: Connection) -> bool:
    """Whether there are games that were not reckoned yet."""
    asked = select(results.c.table_id).where(results.c.rated == 1, results.c.reckoned.is_(None)).limit(1)
    return connection.execute(asked).first() is not None


def forget_ratings(connection: Connection, person: str) -> None:
    """Before somebody is forgotten, all games are reckoned: that needs to know who they were."""
    _lock(connection)
    while is_behind(connection):
        reckon(connection)
    connection.execute(delete(ratings).where(ratings.c.person_id == person))


def reckon(connection: Connection, most: int = AT_ONCE) -> None:
    """Reckon games that were not yet, in the order in which they ended; nobody else does so meanwhile."""
    _lock(connection)
    waiting = select(results.c.table_id).where(
        results.c.rated == 1, results.c.reckoned.is_(None), results.c.number == 1
    )
    first = list(connection.execute(waiting.order_by(results.c.ended_at, results.c.table_id).limit(most)).scalars())
    if not first:
        return
    games = list(_games(connection.execute(_rated().where(results.c.table_id.in_(first)).order_by(*_ORDER))))
    number = connection.execute(select(func.max(results.c.reckoned))).scalar() or 0
    history = History(terms_of, _kept(connection, games))
    changes: list[dict[str, Any]] = []
    for table_id, rows in games:
        found = _added(history, rows)
        number += found is not None
        of_game = update(results).where(results.c.table_id == table_id)
        connection.execute(of_game.values(reckoned=NOT_RECKONED if found is None else number))
        changes += _changes(table_id, rows, found or [])
    _write(connection, changes, history.ratings)


_ORDER = (results.c.reckoned, results.c.ended_at, results.c.table_id, results.c.number)


def _rated() -> Any:
    return select(results).where(results.c.rated == 1)


def _lock(connection: Connection) -> None:
    """Needed at PostgreSQL only: SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(RECKONING, {"lock": RECKONED})


def _games(rows: Iterable[Row[Any]]) -> Iterator[tuple[str, list[Row[Any]]]]:
    for table_id, of_table in groupby(rows, attrgetter("table_id")):
        yield table_id, list(of_table)


def _added(history: History, rows: Sequence[Row[Any]]) -> list[Change] | None:
    """What a game changed; None if it cannot be rated."""
    seats = tuple(Result(row.bot or row.person_id or "", row.number, row.place, bool(row.bot)) for row in rows)
    try:
        return history.add(RatedGame(rows[0].game, seats))
    except (BadResult, NotRated):
        return None


def _kept(connection: Connection, games: Iterable[tuple[str, list[Row[Any]]]]) -> dict[Pool, dict[str, Rating]]:
    """The ratings of the people who played these games."""
    who = {row.person_id for _, rows in games for row in rows if row.person_id}
    found: dict[Pool, dict[str, Rating]] = {}
    for row in connection.execute(select(ratings).where(ratings.c.person_id.in_(who))):
        found.setdefault(Pool(row.game, row.players), {})[row.person_id] = _rating_in(row)
    return found


def _changes(table_id: str, rows: Sequence[Row[Any]], changes: Sequence[Change]) -> list[dict[str, Any]]:
    seats = {row.person_id: row.seat for row in rows if row.person_id}
    return [
        {
            "of_table": table_id,
            "of_seat": seats[change.who],
            "m0": change.before.mean,
            "u0": change.before.uncertainty,
            "m1": change.after.mean,
            "u1": change.after.uncertainty,
        }
        for change in changes
    ]


def _rows_of(reckoned: Mapping[Pool, Mapping[str, Rating]]) -> Iterator[dict[str, Any]]:
    """Of all but those who were forgotten."""
    for pool, theirs in reckoned.items():
        for who, rating in theirs.items():
            if not who.startswith(FORGOTTEN):
                values = {"mean": rating.mean, "uncertainty": rating.uncertainty, "games": rating.games}
                yield {"person_id": who, "game": pool.game, "players": pool.players, **values}


def _write(
    connection: Connection, changes: list[dict[str, Any]], reckoned: Mapping[Pool, Mapping[str, Rating]]
) -> None:
    if changes:
        connection.execute(_CHANGED, changes)
    rows = list(_rows_of(reckoned))
    for row in rows:
        there = (ratings.c.person_id == row["person_id"], ratings.c.game == row["game"])
        connection.execute(delete(ratings).where(*there, ratings.c.players == row["players"]))
    if rows:
        connection.execute(insert(ratings), rows)


def _differing(connection: Connection, history: History) -> int:
    kept = {(row.person_id, row.game, row.players): _rating_in(row) for row in connection.execute(select(ratings))}
    again = {
        (row["person_id"], row["game"], row["players"]): Rating(row["mean"], row["uncertainty"], row["games"])
        for row in _rows_of(history.ratings)
    }
    return sum(kept.get(who) != again.get(who) for who in kept.keys() | again.keys())


def _rating_in(row: Row[Any]) -> Rating:
    return Rating(row.mean, row.uncertainty, row.games)


def _shown(rating: Rating) -> tuple[int, int, bool, int]:
    return round(rating.mean), round(rating.uncertainty), rating.provisional, rating.games
