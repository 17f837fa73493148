"""Who asks: the keys in a request's Authorization header, never in its address."""

from litestar import Request
from litestar.datastructures import State as AppState
from litestar.di import NamedDependency

from ewala.locale.languages import negotiated
from ewala.server.platform.edge.edge import Edge, connection_of
from ewala.server.platform.edge.places import holder_of
from ewala.server.platform.wire.openapi import TableId
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room
from ewala.tables import caller
from ewala.tables.problems import NoSuchTable


def language_of(request: Request[object, object, AppState]) -> str:
    return negotiated(str(request.query_params.get("language") or request.headers.get("accept-language", "")))


def keys_shown(request: Request[object, object, AppState]) -> list[str]:
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    keys = given.split(",")[:4] if kind.lower() == "bearer" and given else []
    return [key.strip() for key in keys]


class Caller(caller.Caller):
    """Somebody who asks about a table of this server."""

    room: Room

    def __init__(self, room: Room, keys: list[str], language: str) -> None:
        super().__init__(room, keys, language)
        self.watches = room.rights.may_watch(keys)


async def caller_of(
    request: Request[object, object, AppState], registry: NamedDependency[TableRegistry], table_id: TableId
) -> Caller:
    """The caller at the table that is asked about; raises NoSuchTable also where they may not even look, and TooMany
    where the key that was shown has had too much done for it."""
    keys = keys_shown(request)
    asking = Caller(await registry.room_for(table_id, keys), keys, language_of(request))
    if not (asking.seats or asking.host or asking.watches):
        raise NoSuchTable
    asking.room.audience.note_presence(asking.seats)
    if (asking.seats or asking.host) and (visit := connection_of(request.scope)):
        visit.mark_seated()
    edge: Edge = request.app.state.edge
    said = request.route_handler.opt
    cost, told = said.get("cost", 0), said.get("told", 0)
    holder = holder_of(asking.seats, host=asking.host)
    edge.pay_as(request.scope, asking.room.id, holder, cost, told * asking.room.audience.devices)
    return asking
