"""What the games are, over HTTP."""

from typing import Any

from litestar import Request, get

from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.api.access import language_of
from ewala.tables.described_games import GameView, described_games


@get(
    "/api/games",
    tags=("rules",),
    summary="The games, their options and editions",
    responses=refusals(),
    opt={"cost": costs.GAMES},
)
async def games(request: Request[Any, Any, Any]) -> list[GameView]:
    return described_games(language_of(request))
