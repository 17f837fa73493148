"""Routes to what is kept of a person: to look at, to change, to take along, to delete."""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from msgspec import Meta

from ewala.server.features.accounts.accounts import (
    Accounts,
    AccountsDep,
    Label,
    Me,
    MeDep,
    PersonalData,
    check_label,
)
from ewala.server.features.accounts.codes import new_pairing, new_recovery, pairing_until
from ewala.server.features.accounts.games import (
    LANGUAGE,
    GameStatus,
    Played,
    Record,
    add_local_game,
    outcome_in,
    record_of,
)
from ewala.server.features.accounts.register import KeyView, Person, Profile, change_profile, keys_of, take_key
from ewala.server.features.accounts.routes import PasskeyOptions, ProfileRequest, site_of
from ewala.server.features.accounts.seats import SeatTaken, seats_of
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool, until_disconnect
from ewala.server.platform.wire.openapi import TOKEN, SeatLetter, TableId, route
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.feature import HttpRequest, RegistryDep
from ewala.tables.commands import check_holds
from ewala.tables.problems import NoSuchTable
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


async def me_of(request: HttpRequest, accounts: AccountsDep) -> Me:
    """The person who asks; raises NotProved unless their token was shown."""
    return await accounts.authenticate(keys_shown(request))


class MeController(Controller):
    """What is kept of you: to look at, to change, to take along, to delete."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @route(get, "", "Who you are", 403, cost=costs.COUNTED)
    async def look(self, me: MeDep, accounts: AccountsDep) -> PersonView:
        return await _view(accounts, me.person)

    @route(put, "", "Be called otherwise", 400, 403, 413, 415)
    async def change(self, data: JSONBody[ProfileRequest], me: MeDep, accounts: AccountsDep) -> PersonView:
        profile = data.checked()
        await accounts.registry.change(change_profile, me.id, profile)
        return await _view(accounts, Person(me.id, profile, me.person.created_at))

    @route(delete, "", "Be forgotten", 403)
    async def forget(self, me: MeDep, accounts: AccountsDep) -> None:
        await accounts.forget(me.id)

    @route(delete, "/keys/{key:str}", "Take a key away", 400, 403)
    async def take_key(self, key: KeyName, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(take_key, me.id, key)

    @route(
        put,
        "/seats/{table_id:str}/{seat:str}",
        "Say that a seat is yours",
        *(400, 403, 404, 409, 413, 415),
        status_code=204,
    )
    async def claim(
        self, table_id: TableId, seat: SeatLetter, data: JSONBody[SeatKey], me: MeDep, accounts: AccountsDep
    ) -> None:
        caller = Caller(await accounts.registry.room_for(table_id, [data.key]), [data.key], "")
        if not (caller.seats or caller.watches):
            raise NoSuchTable
        check_holds(caller.seats, seat)
        await accounts.seating.claim(me.id, caller.room, seat)

    @route(delete, "/seats/{table_id:str}/{seat:str}", "Say that a seat is not yours any more", 400, 403, 409)
    async def release(self, table_id: TableId, seat: SeatLetter, me: MeDep, accounts: AccountsDep) -> None:
        await accounts.seating.release(me.id, table_id, seat)

    @route(get, "/games", "Your games", 400, 403, cost=costs.LIST)
    async def games(
        self, me: MeDep, accounts: AccountsDep, game: OneGame = "", status: OneStatus = None, before: Before = ""
    ) -> Games:
        seating, going_on = accounts.seating, list[Played]()
        if not before and status != "over":
            going_on = [one for one in await seating.games_going_on(me.id) if game in ("", one.game)]
        over = [] if status in ("playing", "waiting") else await seating.games_over(me.id, PAGE + 1, game, before)
        return Games([one for one in going_on if status in (None, one.status)] + over[:PAGE], len(over) > PAGE)

    @route(post, "/games", "Add a game from elsewhere", 400, 403, 413, 415, cost=costs.RECORD)
    async def add_game(
        self,
        data: JSONBody[LocalGame],
        me: MeDep,
        registry: RegistryDep,
        jobs: NamedDependency[JobPool],
        request: HttpRequest,
    ) -> AddedGame:
        job = ReplayJob(data.text, LANGUAGE, explained=0)
        told = await until_disconnect(request, jobs.small(client_of(request.scope), job))
        replay = msgspec.json.decode(told, type=Replay)
        outcome = outcome_in(replay, data.seat, min(data.ended_at, registry.now()))
        return AddedGame(await registry.change(add_local_game, me.id, data.text, data.seat, outcome))

    @route(get, "/record", "What you have won", 403, cost=costs.RECORD)
    async def record(self, me: MeDep, accounts: AccountsDep) -> Record:
        return record_of(await accounts.seating.games_over(me.id))

    @route(post, "/passkeys/options", "What a browser makes a passkey by", 403, status_code=200)
    async def passkey_options(self, me: MeDep, accounts: AccountsDep, request: HttpRequest) -> PasskeyOptions:
        site, challenge = site_of(request, accounts), await accounts.challenge()
        return PasskeyOptions(await asyncio.to_thread(site.creation_options, me.person, challenge))

    @route(post, "/passkeys", "Add a passkey", 400, 403, 413, 415)
    async def add_passkey(
        self, data: JSONBody[NewPasskeyRequest], me: MeDep, accounts: AccountsDep, request: HttpRequest
    ) -> KeyView:
        check_label(data.label)
        return await accounts.add_passkey(me, data.credential, site_of(request, accounts), data.label)

    @route(post, "/recovery", "Have a recovery code", 403)
    async def new_recovery(self, me: MeDep, registry: RegistryDep) -> RecoveryCode:
        return RecoveryCode(await registry.change(new_recovery, me.id, registry.now()))

    @route(post, "/pairing", "Have a code for another device", 403)
    async def new_pairing(self, me: MeDep, registry: RegistryDep) -> PairingCode:
        return PairingCode(*await registry.change(new_pairing, me.id, registry.now()))


async def _view(accounts: Accounts, person: Person) -> PersonView:
    keys = await accounts.registry.ask(keys_of, person.id)
    return PersonView(person.id, person.profile, person.created_at, keys)


# --- All that is kept of a person


def keep_own(accounts: Accounts) -> None:
    """Personal data that accounts themselves keep."""
    accounts.personal_data.append(PersonalData("person", PersonView, lambda me: _view(accounts, me.person)))
    accounts.keep("seats", list[SeatTaken], seats_of)
    accounts.personal_data.append(PersonalData("games", list[Played], lambda me: accounts.seating.games_over(me.id)))
    accounts.keep("pairing_until", int | None, pairing_until)


def everything_type(parts: Sequence[PersonalData]) -> type[msgspec.Struct]:
    """The answer with all that features keep of a person."""
    fields = [(part.field, part.kind) for part in parts]
    about = {"__doc__": "All that this server keeps of a person."}
    return msgspec.defstruct("Everything", fields, namespace=about, module=__name__)


def everything_route(answer: type[msgspec.Struct], parts: Sequence[PersonalData]) -> HTTPRouteHandler:
    async def everything(me: MeDep) -> Any:
        return answer(*[await part.read(me) for part in parts])

    everything.__annotations__["return"] = answer
    described = route(
        get, "/api/me/everything", "All that is kept of you", 403, cost=costs.RECORD, tags=("people",), security=TOKEN
    )
    return described(everything)
