"""The host's desk over HTTP: to look at the house, and to act, with the key that the server's first start has told."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.response import Stream
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala._version import __version__
from ewala.core.sentences import Sentence
from ewala.locale.languages import LANGUAGES
from ewala.play.table import LONGEST_NAME, LONGEST_NOTE
from ewala.server.api.access import keys_shown
from ewala.server.api.described import TableId, refusals
from ewala.server.config import Limits
from ewala.server.desk.acts import Act
from ewala.server.desk.files import chunks
from ewala.server.desk.hosting import HostsDesk
from ewala.server.desk.load import Load, load_of
from ewala.server.desk.looking import PAGE, DeskEvening, DeskPerson, TableStatus, counts, people_page, running
from ewala.server.desk.standing import HouseLimits, HouseText
from ewala.server.desk.tables import DeskTable, desk_tables
from ewala.server.guarding import costs
from ewala.server.guarding.edge import Edge
from ewala.server.guarding.guard import client_of
from ewala.server.guarding.throttle import RateLimiters
from ewala.server.tables.hub import Hub
from ewala.server.wire.messages import Announcement
from ewala.server.wire.problems import NotAllowed, NotUsable, TooMany
from ewala.server.workshop.workshop import Workshop

__all__ = ["DeskController", "DeskTries", "host_of"]

DESK_KEY: list[dict[str, list[str]]] = [{"desk": []}]
LONGEST_SEARCH = 60
LONGEST_SAID = 300
LONGEST_RULES = 1000
MOST_MINUTES = 60 * 24 * 366
MOST_TABLES = 1_000_000
MOST_PAGES = 100_000

Search = Annotated[
    str, QueryParameter(description="What its name begins with, or what is in somebody's.", max_length=LONGEST_SEARCH)
]
Number = Annotated[int, QueryParameter(description="Which page, from 0.", ge=0, le=MOST_PAGES)]
Before = Annotated[int, QueryParameter(description="The last act that you have: older ones.", ge=0, le=2**31 - 1)]
OneStatus = Annotated[TableStatus | None, QueryParameter(description="Only those.")]
PersonId = Annotated[
    str, Parameter(description="What a person is known by, as it is listed.", examples=[Example(value="k7m2p9qrstuv")])
]
AnnouncementId = Annotated[
    int, Parameter(description="The announcement's number.", ge=1, le=2**31 - 1, examples=[Example(value=1)])
]
Language = Annotated[str, Meta(max_length=5, description="In which it is written.", examples=["en"])]

NOT_THE_KEY = NotAllowed(
    "desk/key", Sentence("this needs the key of the host's desk; `ewala desk new-key` makes another one")
)


class DeskTries:
    """Keys that are tried in vain are to be rare."""

    def __init__(self, limits: Limits) -> None:
        self._tries = RateLimiters(limits.codes_per_hour / 3600, limits.codes_burst)

    def begin(self, client: str) -> None:
        if not self._tries.take(client):
            raise TooMany("desk/too-many-keys", Sentence("too many keys were tried: wait a while"), 60)

    def was_right(self, client: str) -> None:
        self._tries[client].spend(-1)


async def host_of(
    request: Request[Any, Any, Any], hosts_desk: NamedDependency[HostsDesk], desk_tries: NamedDependency[DeskTries]
) -> HostsDesk:
    """The desk, for whoever shows its key; raises NotAllowed."""
    shown, client = keys_shown(request), client_of(request.scope)
    if not shown:
        raise NOT_THE_KEY
    desk_tries.begin(client)
    if not await hosts_desk.opens(shown[0]):
        raise NOT_THE_KEY
    desk_tries.was_right(client)
    return hosts_desk


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


def _act(path: str, summary: str, *statuses: int) -> post:
    return post(
        path,
        summary=summary,
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, *statuses, 413, 415),
        opt={"cost": costs.COMMAND},
    )


def _file(path: str, summary: str, media_type: str) -> post:
    return post(
        path,
        summary=summary,
        status_code=200,
        media_type=media_type,
        responses=refusals(403),
        opt={"cost": costs.RECORD},
    )


class DeskController(Controller):
    """For whoever runs this server. `Authorization: Bearer KEY`, with the key of the host's desk."""

    path = "/api/desk"
    tags = ("desk",)
    security = DESK_KEY

    # --- To look

    @get(summary="The house at a glance", responses=refusals(403), opt={"cost": costs.LIST})
    async def look(
        self,
        host: NamedDependency[HostsDesk],
        hub: NamedDependency[Hub],
        edge: NamedDependency[Edge],
        workshop: NamedDependency[Workshop],
    ) -> DeskView:
        now, found = hub.now(), await host.ask(counts)
        return DeskView(
            version=__version__,
            now=now,
            people=found.pop("people"),
            tables=found,
            evenings=await host.ask(lambda engine: running(engine, now)),
            load=await load_of(hub, edge, workshop),
            rules=hub.standing.rules,
            limits=hub.standing.limits,
            announcements=hub.standing.announced(now),
        )

    @get("/tables", summary="Tables", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def tables(
        self,
        host: NamedDependency[HostsDesk],
        search: Search = "",
        status: OneStatus = None,
        number: Number = 0,
    ) -> DeskTables:
        return DeskTables(*await desk_tables(host.hub, status, _searched(search), number))

    @get("/people", summary="People who have a place here", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def people(self, host: NamedDependency[HostsDesk], search: Search = "", number: Number = 0) -> DeskPeople:
        wanted = _searched(search)
        return DeskPeople(*await host.ask(lambda engine: people_page(engine, wanted, number)))

    @get("/acts", summary="What was done at the desk", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def acts(self, host: NamedDependency[HostsDesk], before: Before = 0) -> DeskActs:
        found = await host.acts(before, PAGE + 1)
        return DeskActs(found[:PAGE], len(found) > PAGE)

    # --- To act

    @_act("/tables/{table_id:str}/close", "Close a table", 404, 409)
    async def close_table(
        self, host: NamedDependency[HostsDesk], table_id: TableId, data: JSONBody[CloseRequest]
    ) -> None:
        await host.close_table(table_id, " ".join(data.note.split()))

    @delete(
        "/tables/{table_id:str}",
        summary="Remove a table with its record",
        responses=refusals(400, 403, 404, 409),
        opt={"cost": costs.COMMAND},
    )
    async def remove_table(self, host: NamedDependency[HostsDesk], table_id: TableId) -> None:
        await host.remove_table(table_id)

    @_act("/tables/{table_id:str}/mute", "Mute a seat, or a table's host, or hear them again", 404)
    async def mute_seat(
        self, host: NamedDependency[HostsDesk], table_id: TableId, data: JSONBody[SeatMuteRequest]
    ) -> None:
        await host.mute_seat(table_id, data.seat, muted=data.muted)

    @_act("/people/{person_id:str}/mute", "Mute a person wherever they sit, or hear them again", 404)
    async def mute_person(
        self, host: NamedDependency[HostsDesk], person_id: PersonId, data: JSONBody[MuteRequest]
    ) -> None:
        await host.mute_person(person_id, muted=data.muted)

    @put(
        "/people/{person_id:str}",
        summary="Give a person another name",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 404, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def rename_person(
        self, host: NamedDependency[HostsDesk], person_id: PersonId, data: JSONBody[NameRequest]
    ) -> None:
        name = " ".join(data.name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            sentence = Sentence("a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME)
            raise NotUsable("person/name", sentence)
        await host.rename_person(person_id, name)

    @delete(
        "/people/{person_id:str}",
        summary="Forget a person",
        responses=refusals(400, 403, 404),
        opt={"cost": costs.COMMAND},
    )
    async def remove_person(self, host: NamedDependency[HostsDesk], person_id: PersonId) -> None:
        await host.remove_person(person_id)

    @_act("/announcements", "Announce something to everybody", 409)
    async def announce(self, host: NamedDependency[HostsDesk], data: JSONBody[AnnounceRequest]) -> None:
        text = " ".join(data.text.split())
        if not text:
            raise NotUsable("desk/text", Sentence("an announcement is a line of text"))
        await host.announce(_said(text, data.language), data.minutes)

    @delete(
        "/announcements/{number:int}",
        summary="Withdraw an announcement",
        responses=refusals(400, 403, 404),
        opt={"cost": costs.COMMAND},
    )
    async def withdraw(self, host: NamedDependency[HostsDesk], number: AnnouncementId) -> None:
        await host.withdraw(number)

    @put(
        "/rules",
        summary="The rules of the house",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_rules(self, host: NamedDependency[HostsDesk], data: JSONBody[RulesRequest]) -> None:
        lines = [" ".join(line.split()) for line in data.text.strip().splitlines()]
        await host.set_rules(_said("\n".join(lines), data.language))

    @put(
        "/limits",
        summary="What the house offers",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_limits(self, host: NamedDependency[HostsDesk], data: JSONBody[LimitsRequest]) -> None:
        await host.set_limits(HouseLimits(data.most_tables, data.rated, data.evenings, data.lobby))

    # --- To take along

    @_file("/backup", "All of the database, as `ewala backup` keeps it", "application/gzip")
    async def backup(self, host: NamedDependency[HostsDesk]) -> Stream:
        return _download(Stream(chunks(await host.export("backup")), media_type="application/gzip"), "ewala.backup")

    @_file("/records", "The records of all games that have begun, packed", "application/zip")
    async def records(self, host: NamedDependency[HostsDesk]) -> Stream:
        return _download(Stream(chunks(await host.export("records")), media_type="application/zip"), "records.zip")


def _download(stream: Stream, name: str) -> Stream:
    stream.headers |= {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return stream


def _searched(search: str) -> str:
    search = " ".join(search.split())
    if not search.isprintable():
        raise NotUsable("desk/text", Sentence("this cannot be shown on a line"))
    return search


def _said(text: str, language: str) -> HouseText:
    if not all(line.isprintable() for line in text.split("\n")):
        raise NotUsable("desk/text", Sentence("this cannot be shown on a line"))
    if language not in LANGUAGES:
        raise NotUsable("person/language", Sentence("the languages are {known}", known=", ".join(LANGUAGES)))
    return HouseText(text, language)
