"""Somebody's games: those that go on, those that are over, those played without a server, and what they have won.

Of others only what the table itself told is told: the name that they sat down with. Who they are is told of rated
games, where all have agreed to be known.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Row, and_, func, insert, or_, select

from ewala.core.state import Seat
from ewala.games.roster import roster
from ewala.locale.languages import translator
from ewala.server.features.accounts.register import hold
from ewala.server.features.accounts.schema import LOCAL, results
from ewala.tables.events import Started
from ewala.tables.kept import Kept
from ewala.tables.outcomes import NO_PLACE, Outcome, SeatOutcome
from ewala.tables.problems import NotAllowed, NotUsable
from ewala.tables.replay import Replay

LANGUAGE = "en"  # in which records from elsewhere are read: bots are known by their names there
MOST_LOCAL = 2000  # games of one person that were played without a server
TOO_MANY = NotAllowed("person/too-many-games", "at most {most} games from elsewhere can be kept here", most=MOST_LOCAL)
BEST = 3  # games of each kind
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
    """How it ended for the person who asks."""

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


def finished(connection: Connection, person: str, most: int | None, game: str = "", before: str = "") -> list[Played]:
    """Games that are over, the newest first: all, or as many as are asked for; of one game, if it is named; and older
    than that at the table `before`."""
    mine = select(results.c.table_id, results.c.seat).where(results.c.person_id == person)
    if game:
        mine = mine.where(results.c.game == game)
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
        .where(results.c.table_id.in_(seats))  # of these alone: another game may end meanwhile
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


def result_rows(table_id: str, outcome: Outcome, people: Mapping[Seat, str]) -> list[dict[str, object]]:
    """A row for each seat, with whose it was."""
    of_all = {
        "table_id": table_id,
        "game": outcome.game,
        "players": len(outcome.seats),
        "rated": int(outcome.counts(people)),
        "started_at": outcome.started_at,
        "ended_at": outcome.ended_at,
    }
    return [{**of_all, **msgspec.structs.asdict(one), "person_id": people.get(one.seat)} for one in outcome.seats]


# --- Games played without a server


def outcome_in(replay: Replay, seat: Seat, at: int) -> Outcome:
    """How the game of a record ended, at that time; raises NotUsable if it did not, or nobody had that seat."""
    if replay.problem is not None or not replay.over:
        raise NotUsable("person/unfinished", "this record does not show a game to its end")
    if seat not in replay.scores:
        raise NotUsable("person/no-seat", "nobody had the seat {seat!r} in this game", seat=seat)
    called = {entry.title.said(translator(LANGUAGE)): name for name, entry in roster(replay.game).items()}
    rank = {one: (one not in replay.winners, -score) for one, score in replay.scores.items()}
    seats = []
    for number, one in enumerate(_in_order(replay.to_act, list(replay.scores)), 1):
        name = replay.seats.get(one, "")
        bot = "" if one == seat else called.get(name, "")
        won = one in replay.winners
        place = 1 if won else 1 + sum(other < rank[one] for other in rank.values())
        seats.append(SeatOutcome(one, number, name, bot, place, replay.scores[one]))
    return Outcome(replay.game, False, at, at, seats)


def _in_order(to_act: Sequence[Seat], seats: Sequence[Seat]) -> list[Seat]:
    return list(dict.fromkeys([*(seat for seat in to_act if seat), *seats]))


def add_local_game(connection: Connection, person: str, text: str, seat: Seat, outcome: Outcome) -> str:
    """Keep it among somebody's games; the name under which it is. Said twice, it changes nothing."""
    name = LOCAL + hashlib.sha256(f"{person}\n{text.strip()}".encode()).hexdigest()[:10]
    hold(connection, person)
    if connection.execute(select(results.c.seat).where(results.c.table_id == name)).first() is None:
        theirs = select(func.count()).select_from(results).where(results.c.person_id == person)
        if connection.execute(theirs.where(results.c.table_id.startswith(LOCAL))).scalar_one() >= MOST_LOCAL:
            raise TOO_MANY
        connection.execute(insert(results), result_rows(name, outcome, {seat: person}))
    return name


# --- What somebody has won


class Share(msgspec.Struct, frozen=True):
    """How much of some games was won."""

    by: Literal["game", "seat", "players", "opponent", "bot"]
    game: str
    of: str  # the seat, the number of players, who it was against
    games: int
    won: int
    drawn: int


class Streaks(msgspec.Struct, frozen=True):
    """Games won one after another."""

    now: int
    longest: int


class BestGame(msgspec.Struct, frozen=True):
    """One that was won with many points."""

    game: str
    players: int
    table: str
    points: int
    touched_at: int


class Record(msgspec.Struct, frozen=True):
    games: int
    shares: list[Share]
    streaks: Streaks
    best: list[BestGame]


def record_of(games: Sequence[Played]) -> Record:
    """Of games that are over, the newest first; those that were broken off do not count."""
    counted = [game for game in games if game.result is not None]
    return Record(len(counted), _shares(counted), _streaks(counted), _best(counted))


def _kinds(game: Played) -> Iterator[tuple[Literal["game", "seat", "players", "opponent", "bot"], str]]:
    yield "game", game.game
    yield "seat", game.seat
    yield "players", str(game.players)
    for other in game.others:
        if other.kind == "bot":
            yield "bot", other.bot
        else:
            yield "opponent", other.name


def _shares(games: Sequence[Played]) -> list[Share]:
    found: dict[tuple[Literal["game", "seat", "players", "opponent", "bot"], str, str], list[int]] = {}
    for game in games:
        assert game.result is not None
        for by, of in dict.fromkeys(_kinds(game)):
            counts = found.setdefault((by, game.game, of), [0, 0, 0])
            counts[0] += 1
            counts[1] += game.result.won
            counts[2] += game.result.drawn
    return [Share(*kind, *counts) for kind, counts in sorted(found.items())]


def _streaks(games: Sequence[Played]) -> Streaks:
    now = longest = here = 0
    for number, game in enumerate(games):
        assert game.result is not None
        here = here + 1 if game.result.won else 0
        longest = max(longest, here)
        if here == number + 1:
            now = here
    return Streaks(now, longest)


def _best(games: Sequence[Played]) -> list[BestGame]:
    kinds: dict[tuple[str, int], list[BestGame]] = {}
    for game in games:
        if game.result is not None and game.result.won:
            points = game.result.points[game.seat]
            best = BestGame(game.game, game.players, game.table, points, game.touched_at)
            kinds.setdefault((game.game, game.players), []).append(best)
    ranked = (sorted(some, key=lambda one: -one.points)[:BEST] for _, some in sorted(kinds.items()))
    return [game for some in ranked for game in some]
