"""Routes of the host's desk, and to what the host tells everybody. Acts are answered with nothing and are logged."""

from collections.abc import Callable
from typing import Annotated, NamedTuple

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.response import Stream
from msgspec import Meta

from ewala._version import __version__
from ewala.locale.languages import LANGUAGES
from ewala.server.features.accounts import clean_name
from ewala.server.features.admin.exports import Export, chunks
from ewala.server.features.admin.key import AdminKey
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
from ewala.server.features.admin.store import (
    Act,
    acts_page,
    announce,
    mute_person,
    mute_seat,
    remove_table,
    rename_person,
    set_limits,
    set_rules,
    withdraw,
)
from ewala.server.features.evenings import RunningEvening, running_evenings
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import Edge, client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.wire.openapi import H, TableId, route
from ewala.server.tables.api.access import keys_shown
from ewala.server.tables.feature import HttpRequest, RegistryDep
from ewala.server.tables.server_policy import HouseLimits, HouseText
from ewala.tables.messages import Announcement
from ewala.tables.problems import NotAllowed, NotUsable
from ewala.tables.table import LONGEST_NOTE

MINUTE = 60_000  # milliseconds
DESK_KEY: list[dict[str, list[str]]] = [{"desk": []}]
NOT_THE_KEY = NotAllowed("desk/key", "this needs the key of the host's desk; `ewala desk new-key` makes another one")
HostDep = NamedDependency[Admin]
LONGEST_SAID = 300
LONGEST_RULES = 1000
MOST_MINUTES = 60 * 24 * 366
MOST_TABLES = 1_000_000
PersonId = Annotated[
    str, Parameter(description="What a person is known by, as it is listed.", examples=[Example(value="k7m2p9qrstuv")])
]
AnnouncementId = Annotated[
    int, Parameter(description="The announcement's number.", ge=1, le=2**31 - 1, examples=[Example(value=1)])
]
Language = Annotated[str, Meta(max_length=5, description="In which it is written.", examples=["en"])]
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


class CloseRequest(msgspec.Struct, forbid_unknown_fields=True):
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="What those at the table are told.")] = ""


class MuteRequest(msgspec.Struct, forbid_unknown_fields=True):
    muted: bool


class SeatMuteRequest(MuteRequest):
    seat: Annotated[
        str, Meta(max_length=1, pattern="^[A-Z]?$", description="A seat's letter; empty for the table's host.")
    ] = ""


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100, description="What others call them.", examples=["Ada"])]


class AnnounceRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=LONGEST_SAID, examples=["Tonight at ten this server is updated."])]
    language: Language = "en"
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES, description="For how long; 0: until it is withdrawn.")] = 0


class RulesRequest(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=LONGEST_RULES, description="Nothing: there are none.")]
    language: Language = "en"


class LimitsRequest(msgspec.Struct, forbid_unknown_fields=True):
    most_tables: Annotated[
        int,
        Meta(ge=0, le=MOST_TABLES, description="That wait for players or are played at; 0: as many as come."),
    ] = 0
    rated: bool = True
    evenings: bool = True
    lobby: bool = True


async def host_of(
    request: HttpRequest, admin: NamedDependency[Admin], key_tries: NamedDependency[Quota], registry: RegistryDep
) -> Admin:
    """The host, who has shown the key; raises NotAllowed, and TooMany where a wrong one is tried too often."""
    shown, client = keys_shown(request), client_of(request.scope)
    if not shown:
        raise NOT_THE_KEY
    key_tries.use(client)
    if not await registry.read(AdminKey(registry.store.engine).opens, shown[0]):
        raise NOT_THE_KEY
    key_tries.give_back(client)
    return admin


@route(get, "/api/house", "What the host says to everybody, and offers", cost=costs.COUNTED, tags=("server",))
async def house(registry: RegistryDep, offers: NamedDependency[Offers]) -> HouseView:
    policy = registry.policy
    return HouseView(
        policy.rules,
        policy.announced(registry.now()),
        rated=registry.offers_rated,
        evenings=policy.limits.evenings and offers.evenings,
        lobby=policy.limits.lobby,
        mail=offers.mail,
    )


def _act(method: Callable[..., H], path: str, summary: str, *refused: int) -> H:
    return route(method, path, summary, 400, 403, *refused, 413, 415, status_code=204)


def _file(path: str, summary: str, media_type: str) -> post:
    return route(post, path, summary, 403, cost=costs.RECORD, status_code=200, media_type=media_type)


