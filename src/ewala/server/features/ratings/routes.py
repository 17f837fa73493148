"""Leaderboards over HTTP."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import Parameter

from ewala.games.registry import GAMES
from ewala.kit.ratings import Pool
from ewala.server.features.ratings.store import Listed, RatingBook
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.registry import TableRegistry
from ewala.tables.outcomes import terms_of

LONGEST = 200  # lines
GameName = Annotated[str, Parameter(description="A game's name.", examples=[Example(value=next(iter(GAMES)))])]
Players = Annotated[int, Parameter(description="How many play: each number has ratings of its own.", ge=1, le=9)]


class BotPoint(msgspec.Struct, frozen=True):
    """Where a bot stands, for good."""

    bot: str
    rating: int
    error: int  # the standard error of what was measured


class Leaderboard(msgspec.Struct, frozen=True):
    """People by what they very likely reach; bots are fixed points on the same scale."""

    rows: list[Listed]
    bots: list[BotPoint]


@get(
    "/api/ratings/{game:str}/{players:int}",
    tags=("people",),
    summary="Who plays how well",
    responses=refusals(400),
    opt={"cost": costs.LIST},
)
async def leaders(game: GameName, players: Players, registry: NamedDependency[TableRegistry]) -> Leaderboard:
    terms = terms_of(game, players)
    rows = await registry.ask(lambda engine: RatingBook(engine).listed(Pool(game, players), LONGEST))
    return Leaderboard(rows, [BotPoint(bot, point.points, point.error) for bot, point in terms.bots.items()])
