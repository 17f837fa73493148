"""Routes to what is kept of a person: to look at, to change, to take along, to delete."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala.server.features.accounts.accounts import Accounts, Label, Me, PersonalData, check_label
from ewala.server.features.accounts.codes import Codes
from ewala.server.features.accounts.games import (
    LANGUAGE,
    GameStatus,
    Played,
    Record,
    add_local_game,
    outcome_in,
    record_of,
)
from ewala.server.features.accounts.register import KeyView, Person, Profile, Register
from ewala.server.features.accounts.routes import PasskeyOptions, ProfileRequest, site_of
from ewala.server.features.accounts.seats import Claims, SeatTaken
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool, until_disconnect
from ewala.server.platform.wire.openapi import TOKEN, SeatLetter, TableId, refusals
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.tables.commands import check_holds
from ewala.tables.replay import RecordText, Replay

KeyName = Annotated[
    str, Parameter(description="One of your keys, as it is listed.", examples=[Example(value="0123456789abcdef" * 4)])
]
OneGame = Annotated[str, QueryParameter(description="Of this game alone.", max_length=40, pattern="^[a-z0-9-]*$")]
OneStatus = Annotated[
    GameStatus | None, QueryParameter(description="Only those that go on, wait for players, or are over.")
]
Before = Annotated[
    str,
    QueryParameter(
        description="The table of the last game that you have: older ones.", max_length=16, pattern="^[a-z0-9]*$"
    ),
]
PAGE = 30  # games that are over, in one answer


class Games(msgspec.Struct):
    """Those that go on first, of these where you have to act; then those that are over, the newest first."""

    games: list[Played]
    more: bool  # whether there are older ones


class LocalGame(msgspec.Struct, forbid_unknown_fields=True):
    """A game that you have played without a server: its record, to the end, and which seat was yours."""

    text: RecordText
    seat: Annotated[str, Meta(min_length=1, max_length=1)]
    ended_at: Annotated[
        int, Meta(ge=0, le=2**53, description="When, in milliseconds since 1970; now, if it is later.")
    ] = 2**53


class AddedGame(msgspec.Struct):
    table: str  # the name under which it is kept


class SeatKey(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(min_length=1, max_length=100, description="The seat's own, as whoever sat down was told.")]


class NewPasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey that was just made."""

    credential: Annotated[dict[str, Any], Meta(description="A RegistrationResponseJSON, as the browser gives it.")]
    label: Label = ""


class PersonView(msgspec.Struct):
    """Who somebody is, as they themselves may know it."""

    person: str
    profile: Profile
    created_at: int
    keys: list[KeyView]


class RecoveryCode(msgspec.Struct):
    """To be printed: it is shown once, and takes the place of the last one."""

    code: str


class PairingCode(msgspec.Struct):
    """For another device: good once."""

    code: str
    until: int


async def me_of(request: Request[Any, Any, Any], accounts: NamedDependency[Accounts]) -> Me:
    """The person who asks; raises NotProved unless their token was shown."""
    return await accounts.authenticate(keys_shown(request))