class DeskController(Controller):
    """For whoever runs this server. `Authorization: Bearer KEY`, with the key of the host's desk."""

    path = "/api/desk"
    tags = ("desk",)
    security = DESK_KEY

    @route(get, "", "The house at a glance", 403, cost=costs.LIST)
    async def look(
        self, host: HostDep, registry: RegistryDep, edge: NamedDependency[Edge], jobs: NamedDependency[JobPool]
    ) -> DeskView:
        now, found = registry.now(), await registry.ask(counts)
        return DeskView(
            version=__version__,
            now=now,
            people=found.pop("people"),
            tables=found,
            evenings=await registry.ask(running_evenings, now),
            load=await load_of(registry, edge, jobs),
            rules=registry.policy.rules,
            limits=registry.policy.limits,
            announcements=registry.policy.announced(now),
        )

    @route(get, "/tables", "Tables", 400, 403, cost=costs.LIST)
    async def tables(
        self, host: HostDep, search: Search = "", status: OneStatus = None, number: Number = 0
    ) -> DeskTables:
        return DeskTables(*await desk_tables(host.registry, status, _searched(search), number))

    @route(get, "/people", "People who have a place here", 400, 403, cost=costs.LIST)
    async def people(self, host: HostDep, search: Search = "", number: Number = 0) -> DeskPeople:
        return DeskPeople(*await host.registry.ask(people_page, _searched(search), number))

    @route(get, "/acts", "What was done at the desk", 400, 403, cost=costs.LIST)
    async def acts(self, host: HostDep, before: Before = 0) -> DeskActs:
        found = await host.registry.ask(acts_page, before, PAGE + 1)
        return DeskActs(found[:PAGE], len(found) > PAGE)

    # --- Acts

    @_act(post, "/tables/{table_id:str}/close", "Close a table", 404, 409)
    async def close_table(self, host: HostDep, table_id: TableId, data: JSONBody[CloseRequest]) -> None:
        await host.close_table(table_id, " ".join(data.note.split()))

    @route(delete, "/tables/{table_id:str}", "Remove a table with its record", 400, 403, 404, 409)
    async def remove_table(self, host: HostDep, table_id: TableId) -> None:
        await host.change(remove_table, table_id)

    @_act(post, "/tables/{table_id:str}/mute", "Mute a seat, or a table's host, or hear them again", 404)
    async def mute_seat(self, host: HostDep, table_id: TableId, data: JSONBody[SeatMuteRequest]) -> None:
        await host.change(mute_seat, table_id, data.seat, muted=data.muted)

    @_act(post, "/people/{person_id:str}/mute", "Mute a person wherever they sit, or hear them again", 404)
    async def mute_person(self, host: HostDep, person_id: PersonId, data: JSONBody[MuteRequest]) -> None:
        await host.change(mute_person, person_id, muted=data.muted)

    @_act(put, "/people/{person_id:str}", "Give a person another name", 404)
    async def rename_person(self, host: HostDep, person_id: PersonId, data: JSONBody[NameRequest]) -> None:
        await host.change(rename_person, person_id, clean_name(data.name))

    @route(delete, "/people/{person_id:str}", "Forget a person", 400, 403, 404)
    async def remove_person(self, host: HostDep, person_id: PersonId) -> None:
        await host.remove_person(person_id)

    @_act(post, "/announcements", "Announce something to everybody", 409)
    async def announce(self, host: HostDep, data: JSONBody[AnnounceRequest]) -> None:
        text = " ".join(data.text.split())
        if not text:
            raise NotUsable("desk/text", "an announcement is a line of text")
        until = host.registry.now() + data.minutes * MINUTE if data.minutes else None
        await host.change(announce, _said(text, data.language), until)

    @route(delete, "/announcements/{number:int}", "Withdraw an announcement", 400, 403, 404)
    async def withdraw(self, host: HostDep, number: AnnouncementId) -> None:
        await host.change(withdraw, number)

    @_act(put, "/rules", "The rules of the house")
    async def set_rules(self, host: HostDep, data: JSONBody[RulesRequest]) -> None:
        lines = [" ".join(line.split()) for line in data.text.strip().splitlines()]
        await host.change(set_rules, _said("\n".join(lines), data.language))

    @_act(put, "/limits", "What the house offers")
    async def set_limits(self, host: HostDep, data: JSONBody[LimitsRequest]) -> None:
        await host.change(set_limits, HouseLimits(data.most_tables, data.rated, data.evenings, data.lobby))

    # --- To take along

    @_file("/backup", "All of the database, as `ewala backup` keeps it", "application/gzip")
    async def backup(self, host: HostDep) -> Stream:
        return await _export(host, "backup", "ewala.backup", "application/gzip")

    @_file("/records", "The records of all games that have begun, packed", "application/zip")
    async def records(self, host: HostDep) -> Stream:
        return await _export(host, "records", "records.zip", "application/zip")


async def _export(host: Admin, what: Export, name: str, media_type: str) -> Stream:
    stream = Stream(chunks(await host.export(what)), media_type=media_type)
    stream.headers |= {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return stream


def _searched(search: str) -> str:
    return _printable(" ".join(search.split()))


def _said(text: str, language: str) -> HouseText:
    if language not in LANGUAGES:
        raise NotUsable("person/language", "the languages are {known}", known=", ".join(LANGUAGES))
    return HouseText(_printable(text), language)


def _printable(text: str) -> str:
    """A text of which every line can be shown; raises NotUsable for others."""
    if not all(line.isprintable() for line in text.split("\n")):
        raise NotUsable("desk/text", "this cannot be shown on a line")
    return text
