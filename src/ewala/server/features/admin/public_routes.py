"""What this house has to say to whoever comes: the host's announcements, the rules of the house, what is offered."""

import msgspec
from litestar import get
from litestar.di import NamedDependency

from ewala.server.features.admin.policy import HouseText
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.registry import TableRegistry
from ewala.tables.messages import Announcement


class HouseView(msgspec.Struct):
    """In the languages in which the host has written them."""

    rules: HouseText
    announcements: list[Announcement]
    rated: bool  # whether rated games can be begun
    evenings: bool  # whether club evenings can be opened
    lobby: bool  # whether tables can be shown to everybody
    mail: bool  # whether people can be written to


@get(
    "/api/house",
    tags=("server",),
    summary="What the host says to everybody, and offers",
    responses=refusals(),
    opt={"cost": costs.COUNTED},
)
async def house(registry: NamedDependency[TableRegistry]) -> HouseView:
    standing = registry.standing
    limits = standing.limits
    offered = limits.rated, limits.evenings, limits.lobby, bool(registry.config.mail)
    return HouseView(standing.rules, standing.announced(registry.now()), *offered)
