"""Routes by which the host acts. The answers are empty; what is done is written to the log."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from litestar.response import Stream
from litestar.status_codes import HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.locale.languages import LANGUAGES
from ewala.server.features.admin.access import DESK_KEY, printable
from ewala.server.features.admin.exports import chunks
from ewala.server.features.admin.service import Admin
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import TableId, refusals
from ewala.server.tables.policy import HouseLimits, HouseText
from ewala.tables.problems import NotUsable
from ewala.tables.table import LONGEST_NAME, LONGEST_NOTE

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


class DeskActsController(Controller):
    """For whoever runs this server. `Authorization: Bearer KEY`, with the key of the host's desk."""

    path = "/api/desk"
    tags = ("desk",)
    security = DESK_KEY

    @_act("/tables/{table_id:str}/close", "Close a table", 404, 409)
    async def close_table(self, host: NamedDependency[Admin], table_id: TableId, data: JSONBody[CloseRequest]) -> None:
        await host.close_table(table_id, " ".join(data.note.split()))

    @delete(
        "/tables/{table_id:str}",
        summary="Remove a table with its record",
        responses=refusals(400, 403, 404, 409),
        opt={"cost": costs.COMMAND},
    )
    async def remove_table(self, host: NamedDependency[Admin], table_id: TableId) -> None:
        await host.remove_table(table_id)

    @_act("/tables/{table_id:str}/mute", "Mute a seat, or a table's host, or hear them again", 404)
    async def mute_seat(self, host: NamedDependency[Admin], table_id: TableId, data: JSONBody[SeatMuteRequest]) -> None:
        await host.mute_seat(table_id, data.seat, muted=data.muted)

    @_act("/people/{person_id:str}/mute", "Mute a person wherever they sit, or hear them again", 404)
    async def mute_person(self, host: NamedDependency[Admin], person_id: PersonId, data: JSONBody[MuteRequest]) -> None:
        await host.mute_person(person_id, muted=data.muted)

    @put(
        "/people/{person_id:str}",
        summary="Give a person another name",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 404, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def rename_person(
        self, host: NamedDependency[Admin], person_id: PersonId, data: JSONBody[NameRequest]
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
    async def remove_person(self, host: NamedDependency[Admin], person_id: PersonId) -> None:
        await host.remove_person(person_id)

    @_act("/announcements", "Announce something to everybody", 409)
    async def announce(self, host: NamedDependency[Admin], data: JSONBody[AnnounceRequest]) -> None:
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
    async def withdraw(self, host: NamedDependency[Admin], number: AnnouncementId) -> None:
        await host.withdraw(number)

    @put(
        "/rules",
        summary="The rules of the house",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_rules(self, host: NamedDependency[Admin], data: JSONBody[RulesRequest]) -> None:
        lines = [" ".join(line.split()) for line in data.text.strip().splitlines()]
        await host.set_rules(_said("\n".join(lines), data.language))

    @put(
        "/limits",
        summary="What the house offers",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_limits(self, host: NamedDependency[Admin], data: JSONBody[LimitsRequest]) -> None:
        await host.set_limits(HouseLimits(data.most_tables, data.rated, data.evenings, data.lobby))

    # --- To take along

    @_file("/backup", "All of the database, as `ewala backup` keeps it", "application/gzip")
    async def backup(self, host: NamedDependency[Admin]) -> Stream:
        return _download(Stream(chunks(await host.export("backup")), media_type="application/gzip"), "ewala.backup")

    @_file("/records", "The records of all games that have begun, packed", "application/zip")
    async def records(self, host: NamedDependency[Admin]) -> Stream:
        return _download(Stream(chunks(await host.export("records")), media_type="application/zip"), "records.zip")


def _download(stream: Stream, name: str) -> Stream:
    stream.headers |= {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return stream


def _said(text: str, language: str) -> HouseText:
    if language not in LANGUAGES:
        raise NotUsable("person/language", Sentence("the languages are {known}", known=", ".join(LANGUAGES)))
    return HouseText(printable(text), language)
