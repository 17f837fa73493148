"""Ratings: who plays how well, from rated games."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from litestar import get
from litestar.openapi.spec import Example
from litestar.params import Parameter

from ewala.games.registry import GAMES
from ewala.kit.ratings import Pool
from ewala.server.features.accounts import Accounts, Me, PersonalData
from ewala.server.features.ratings.store import Listed, PersonRating, RatingBook, forget_ratings, ratings
from ewala.server.features.ratings.tables import RatedTables
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import route
from ewala.server.tables.feature import Feature, RegistryDep, Server
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


@route(get, "/api/ratings/{game:str}/{players:int}", "Who plays how well", 400, cost=costs.LIST, tags=("people",))
async def leaders(game: GameName, players: Players, registry: RegistryDep) -> Leaderboard:
    terms = terms_of(game, players)
    rows = await registry.read(RatingBook(registry.store.engine).listed, Pool(game, players), LONGEST)
    return Leaderboard(rows, [BotPoint(bot, point.points, point.error) for bot, point in terms.bots.items()])


def install(server: Server) -> None:
    accounts, registry = server.service(Accounts), server.registry

    async def own_ratings(me: Me) -> Sequence[PersonRating]:
        return await registry.read(RatingBook(registry.store.engine).of, me.id)

    accounts.seating.before_reading.append(lambda engine: RatingBook(engine).reckon())
    accounts.on_forget.append(forget_ratings)
    accounts.personal_data.append(PersonalData("ratings", list[PersonRating], own_ratings))
    registry.hooks.rated_seats = RatedTables(accounts)
    server.routes.append(leaders)


FEATURE = Feature("ratings", install, needs=("accounts",), schema=(ratings,))
