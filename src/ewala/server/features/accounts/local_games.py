"""Games that somebody has played without a server, and wants among their own: by their records, never rated."""

import hashlib
from collections.abc import Sequence

from sqlalchemy import Connection, Engine, delete, func, insert, select

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.roster import roster
from ewala.locale.languages import translator
from ewala.server.features.accounts.changing import changing
from ewala.server.platform.storage.outcomes import Outcome, SeatOutcome, result_rows
from ewala.server.platform.storage.schema import results
from ewala.tables.problems import NotAllowed, NotUsable
from ewala.tables.replay import Replay

LOCAL = "local"  # how the names begin under which they are kept: no table's does, which is shorter
LANGUAGE = "en"  # in which their records are read: bots are known by what they are called there
MOST = 2000  # of one person
TOO_MANY = NotAllowed(
    "person/too-many-games", Sentence("at most {most} games from elsewhere can be kept here", most=MOST)
)


def outcome_in(replay: Replay, seat: Seat, at: int) -> Outcome:
    """How the game of a record ended, at that time; raises NotUsable if it did not, or nobody had that seat."""
    if replay.problem is not None or not replay.over:
        raise NotUsable("person/unfinished", Sentence("this record does not show a game to its end"))
    if seat not in replay.scores:
        raise NotUsable("person/no-seat", Sentence("nobody had the seat {seat!r} in this game", seat=seat))
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


def add_local_game(engine: Engine, person: str, text: str, seat: Seat, outcome: Outcome) -> str:
    """Keep it among somebody's games; the name under which it is. Said twice, it changes nothing."""
    name = LOCAL + hashlib.sha256(f"{person}\n{text.strip()}".encode()).hexdigest()[:10]
    with changing(engine, person) as connection:
        theirs = select(func.count()).select_from(results).where(results.c.person_id == person)
        if connection.execute(select(results.c.seat).where(results.c.table_id == name)).first() is None:
            if connection.execute(theirs.where(results.c.table_id.startswith(LOCAL))).scalar_one() >= MOST:
                raise TOO_MANY
            connection.execute(insert(results), result_rows(name, outcome, {seat: person}))
    return name


def drop_local_games(connection: Connection, person: str, name: str = "") -> None:
    """One of somebody's, or all: nobody else has them."""
    theirs = select(results.c.table_id).where(
        results.c.person_id == person, results.c.table_id == name if name else results.c.table_id.startswith(LOCAL)
    )
    for table_id in list(connection.execute(theirs).scalars()):
        connection.execute(delete(results).where(results.c.table_id == table_id))
