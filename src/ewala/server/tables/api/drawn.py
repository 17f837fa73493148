"""A table's position as text and as a picture, over HTTP, for devices without a board of their own for its game."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ewala.games.roster import title_of
from ewala.locale.languages import translator
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import KEY_OR_NONE, refusals
from ewala.server.tables.api.access import Caller
from ewala.tables.drawn import Drawn, drawn
from ewala.tables.table import NotPossible
from ewala.tables.views import past_moment, present_moment, viewer_of

Ply = Annotated[int | None, QueryParameter(description="After how many moves; without it, as the game stands.")]


@get(
    "/api/tables/{table_id:str}/drawn",
    tags=("tables",),
    summary="The position as text and as a picture, as you may see it",
    security=KEY_OR_NONE,
    responses=refusals(400, 404, 409),
    opt={"cost": costs.RECORD},
)
async def draw(caller: NamedDependency[Caller], ply: Ply = None) -> Drawn:
    table = caller.room.kept
    moment = present_moment(table, caller.room.context.now()) if ply is None else past_moment(table, ply)
    if moment is None:
        raise NotPossible("table/not-started", "the game has not started")
    view = moment.state.view(viewer_of(caller.seats, moment.to_act))
    translate = translator(caller.language)
    names = {
        seat: title_of(table.created.game, sitter.bot).said(translate) if sitter.kind == "bot" else sitter.name
        for seat, sitter in table.sitters.items()
    }
    moves = view.moves() if ply is None and moment.asks(caller.seats) else []
    return drawn(view, moment.ply, moves, names, caller.language)
