"""The position of the day over HTTP: what others chose in it, for whoever has chosen."""

from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.games.daily_puzzles import Stock, day_on, stock_of
from ewala.games.registry import GAMES, game_class
from ewala.server.features.daily.choices import Choices
from ewala.server.platform.config import Limits
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable, TooMany

GameName = Annotated[str, Parameter(description="A game's name.", examples=[Example(value=next(iter(GAMES)))])]
DayDate = Annotated[str, Parameter(description="A date, in UTC.", examples=[Example(value="2026-11-18")])]


class ChoiceRequest(msgspec.Struct, forbid_unknown_fields=True):
    choice: Annotated[str, Meta(max_length=16, description="What you have chosen, by its key in the stock.")]


class Chosen(msgspec.Struct):
    """How often each choice was made, by its key, the most frequent first."""

    choices: dict[str, int]


class DayLimiters(RateLimiters):
    """A family behind one router answers a few times a day."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(limits.day_answers_per_hour / 3600, limits.day_answers_burst)


class DaysController(Controller):
    """What others chose in the position of the day."""

    path = "/api/days/{game:str}/{day:str}"
    tags = ("coach",)

    @get(summary="What others chose", responses=refusals(400), opt={"cost": costs.LIST})
    async def look(self, game: GameName, day: DayDate, registry: NamedDependency[TableRegistry]) -> Chosen:
        number, _ = _position(game, day, registry.now())
        return await _chosen(registry, number, game)

    @post(
        summary="Say what you chose, and hear what others did",
        status_code=HTTP_200_OK,
        responses=refusals(400, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def choose(
        self,
        game: GameName,
        day: DayDate,
        data: JSONBody[ChoiceRequest],
        registry: NamedDependency[TableRegistry],
        day_limiters: NamedDependency[DayLimiters],
        request: Request[Any, Any, Any],
    ) -> Chosen:
        number, choices = _position(game, day, registry.now())
        if data.choice not in choices:
            raise NotUsable("day/choice", Sentence("this is no choice in the position of that day"))
        if not day_limiters.take(client_of(request.scope)):
            raise TooMany("day/too-many", Sentence("too many answers at once: wait a while"), 60)
        await registry.read(Choices(registry.store.engine).count, number, game, data.choice)
        return await _chosen(registry, number, game)


async def _chosen(registry: TableRegistry, number: int, game: str) -> Chosen:
    return Chosen(await registry.read(Choices(registry.store.engine).of, number, game))


def _position(game: str, day: str, now: int) -> tuple[int, frozenset[str]]:
    """The number of a day, and what can be chosen in its position. A day has begun somewhere before it has here, and
    ends later elsewhere."""
    game_class(game)
    try:
        when = date.fromisoformat(day)
    except ValueError:
        raise NotUsable("day/date", Sentence("a day is written so: 2026-11-18")) from None
    if abs((when - datetime.fromtimestamp(now / 1000, UTC).date()).days) > 1:
        raise NotUsable("day/date", Sentence("only the position of today can be answered"))
    stock = _stock(game)
    if stock is None:
        raise NotUsable("day/none", Sentence("there is no position of the day for this game"))
    return when.toordinal(), frozenset(stock.days[day_on(stock, when)].values)


@cache
def _stock(game: str) -> Stock | None:
    return stock_of(game)
