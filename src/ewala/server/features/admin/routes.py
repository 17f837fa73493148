"""Routes to look at the server: for its host, and what the host tells everybody."""

from typing import Annotated, NamedTuple

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ewala._version import __version__
from ewala.server.features.admin.access import DESK_KEY, printable
from ewala.server.features.admin.log import Act
from ewala.server.features.admin.overview import (
    PAGE,
    DeskPerson,
    DeskTable,
    Load,
    TableStatus,
    counts,
    desk_tables,
    load_of,
    people_page,
)
from ewala.server.features.admin.service import Admin
from ewala.server.features.evenings import RunningEvening, running_evenings
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.policy import HouseLimits, HouseText
from ewala.server.tables.registry import TableRegistry
from ewala.tables.messages import Announcement

LONGEST_SEARCH = 60
MOST_PAGES = 100_000
Search = Annotated[
    str, QueryParameter(description="What its name begins with, or what is in somebody's.", max_length=LONGEST_SEARCH)
]
Number = Annotated[int, QueryParameter(description="Which page, from 0.", ge=0, le=MOST_PAGES)]
Before = Annotated[int, QueryParameter(description="The last act that you have: older ones.", ge=0, le=2**31 - 1)]
OneStatus = Annotated[TableStatus | None, QueryParameter(description="Only those.")]


class DeskView(msgspec.Struct):
    """The house at a glance."""

    version: str
    now: int
    tables: dict[str, int]  # by status
    people: int
    evenings: list[RunningEvening]
    load: Load
    rules: HouseText
    limits: HouseLimits
    announcements: list[Announcement]


class DeskTables(msgspec.Struct):
    """A page of them, the newest sign of life first."""

    tables: list[DeskTable]
    count: int
    page_size: int = PAGE


class DeskPeople(msgspec.Struct):
    """A page of them, who was seen last first."""

    people: list[DeskPerson]
    count: int
    page_size: int = PAGE


class DeskActs(msgspec.Struct):
    """The newest first."""

    acts: list[Act]
    more: bool  # whether there are older ones


class HouseView(msgspec.Struct):
    """In the languages in which the host has written them."""

    rules: HouseText
    announcements: list[Announcement]
    rated: bool  # whether rated games can be begun
    evenings: bool  # whether club evenings can be opened
    lobby: bool  # whether tables can be shown to everybody
    mail: bool  # whether people can be written to


class Offers(NamedTuple):
    """Features that may have been left out."""

    evenings: bool
    mail: bool


@get(
    "/api/house",
    tags=("server",),
    summary="What the host says to everybody, and offers",
    responses=refusals(),
    opt={"cost": costs.COUNTED},
)
async def house(registry: NamedDependency[TableRegistry], offers: NamedDependency[Offers]) -> HouseView:
    policy = registry.policy
    return HouseView(
        policy.rules,
        policy.announced(registry.now()),
        rated=registry.offers_rated,
        evenings=policy.limits.evenings and offers.evenings,
        lobby=policy.limits.lobby,
        mail=offers.mail,
    )


class DeskController(Controller):
    """For whoever runs this server. `Authorization: Bearer KEY`, with the key of the host's desk."""

    path = "/api/desk"
    tags = ("desk",)
    security = DESK_KEY

    @get(summary="The house at a glance", responses=refusals(403), opt={"cost": costs.LIST})
    async def look(
        self,
        host: NamedDependency[Admin],
        registry: NamedDependency[TableRegistry],
        edge: NamedDependency[Edge],
        jobs: NamedDependency[JobPool],
    ) -> DeskView:
        now, found = registry.now(), await host.ask(counts)
        return DeskView(
            version=__version__,
            now=now,
            people=found.pop("people"),
            tables=found,
            evenings=await host.ask(lambda engine: running_evenings(engine, now)),
            load=await load_of(registry, edge, jobs),
            rules=registry.policy.rules,
            limits=registry.policy.limits,
            announcements=registry.policy.announced(now),
        )

    @get("/tables", summary="Tables", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def tables(
        self,
        host: NamedDependency[Admin],
        search: Search = "",
        status: OneStatus = None,
        number: Number = 0,
    ) -> DeskTables:
        return DeskTables(*await desk_tables(host.registry, status, _searched(search), number))

    @get("/people", summary="People who have a place here", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def people(self, host: NamedDependency[Admin], search: Search = "", number: Number = 0) -> DeskPeople:
        wanted = _searched(search)
        return DeskPeople(*await host.ask(lambda engine: people_page(engine, wanted, number)))

    @get("/acts", summary="What was done at the desk", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def acts(self, host: NamedDependency[Admin], before: Before = 0) -> DeskActs:
        found = await host.acts(before, PAGE + 1)
        return DeskActs(found[:PAGE], len(found) > PAGE)


def _searched(search: str) -> str:
    return printable(" ".join(search.split()))
