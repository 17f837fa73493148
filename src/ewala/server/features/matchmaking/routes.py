"""Routes to find others: play now, the lobby, invitations."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from msgspec import Meta

from ewala.core.state import Seat
from ewala.server.features.accounts import MeDep
from ewala.server.features.matchmaking.invitations import (
    InvitationKind,
    Invited,
    Inviter,
    Somebody,
    decline,
    enter_lobby,
    leave_lobby,
    people_called,
    people_in_lobby,
    welcome,
)
from ewala.server.features.matchmaking.play_now import PlayNow, PlayNowRequest
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.wire.openapi import KEY_OR_NONE, TOKEN, TableId, route
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.feature import HttpRequest, RegistryDep
from ewala.tables.messages import TableView
from ewala.tables.problems import NoSuchTable, NotUsable
from ewala.tables.table import LONGEST_NAME

SomeTable = Annotated[str, Meta(max_length=16, description="A table's name.", examples=["k7m2p9qrst"])]
PersonId = Annotated[
    str,
    Parameter(
        description="Somebody, as the lobby and the ratings name them.", examples=[Example(value="k7m2p9qrstuv")]
    ),
]
Called = Annotated[
    str,
    QueryParameter(description="What they are called; case does not count.", min_length=1, max_length=LONGEST_NAME),
]
Never = Annotated[bool, QueryParameter(description="Not to be asked by the same person again.")]


class OfferedSeat(msgspec.Struct, omit_defaults=True):
    """Sit down there; it starts by itself. A new table has keys. Without a seat you wait where you are."""

    table: TableView
    seat: Seat = ""
    host_key: str = ""
    watch_key: str = ""


class InvitationRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to come to a table of yours: somebody by what they are known by, or whose a seat was that you played
    against."""

    table: SomeTable
    key: Annotated[str, Meta(min_length=1, max_length=100, description="Of your seat there, or the host's.")]
    person: Annotated[str, Meta(max_length=16)] = ""
    played_at: Annotated[str, Meta(max_length=16, description="The table of a game of yours that is over.")] = ""
    seat: Annotated[str, Meta(max_length=1, description="Their seat at that table.")] = ""
    kind: InvitationKind = "challenge"


@route(
    post,
    "/api/play-now",
    "Have a seat at a table where somebody waits",
    *(400, 403, 404, 409, 413, 415),
    cost=costs.LIST,
    tags=("tables",),
    security=KEY_OR_NONE,
    status_code=200,
)
async def play_now(
    data: JSONBody[PlayNowRequest],
    finding: NamedDependency[PlayNow],
    registry: RegistryDep,
    table_limiters: NamedDependency[Quota],
    request: HttpRequest,
) -> OfferedSeat:
    waiting = None
    if data.instead_of:
        caller = Caller(await registry.room_for(data.instead_of, keys_shown(request)), keys_shown(request), "")
        caller.the_seat()
        waiting = caller.room
    else:
        table_limiters.use(client_of(request.scope))
    offer = await finding.offer(data, waiting)
    if offer is None:
        assert waiting is not None
        return OfferedSeat(waiting.audience.view())
    view = offer.room.audience.view()
    keys = (offer.made.host_key, offer.made.watch_key) if offer.made else ("", "")
    return OfferedSeat(view, offer.seat, *keys)


@route(get, "/api/lobby", "Who is in the lobby", cost=costs.LIST, tags=("people",))
async def who_is_there(registry: RegistryDep) -> list[Somebody]:
    return await registry.ask(people_in_lobby, registry.now()) if registry.policy.limits.lobby else []


class InvitationsController(Controller):
    """To be in the lobby, to find somebody, to ask them to come, and to be asked."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @route(put, "/lobby", "Be in the lobby for a while", 403, status_code=204)
    async def come(self, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(enter_lobby, me.id, registry.now())

    @route(delete, "/lobby", "Leave the lobby", 403)
    async def leave(self, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(leave_lobby, me.id)

    @route(get, "/people", "Who is called so", 400, 403, cost=costs.LIST)
    async def called(self, name: Called, me: MeDep, registry: RegistryDep) -> list[Somebody]:
        wanted = " ".join(name.split())
        if not wanted.isprintable():
            raise NotUsable("person/name", "a name has printable characters")
        return [one for one in await registry.ask(people_called, wanted) if one.person != me.id]

    @route(get, "/invitations", "Your invitations", 403, cost=costs.LIST)
    async def invitations(self, me: MeDep, inviter: NamedDependency[Inviter]) -> Invited:
        return await inviter.of(me)

    @route(post, "/invitations", "Ask somebody to come to your table", 400, 403, 404, 409, 413, 415, status_code=204)
    async def invite(
        self, data: JSONBody[InvitationRequest], me: MeDep, registry: RegistryDep, inviter: NamedDependency[Inviter]
    ) -> None:
        caller = Caller(await registry.room_for(data.table, [data.key]), [data.key], "")
        if not (caller.seats or caller.host):
            raise NoSuchTable
        to = data.person or await inviter.opponent(me, data.played_at, data.seat)
        await inviter.invite(me, to, data.table, data.kind)

    @route(delete, "/invitations/{table_id:str}", "Not follow an invitation", 400, 403)
    async def decline(self, table_id: TableId, me: MeDep, registry: RegistryDep, never: Never = False) -> None:
        if table_id.isascii() and table_id.isalnum():
            await registry.change(decline, me.id, table_id, never=never)

    @route(delete, "/unwelcome/{person:str}", "Let somebody ask you again", 400, 403)
    async def welcome(self, person: PersonId, me: MeDep, registry: RegistryDep) -> None:
        if person.isascii() and person.isalnum():
            await registry.change(welcome, me.id, person)
