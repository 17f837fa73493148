"""Who asks: the keys in a request's Authorization header, never in its address."""

from litestar import Request
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.locale.languages import negotiated
from ewala.server.platform.edge.edge import Edge, connection_of
from ewala.server.platform.edge.places import holder_of
from ewala.server.platform.wire.openapi import TableId
from ewala.server.tables.registry import NoSuchTable, TableRegistry
from ewala.server.tables.room import Room
from ewala.tables.broadcast import Seats
from ewala.tables.problems import NotAllowed


def language_of(request: Request[object, object, AppState]) -> str:
    return negotiated(str(request.query_params.get("language") or request.headers.get("accept-language", "")))


def keys_shown(request: Request[object, object, AppState]) -> list[str]:
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    keys = given.split(",")[:4] if kind.lower() == "bearer" and given else []
    return [key.strip() for key in keys]


class Caller:
    """What somebody who asks about a table may do there."""

    def __init__(self, room: Room, keys: list[str], language: str) -> None:
        self.room = room
        self.keys = keys
        self.seats: Seats = room.rights.seats_of(keys)
        self.host = room.rights.is_host(keys)
        self.watches = room.rights.may_watch(keys)
        self.language = language

    def must_host(self) -> None:
        if not self.host:
            raise NotAllowed("table/host-only", Sentence("this is for the host of the table"))

    def the_seat(self) -> Seat:
        """The one seat that the caller's key holds."""
        if not self.seats:
            raise NotAllowed("seat/no-key", Sentence("this needs the key of a seat: Authorization: Bearer KEY"))
        return self.seats[0]


async def caller_of(
    request: Request[object, object, AppState], registry: NamedDependency[TableRegistry], table_id: TableId
) -> Caller:
    """The caller at the table that is asked about; raises NoSuchTable also where they may not even look, and TooMany
    where the key that was shown has had too much done for it."""
    keys = keys_shown(request)
    caller = Caller(await registry.room_for(table_id, keys), keys, language_of(request))
    if not (caller.seats or caller.host or caller.watches):
        raise NoSuchTable
    caller.room.audience.note_presence(caller.seats)
    if (caller.seats or caller.host) and (visit := connection_of(request.scope)):
        visit.has_shown_a_key()
    edge: Edge = request.app.state.edge
    said = request.route_handler.opt
    cost, told = said.get("cost", 0), said.get("told", 0)
    holder = holder_of(caller.seats, host=caller.host)
    edge.pay_as(request.scope, caller.room.id, holder, cost, told * caller.room.audience.devices)
    return caller
