"""Club evenings over HTTP: open one, come and leave, begin a round, see where one sits and how everybody stands."""

import secrets
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from ewala.core.state import Seat
from ewala.games.registry import GAMES, game_class
from ewala.server.features.evenings.evening import MOST_MINUTES, MOST_ROUNDS, HeldRound, Kind, Opened
from ewala.server.features.evenings.organizer import FoundTable, Organizer, sizes_for
from ewala.server.features.evenings.store import ORGANISER, About, StoredEvening
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.wire.openapi import KEY, KEY_OR_NONE, H, TableId, route
from ewala.server.tables.api.access import keys_shown
from ewala.server.tables.feature import HttpRequest
from ewala.tables.events import Settings
from ewala.tables.problems import NotAllowed, NotUsable

OrganizerDep = NamedDependency[Organizer]
EveningId = Annotated[
    str,
    Parameter(description="The evening's name: ten letters and digits.", examples=[Example(value="k7m2p9qrst")]),
]
Who = Annotated[str, Parameter(description="What a guest is known by.", examples=[Example(value="k7m2p9qr")])]
Progress = Literal["waiting", "playing", "over"]
NOT_YOURS = NotAllowed("evening/organiser-only", "this is for whoever leads the evening")


class EveningRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An evening to be opened: of rounds, or an arena that goes on for so many minutes."""

    name: Annotated[str, Meta(max_length=60, examples=["Thursday at the Swan"])]
    game: Annotated[str, Meta(max_length=40, description="A game's name.", examples=[next(iter(GAMES))])]
    options: dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=500)] | bool] = {}
    settings: Settings = Settings()
    kind: Kind = "rounds"
    best: Annotated[int, Meta(ge=0, le=9, description="How many you like best at a table; 0: as many as can be.")] = 0
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="How many are meant to be played.")] = 4
    minutes: Annotated[int, Meta(ge=5, le=MOST_MINUTES, description="How long an arena goes on.")] = 90


class GuestRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60, description="Yours, as others see it.", examples=["Ada"])]


class StandInRequest(msgspec.Struct, forbid_unknown_fields=True):
    who: Annotated[str, Meta(max_length=16, description="Who has not come to their table.")]


class GuestView(msgspec.Struct, frozen=True):
    who: str
    name: str
    there: bool


class EveningTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays together, who begins first. `table` is told to those who sit there, and to whoever leads."""

    seats: list[str]
    status: Progress
    places: list[int] = []
    table: str = ""


class EveningRound(msgspec.Struct, frozen=True):
    tables: list[EveningTable]
    pausing: list[str]


class StandingView(msgspec.Struct, frozen=True):
    place: int
    who: str
    points: float
    wins: float
    opposition: float
    tables: int


class YourTable(msgspec.Struct, frozen=True):
    """Where you sit now: sit down there as anywhere else."""

    table: str
    seat: Seat
    taken: bool


