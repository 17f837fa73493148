"""What is kept of whoever asks: to look at, to change, to take along, to delete."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala.server.features.accounts.accounts import Accounts, Me
from ewala.server.features.accounts.claims import SeatTaken
from ewala.server.features.accounts.games import GameStatus, Played
from ewala.server.features.accounts.local_games import LANGUAGE
from ewala.server.features.accounts.register import KeyView, Profile
from ewala.server.features.accounts.routes import Label, PasskeyOptions, ProfileRequest, check_label, site_of
from ewala.server.features.accounts.statistics import Record, record_of
from ewala.server.features.mail.address_store import MailView
from ewala.server.features.mail.service import Mailing
from ewala.server.features.matchmaking.invited import Invited, invited
from ewala.server.features.notifications.preferences import Wishes
from ewala.server.features.notifications.queue import Notice
from ewala.server.features.notifications.subscriptions import SubscriptionView
from ewala.server.features.notifications.webhooks import WebhookView
from ewala.server.features.ratings.store import PersonRating
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.jobs.messages import ReplayJob
from ewala.server.platform.jobs.pool import JobPool
from ewala.server.platform.jobs.until_disconnect import until_disconnect
from ewala.server.platform.wire.openapi import SeatLetter, TableId, refusals
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.tables.commands import check_holds
from ewala.tables.replay import RecordText, Replay

TOKEN: list[dict[str, list[str]]] = [{"token": []}]
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


class Everything(msgspec.Struct):
    """All that this server keeps of a person."""

    person: PersonView
    seats: list[SeatTaken]
    games: list[Played]  # those that are over
    ratings: list[PersonRating]
    invitations: Invited
    pairing_until: int | None  # of a code for another device, if one was asked for
    push: list[SubscriptionView]  # browsers at which they are told something
    webhook: WebhookView  # a program of theirs that is told, too
    wishes: Wishes  # what, and when not
    mail: MailView  # where they are written to
    notices: list[Notice]  # what they are to be told, and were


async def me_of(request: Request[Any, Any, Any], desk: NamedDependency[Accounts]) -> Me:
    """Whoever asks about themselves; raises NotProved where that was not shown."""
    return await desk.whoever_shows(keys_shown(request))


class MeController(Controller):
    """What is kept of you: to look at, to change, to take along, to delete."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @get(summary="Who you are", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def look(self, me: NamedDependency[Me]) -> PersonView:
        return await _view(me)

    @put(summary="Be called otherwise", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND})
    async def change(self, data: JSONBody[ProfileRequest], me: NamedDependency[Me]) -> PersonView:
        return await _view(await me.change(data.checked()))

    @get("/everything", summary="All that is kept of you", responses=refusals(403), opt={"cost": costs.RECORD})
    async def everything(
        self,
        me: NamedDependency[Me],
        desk: NamedDependency[Accounts],
        registry: NamedDependency[TableRegistry],
        mailing: NamedDependency[Mailing],
    ) -> Everything:
        return Everything(
            await _view(me),
            list(await me.seats()),
            await me.games_over(),
            list(await me.ratings()),
            await invited(me, desk, registry),
            await me.pairing_until(),
            list(await me.subscriptions()),
            await me.webhook(),
            await me.wishes(),
            await mailing.look(me.person.id),
            list(await me.notices()),
        )

    @delete(summary="Be forgotten", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def forget(self, me: NamedDependency[Me]) -> None:
        await me.forget()

    @delete("/keys/{key:str}", summary="Take a key away", responses=refusals(400, 403), opt={"cost": costs.COMMAND})
    async def take_key(self, key: KeyName, me: NamedDependency[Me]) -> None:
        await me.take_key(key)

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
        registry: NamedDependency[TableRegistry],
    ) -> None:
        caller = Caller(await registry.room_for(table_id, [data.key]), [data.key], "")
        if not (caller.seats or caller.watches):
            raise NoSuchTable
        check_holds(caller.seats, seat)
        await me.claim(caller.room, seat)

    @delete(
        "/seats/{table_id:str}/{seat:str}",
        summary="Say that a seat is not yours any more",
        responses=refusals(400, 403, 409),
        opt={"cost": costs.COMMAND},
    )
    async def release(self, table_id: TableId, seat: SeatLetter, me: NamedDependency[Me]) -> None:
        await me.release(table_id, seat)

    @get("/games", summary="Your games", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def games(
        self, me: NamedDependency[Me], game: OneGame = "", status: OneStatus = None, before: Before = ""
    ) -> Games:
        going_on: list[Played] = []
        if not before and status != "over":
            going_on = [one for one in await me.games_going_on() if game in ("", one.game)]
        over = [] if status in ("playing", "waiting") else await me.games_over(PAGE + 1, game, before)
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
        jobs: NamedDependency[JobPool],
        request: Request[Any, Any, Any],
    ) -> AddedGame:
        job = ReplayJob(data.text, LANGUAGE, explained=0)
        told = await until_disconnect(request, jobs.small(client_of(request.scope), job))
        replay = msgspec.json.decode(told, type=Replay)
        return AddedGame(await me.add_local_game(data.text, replay, data.seat, data.ended_at))

    @get("/record", summary="What you have won", responses=refusals(403), opt={"cost": costs.RECORD})
    async def record(self, me: NamedDependency[Me]) -> Record:
        return record_of(await me.games_over())

    @post(
        "/passkeys/options",
        summary="What a browser makes a passkey by",
        status_code=HTTP_200_OK,
        responses=refusals(403),
        opt={"cost": costs.COMMAND},
    )
    async def passkey_options(
        self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry], request: Request[Any, Any, Any]
    ) -> PasskeyOptions:
        return PasskeyOptions(await me.passkey_options(site_of(request, registry)))

    @post("/passkeys", summary="Add a passkey", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND})
    async def add_passkey(
        self,
        data: JSONBody[NewPasskeyRequest],
        me: NamedDependency[Me],
        registry: NamedDependency[TableRegistry],
        request: Request[Any, Any, Any],
    ) -> KeyView:
        check_label(data.label)
        return await me.add_passkey(data.credential, site_of(request, registry), data.label)

    @post("/recovery", summary="Have a recovery code", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def new_recovery(self, me: NamedDependency[Me]) -> RecoveryCode:
        return RecoveryCode(await me.new_recovery())

    @post("/pairing", summary="Have a code for another device", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def new_pairing(self, me: NamedDependency[Me]) -> PairingCode:
        return PairingCode(*await me.new_pairing())


async def _view(me: Me) -> PersonView:
    return PersonView(me.person.id, me.person.profile, me.person.created_at, list(await me.keys()))