class MeController(Controller):
    """What is kept of you: to look at, to change, to take along, to delete."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @get(summary="Who you are", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def look(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> PersonView:
        return await _view(registry, me.person)

    @put(summary="Be called otherwise", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND})
    async def change(
        self, data: JSONBody[ProfileRequest], me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> PersonView:
        profile = data.checked()
        await registry.ask(lambda engine: Register(engine).change(me.id, profile))
        return await _view(registry, Person(me.id, profile, me.person.created_at))

    @delete(summary="Be forgotten", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def forget(self, me: NamedDependency[Me], accounts: NamedDependency[Accounts]) -> None:
        await accounts.forget(me.id)

    @delete("/keys/{key:str}", summary="Take a key away", responses=refusals(400, 403), opt={"cost": costs.COMMAND})
    async def take_key(self, key: KeyName, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> None:
        await registry.ask(lambda engine: Register(engine).take_key(me.id, key))

    @put(
        "/seats/{table_id:str}/{seat:str}",
        summary="Say that a seat is yours",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 404, 409, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def claim(
        self,
        table_id: TableId,
        seat: SeatLetter,
        data: JSONBody[SeatKey],
        me: NamedDependency[Me],
        accounts: NamedDependency[Accounts],
        registry: NamedDependency[TableRegistry],
    ) -> None:
        caller = Caller(await registry.room_for(table_id, [data.key]), [data.key], "")
        if not (caller.seats or caller.watches):
            raise NoSuchTable
        check_holds(caller.seats, seat)
        await accounts.seating.claim(me.id, caller.room, seat)

    @delete(
        "/seats/{table_id:str}/{seat:str}",
        summary="Say that a seat is not yours any more",
        responses=refusals(400, 403, 409),
        opt={"cost": costs.COMMAND},
    )
    async def release(
        self, table_id: TableId, seat: SeatLetter, me: NamedDependency[Me], accounts: NamedDependency[Accounts]
    ) -> None:
        await accounts.seating.release(me.id, table_id, seat)

    @get("/games", summary="Your games", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def games(
        self,
        me: NamedDependency[Me],
        accounts: NamedDependency[Accounts],
        game: OneGame = "",
        status: OneStatus = None,
        before: Before = "",
    ) -> Games:
        seating, going_on = accounts.seating, list[Played]()
        if not before and status != "over":
            going_on = [one for one in await seating.games_going_on(me.id) if game in ("", one.game)]
        over = [] if status in ("playing", "waiting") else await seating.games_over(me.id, PAGE + 1, game, before)
        return Games([one for one in going_on if status in (None, one.status)] + over[:PAGE], len(over) > PAGE)

    @post(
        "/games",
        summary="Add a game from elsewhere",
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.RECORD},
    )
    async def add_game(
        self,
        data: JSONBody[LocalGame],
        me: NamedDependency[Me],
        registry: NamedDependency[TableRegistry],
        jobs: NamedDependency[JobPool],
        request: Request[Any, Any, Any],
    ) -> AddedGame:
        job = ReplayJob(data.text, LANGUAGE, explained=0)
        told = await until_disconnect(request, jobs.small(client_of(request.scope), job))
        replay = msgspec.json.decode(told, type=Replay)
        outcome = outcome_in(replay, data.seat, min(data.ended_at, registry.now()))
        return AddedGame(
            await registry.ask(lambda engine: add_local_game(engine, me.id, data.text, data.seat, outcome))
        )

    @get("/record", summary="What you have won", responses=refusals(403), opt={"cost": costs.RECORD})
    async def record(self, me: NamedDependency[Me], accounts: NamedDependency[Accounts]) -> Record:
        return record_of(await accounts.seating.games_over(me.id))

    @post(
        "/passkeys/options",
        summary="What a browser makes a passkey by",
        status_code=HTTP_200_OK,
        responses=refusals(403),
        opt={"cost": costs.COMMAND},
    )
    async def passkey_options(
        self, me: NamedDependency[Me], accounts: NamedDependency[Accounts], request: Request[Any, Any, Any]
    ) -> PasskeyOptions:
        site, challenge = site_of(request, accounts.registry), await accounts.challenge()
        return PasskeyOptions(await asyncio.to_thread(site.creation_options, me.person, challenge))

    @post("/passkeys", summary="Add a passkey", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND})
    async def add_passkey(
        self,
        data: JSONBody[NewPasskeyRequest],
        me: NamedDependency[Me],
        accounts: NamedDependency[Accounts],
        request: Request[Any, Any, Any],
    ) -> KeyView:
        check_label(data.label)
        return await accounts.add_passkey(me, data.credential, site_of(request, accounts.registry), data.label)

    @post("/recovery", summary="Have a recovery code", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def new_recovery(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> RecoveryCode:
        now = registry.now()
        return RecoveryCode(await registry.ask(lambda engine: Codes(engine).new_recovery(me.id, now)))

    @post("/pairing", summary="Have a code for another device", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def new_pairing(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> PairingCode:
        now = registry.now()
        return PairingCode(*await registry.ask(lambda engine: Codes(engine).new_pairing(me.id, now)))


async def _view(registry: TableRegistry, person: Person) -> PersonView:
    keys = await registry.ask(lambda engine: Register(engine).keys_of(person.id))
    return PersonView(person.id, person.profile, person.created_at, list(keys))


# --- All that is kept of a person


def own_data(accounts: Accounts) -> list[PersonalData]:
    """What accounts themselves keep."""
    ask = accounts.registry.ask

    async def seats(me: Me) -> list[SeatTaken]:
        return list(await ask(lambda engine: Claims(engine).of(me.id)))

    return [
        PersonalData("person", PersonView, lambda me: _view(accounts.registry, me.person)),
        PersonalData("seats", list[SeatTaken], seats),
        PersonalData("games", list[Played], lambda me: accounts.seating.games_over(me.id)),
        PersonalData("pairing_until", int | None, lambda me: ask(lambda engine: Codes(engine).pairing_until(me.id))),
    ]


def everything_type(parts: Sequence[PersonalData]) -> type[msgspec.Struct]:
    """The answer with all that features keep of a person."""
    fields = [(part.field, part.kind) for part in parts]
    about = {"__doc__": "All that this server keeps of a person."}
    return msgspec.defstruct("Everything", fields, namespace=about, module=__name__)


def everything_route(answer: type[msgspec.Struct], parts: Sequence[PersonalData]) -> HTTPRouteHandler:
    async def everything(me: NamedDependency[Me]) -> Any:
        return answer(*[await part.read(me) for part in parts])

    everything.__annotations__["return"] = answer
    return get(
        "/api/me/everything",
        tags=("people",),
        summary="All that is kept of you",
        security=TOKEN,
        responses=refusals(403),
        opt={"cost": costs.RECORD},
    )(everything)