class EveningView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An evening as it stands."""

    id: str
    seq: int  # grows with everything that happens
    name: str
    game: str
    kind: Kind
    rounds: int
    best: int
    over: bool
    guests: list[GuestView]
    held: list[EveningRound]
    standings: list[StandingView]
    until: int = 0  # of an arena
    leads: bool = False  # whether you lead it
    me: str = ""  # who you are there
    yours: YourTable | None = None


class NewEvening(msgspec.Struct):
    """A new evening, and the key that only whoever leads it is told."""

    evening: EveningView
    organiser_key: str


class NewGuest(msgspec.Struct):
    evening: EveningView
    who: str
    key: str


def _command(method: Callable[..., H], path: str, summary: str, *refused: int) -> H:
    """An action of the organiser or a guest, answered with the evening as it stands then."""
    path = f"/{{evening_id:str}}{path}"
    return route(method, path, summary, 400, 403, 404, 409, *refused, security=KEY, status_code=200)


class EveningsController(Controller):
    """An evening has an address that everybody may have: whoever knows it may look, and come."""

    path = "/api/evenings"
    tags = ("evenings",)

    @route(post, "", "Open an evening", 400, 409, 413, 415, cost=costs.MADE)
    async def open(
        self,
        data: JSONBody[EveningRequest],
        organizer: OrganizerDep,
        table_limiters: NamedDependency[Quota],
        request: HttpRequest,
    ) -> NewEvening:
        table_limiters.use(client_of(request.scope))
        organizer.check_offered()
        name = " ".join(data.name.split())
        if not name or not name.isprintable():
            raise NotUsable("evening/title", "an evening has a name, of letters that can be shown")
        data.settings.clock.check()
        about = About(data.game, game_class(data.game).from_options(data.options).parameters(), data.settings)
        arena = data.kind == "arena"
        opened = Opened(
            name=name,
            kind=data.kind,
            sizes=sizes_for(about, data.best),
            rounds=0 if arena else data.rounds,
            minutes=data.minutes if arena else 0,
            seed=secrets.randbelow(1 << 31),
            at=organizer.now(),
        )
        kept, key = await organizer.open(about, opened)
        return NewEvening(await _view(organizer, kept, [key]), key)

    @route(
        get,
        "/{evening_id:str}",
        "An evening as it stands",
        *(400, 404),
        cost=costs.SNAPSHOT,
        security=KEY_OR_NONE,
    )
    async def look(self, evening_id: EveningId, organizer: OrganizerDep, request: HttpRequest) -> EveningView:
        return await _view(organizer, await organizer.look(evening_id), keys_shown(request))

    @route(post, "/{evening_id:str}/guests", "Come to an evening", 400, 404, 409, 413, 415)
    async def come(self, evening_id: EveningId, data: JSONBody[GuestRequest], organizer: OrganizerDep) -> NewGuest:
        kept, who, key = await organizer.come(evening_id, data.name)
        return NewGuest(await _view(organizer, kept, [key]), who, key)

    @_command(delete, "/guests/{who:str}", "Leave, or as organiser say that somebody has left")
    async def leave(
        self, evening_id: EveningId, who: Who, organizer: OrganizerDep, request: HttpRequest
    ) -> EveningView:
        now, keys = organizer.now(), keys_shown(request)
        kept = _of_oneself(await organizer.look(evening_id), who, keys)
        return await _view(organizer, await organizer.write(kept, lambda evening: evening.leave(who, now)), keys)

    @_command(post, "/guests/{who:str}/back", "Come back, or as organiser say that somebody has")
    async def come_back(
        self, evening_id: EveningId, who: Who, organizer: OrganizerDep, request: HttpRequest
    ) -> EveningView:
        now, keys = organizer.now(), keys_shown(request)
        kept = _of_oneself(await organizer.look(evening_id), who, keys)
        return await _view(organizer, await organizer.write(kept, lambda evening: evening.come_back(who, now)), keys)

    @_command(post, "/rounds", "As organiser, begin the next round")
    async def begin_round(self, evening_id: EveningId, organizer: OrganizerDep, request: HttpRequest) -> EveningView:
        keys = keys_shown(request)
        kept = _led(await organizer.look(evening_id), keys)
        return await _view(organizer, await organizer.begin_round(kept), keys)

    @_command(
        post, "/tables/{table_id:str}/stand-in", "As organiser, let a bot play for somebody who is not there", 413, 415
    )
    async def stand_in(
        self,
        evening_id: EveningId,
        table_id: TableId,
        data: JSONBody[StandInRequest],
        organizer: OrganizerDep,
        request: HttpRequest,
    ) -> EveningView:
        keys = keys_shown(request)
        kept = _led(await organizer.look(evening_id), keys)
        await organizer.stand_in(kept, table_id, data.who)
        return await _view(organizer, kept, keys)

    @_command(post, "/end", "As organiser, end the evening")
    async def end(self, evening_id: EveningId, organizer: OrganizerDep, request: HttpRequest) -> EveningView:
        now, keys = organizer.now(), keys_shown(request)
        kept = _led(await organizer.look(evening_id), keys)
        return await _view(organizer, await organizer.write(kept, lambda evening: evening.end(now)), keys)


def _led(kept: StoredEvening, keys: list[str]) -> StoredEvening:
    if not kept.leads(keys):
        raise NOT_YOURS
    return kept


def _of_oneself(kept: StoredEvening, who: str, keys: list[str]) -> StoredEvening:
    return kept if kept.speaks_as(keys) == who else _led(kept, keys)


async def _view(organizer: Organizer, kept: StoredEvening, keys: list[str]) -> EveningView:
    evening, opened = kept.evening, kept.evening.opened
    me, leads = kept.speaks_as(keys) or ORGANISER, kept.leads(keys)
    found = {table.id: await organizer.find(kept, table) for table in evening.playing()}
    at = evening.table_of(me)
    return EveningView(
        id=kept.id,
        seq=evening.seq,
        name=opened.name,
        game=kept.about.game,
        kind=opened.kind,
        rounds=opened.rounds,
        best=opened.sizes.best,
        over=evening.ended,
        guests=[GuestView(who, guest.name, guest.there) for who, guest in evening.guests.items()],
        held=[_round(one, found, me, leads=leads) for one in evening.held],
        standings=[StandingView(*row) for row in evening.standings()],
        until=evening.until() if opened.kind == "arena" else 0,
        leads=leads,
        me=me,
        yours=_yours(found[at.id], me) if at else None,
    )


def _round(one: HeldRound, found: dict[str, FoundTable], me: str, *, leads: bool) -> EveningRound:
    tables = []
    for table in one.tables:
        shown = leads or me in table.seats
        status: Progress = "over" if table.over else _status(found[table.id])
        tables.append(EveningTable(list(table.seats), status, list(table.places), table.id if shown else ""))
    return EveningRound(tables, list(one.pausing))


def _status(found: FoundTable) -> Progress:
    """What goes on at a table that has not been written down as over."""
    if found.room is None:
        return "over"
    return "waiting" if found.room.kept.status == "open" else found.room.kept.status


def _yours(found: FoundTable, me: str) -> YourTable | None:
    if found.room is None:
        return None
    seat = found.letters[me]
    return YourTable(found.held.id, seat, found.room.kept.sitters[seat].kind != "open")
