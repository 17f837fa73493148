"""The host's desk over HTTP, to look at the house; how one acts there is in desk_acts.py."""

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ewala._version import __version__
from ewala.server.features.admin.access import DESK_KEY, printable
from ewala.server.features.admin.lists import PAGE, DeskEvening, DeskPerson, TableStatus, counts, people_page, running
from ewala.server.features.admin.load import Load, load_of
from ewala.server.features.admin.log import Act
from ewala.server.features.admin.policy import HouseLimits, HouseText
from ewala.server.features.admin.service import HostsDesk
from ewala.server.features.admin.tables import DeskTable, desk_tables
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import Edge
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.wire.openapi import refusals
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
    evenings: list[DeskEvening]
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


class DeskController(Controller):
    """For whoever runs this server. `Authorization: Bearer KEY`, with the key of the host's desk."""

    path = "/api/desk"
    tags = ("desk",)
    security = DESK_KEY

    @get(summary="The house at a glance", responses=refusals(403), opt={"cost": costs.LIST})
    async def look(
        self,
        host: NamedDependency[HostsDesk],
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
            evenings=await host.ask(lambda engine: running(engine, now)),
            load=await load_of(registry, edge, jobs),
            rules=registry.standing.rules,
            limits=registry.standing.limits,
            announcements=registry.standing.announced(now),
        )

    @get("/tables", summary="Tables", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def tables(
        self,
        host: NamedDependency[HostsDesk],
        search: Search = "",
        status: OneStatus = None,
        number: Number = 0,
    ) -> DeskTables:
        return DeskTables(*await desk_tables(host.registry, status, _searched(search), number))

    @get("/people", summary="People who have a place here", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def people(self, host: NamedDependency[HostsDesk], search: Search = "", number: Number = 0) -> DeskPeople:
        wanted = _searched(search)
        return DeskPeople(*await host.ask(lambda engine: people_page(engine, wanted, number)))

    @get("/acts", summary="What was done at the desk", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def acts(self, host: NamedDependency[HostsDesk], before: Before = 0) -> DeskActs:
        found = await host.acts(before, PAGE + 1)
        return DeskActs(found[:PAGE], len(found) > PAGE)


def _searched(search: str) -> str:
    return printable(" ".join(search.split()))
