"""Routes to find others: play now, the lobby, invitations."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import GAMES
from ewala.server.features.accounts import Me
from ewala.server.features.matchmaking.invitations import InvitationKind, Invitations, Lobby, Somebody
from ewala.server.features.matchmaking.inviter import Invited, Inviter
from ewala.server.features.matchmaking.play_now import PlayNow, Wish
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import RateLimiters
from ewala.server.platform.wire.openapi import KEY_OR_NONE, TOKEN, TableId, refusals
from ewala.server.tables.api.access import Caller, keys_shown
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.tables.messages import TableView
from ewala.tables.problems import NotUsable, TooMany
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


class PlayNowRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What you would like to play, now and with whoever comes."""

    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    players: Annotated[int, Meta(ge=0, le=9, description="How many are to play; 0: any number.")] = 0
    rated: bool = False
    instead_of: Annotated[
        str, Meta(max_length=16, description="The table at which you wait: an older one is offered, if there is any.")
    ] = ""


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


@post(
    "/api/play-now",
    tags=("tables",),
    summary="Have a seat at a table where somebody waits",
    status_code=HTTP_200_OK,
    security=KEY_OR_NONE,
    responses=refusals(400, 403, 404, 409, 413, 415),
    opt={"cost": costs.LIST},
)
async def play_now(
    data: JSONBody[PlayNowRequest],
    finding: NamedDependency[PlayNow],
    registry: NamedDependency[TableRegistry],
    table_limiters: NamedDependency[RateLimiters],
    request: Request[Any, Any, Any],
) -> OfferedSeat:
    waiting = None
    if data.instead_of:
        caller = Caller(await registry.room_for(data.instead_of, keys_shown(request)), keys_shown(request), "")
        caller.the_seat()
        waiting = caller.room
    elif not table_limiters.take(client_of(request.scope)):
        raise TooMany("server/too-many-tables", Sentence("too many new tables at once: wait a while"), 60)
    offer = await finding.offer(Wish(data.game, data.players, data.rated), waiting)
    if offer is None:
        assert waiting is not None
        return OfferedSeat(waiting.audience.view())
    view = offer.room.audience.view()
    keys = (offer.made.host_key, offer.made.watch_key) if offer.made else ("", "")
    return OfferedSeat(view, offer.seat, *keys)


@get("/api/lobby", tags=("people",), summary="Who is in the lobby", responses=refusals(), opt={"cost": costs.LIST})
async def who_is_there(registry: NamedDependency[TableRegistry]) -> list[Somebody]:
    if not registry.policy.limits.lobby:
        return []
    now = registry.now()
    return await registry.ask(lambda engine: Lobby(engine).there(now))


class InvitationsController(Controller):
    """To be in the lobby, to find somebody, to ask them to come, and to be asked."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @put(
        "/lobby",
        summary="Be in the lobby for a while",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(403),
        opt={"cost": costs.COMMAND},
    )
    async def come(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> None:
        await registry.ask(lambda engine: Lobby(engine).come(me.id, registry.now()))

    @delete("/lobby", summary="Leave the lobby", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def leave(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> None:
        await registry.ask(lambda engine: Lobby(engine).leave(me.id))

    @get("/people", summary="Who is called so", responses=refusals(400, 403), opt={"cost": costs.LIST})
    async def called(
        self, name: Called, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> list[Somebody]:
        wanted = " ".join(name.split())
        if not wanted.isprintable():
            raise NotUsable("person/name", Sentence("a name has printable characters"))
        found = await registry.ask(lambda engine: Lobby(engine).called(wanted))
        return [one for one in found if one.person != me.id]

    @get("/invitations", summary="Your invitations", responses=refusals(403), opt={"cost": costs.LIST})
    async def invitations(self, me: NamedDependency[Me], inviter: NamedDependency[Inviter]) -> Invited:
        return await inviter.of(me)

    @post(
        "/invitations",
        summary="Ask somebody to come to your table",
        status_code=HTTP_204_NO_CONTENT,
        responses=refusals(400, 403, 404, 409, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def invite(
        self,
        data: JSONBody[InvitationRequest],
        me: NamedDependency[Me],
        registry: NamedDependency[TableRegistry],
        inviter: NamedDependency[Inviter],
    ) -> None:
        caller = Caller(await registry.room_for(data.table, [data.key]), [data.key], "")
        if not (caller.seats or caller.host):
            raise NoSuchTable
        to = data.person or await inviter.opponent(me, data.played_at, data.seat)
        await inviter.invite(me, to, data.table, data.kind)

    @delete(
        "/invitations/{table_id:str}",
        summary="Not follow an invitation",
        responses=refusals(400, 403),
        opt={"cost": costs.COMMAND},
    )
    async def decline(
        self, table_id: TableId, me: NamedDependency[Me], registry: NamedDependency[TableRegistry], never: Never = False
    ) -> None:
        if table_id.isascii() and table_id.isalnum():
            await registry.ask(lambda engine: Invitations(engine).decline(me.id, table_id, never=never))

    @delete(
        "/unwelcome/{person:str}",
        summary="Let somebody ask you again",
        responses=refusals(400, 403),
        opt={"cost": costs.COMMAND},
    )
    async def welcome(
        self, person: PersonId, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> None:
        if person.isascii() and person.isalnum():
            await registry.ask(lambda engine: Invitations(engine).welcome(me.id, person))
