"""The daily puzzle: what others chose in the position of the day, for whoever has chosen. Choices are counted, and
nothing is kept of who made them."""

from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta
from sqlalchemy import Column, Connection, Integer, String, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.games.daily_puzzles import day_on, stock_of
from ewala.games.registry import GAMES, game_class
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.storage.schema import metadata
from ewala.server.platform.wire.openapi import route
from ewala.server.tables.feature import Feature, HttpRequest, RegistryDep, Server
from ewala.tables.problems import NotUsable, TooMany

KEPT = 60  # days whose counts are kept
_stock = cache(stock_of)
TOO_MANY = TooMany("day/too-many", "too many answers at once: wait a while", 60)
GameName = Annotated[str, Parameter(description="A game's name.", examples=[Example(value=next(iter(GAMES)))])]
DayDate = Annotated[str, Parameter(description="A date, in UTC.", examples=[Example(value="2026-11-18")])]


class ChoiceRequest(msgspec.Struct, forbid_unknown_fields=True):
    choice: Annotated[str, Meta(max_length=16, description="What you have chosen, by its key in the stock.")]


class Chosen(msgspec.Struct):
    """How often each choice was made, by its key, the most frequent first."""

    choices: dict[str, int]


# How often a choice was made in the position of a day; who made it is nowhere.
day_choices = Table(
    "day_choices",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),  # counted from the year 1, as Python does
    Column("game", String(40), primary_key=True),
    Column("choice", String(16), primary_key=True),
    Column("times", Integer, nullable=False),
)


def count_choice(connection: Connection, day: int, game: str, choice: str) -> None:
    """One more has chosen this, on the day of that number."""
    this = (day_choices.c.day == day, day_choices.c.game == game, day_choices.c.choice == choice)
    more = update(day_choices).where(*this).values(times=day_choices.c.times + 1)
    if connection.execute(more).rowcount:
        return
    connection.execute(delete(day_choices).where(day_choices.c.day < day - KEPT))
    try:
        with connection.begin_nested():
            connection.execute(insert(day_choices).values(day=day, game=game, choice=choice, times=1))
    except IntegrityError:  # somebody else has just been the first
        connection.execute(more)


def choices_of(connection: Connection, day: int, game: str) -> Chosen:
    asked = select(day_choices).where(day_choices.c.day == day, day_choices.c.game == game)
    found = connection.execute(asked.order_by(day_choices.c.times.desc(), day_choices.c.choice))
    return Chosen({row.choice: row.times for row in found})


class DailyPuzzleController(Controller):
    """What others chose in the position of the day."""

    path = "/api/days/{game:str}/{day:str}"
    tags = ("coach",)

    @route(get, "", "What others chose", 400, cost=costs.LIST)
    async def look(self, game: GameName, day: DayDate, registry: RegistryDep) -> Chosen:
        number, _ = _position(game, day, registry.now())
        return await registry.ask(choices_of, number, game)

    @route(post, "", "Say what you chose, and hear what others did", 400, 413, 415, status_code=200)
    async def choose(
        self,
        game: GameName,
        day: DayDate,
        data: JSONBody[ChoiceRequest],
        registry: RegistryDep,
        day_answers: NamedDependency[Quota],
        request: HttpRequest,
    ) -> Chosen:
        number, choices = _position(game, day, registry.now())
        if data.choice not in choices:
            raise NotUsable("day/choice", "this is no choice in the position of that day")
        day_answers.use(client_of(request.scope))
        await registry.change(count_choice, number, game, data.choice)
        return await registry.ask(choices_of, number, game)


def _position(game: str, day: str, now: int) -> tuple[int, frozenset[str]]:
    """The number of a day, and what can be chosen in its position. A day has begun somewhere before it has here, and
    ends later elsewhere."""
    game_class(game)
    try:
        when = date.fromisoformat(day)
    except ValueError:
        raise NotUsable("day/date", "a day is written so: 2026-11-18") from None
    if abs((when - datetime.fromtimestamp(now / 1000, UTC).date()).days) > 1:
        raise NotUsable("day/date", "only the position of today can be answered")
    stock = _stock(game)
    if stock is None:
        raise NotUsable("day/none", "there is no position of the day for this game")
    return when.toordinal(), frozenset(stock.days[day_on(stock, when)].values)


def install(server: Server) -> None:
    limits = server.config.limits
    server.routes.append(DailyPuzzleController)
    # A family behind one router answers a few times a day.
    server.provide(day_answers=Quota(limits.day_answers_per_hour, limits.day_answers_burst, TOO_MANY))


FEATURE = Feature("daily", install, schema=(day_choices,))
