"""Tables as the host sees them: who sits there and since when, never a key, and nothing of a position."""

from typing import Literal

import msgspec

from ewala.core.state import Seat
from ewala.server.features.admin.lists import TableStatus, table_ids
from ewala.server.tables.registry import TableRegistry
from ewala.server.tables.room import Room


class DeskSeat(msgspec.Struct, frozen=True):
    seat: Seat
    kind: Literal["open", "person", "bot", "closed"]
    name: str
    bot: str
    online: bool
    muted: bool


class DeskTable(msgspec.Struct, frozen=True):
    id: str
    status: TableStatus
    created_at: int
    touched_at: int  # its last event
    game: str  # empty of one that cannot be read
    title: str
    listed: bool
    rated: bool
    moves: int
    watching: int  # devices without a seat, at the process that is asked
    host_muted: bool
    seats: list[DeskSeat]


async def desk_tables(
    registry: TableRegistry, status: TableStatus | None, search: str, page: int
) -> tuple[list[DeskTable], int]:
    """Some of those that are searched for, and how many there are."""
    known = [room.id for room in registry.rooms() if search and _fits(room, search.casefold())]
    found = await registry.read(table_ids, registry.store.engine, status, search, known, page)
    tables = []
    for table_id, as_kept, created_at, touched_at in found.rows:
        room = await registry.room_if_any(table_id)
        if room is None:
            tables.append(DeskTable(table_id, as_kept, created_at, touched_at, "", "", False, False, 0, 0, False, []))
        else:
            tables.append(_seen(room))
    return tables, found.in_all


def _fits(room: Room, search: str) -> bool:
    """By what is known at a table that is in use: its title, and the names of those who sit there."""
    texts = [room.kept.settings.title, *(sitter.name for sitter in room.kept.sitters.values())]
    return any(search in text.casefold() for text in texts)


def _seen(room: Room) -> DeskTable:
    kept, muted, online = room.kept, room.context.standing.muted_seats, room.audience.online
    groups = room.audience.groups
    return DeskTable(
        id=room.id,
        status=kept.status,
        created_at=kept.created.at,
        touched_at=kept.events[-1].at,
        game=kept.game.name,
        title=kept.settings.title,
        listed=kept.settings.listed,
        rated=kept.created.rated,
        moves=kept.ply,
        watching=sum(len(outboxes) for group, outboxes in groups.items() if not group.seats),
        host_muted=(room.id, "") in muted,
        seats=[
            DeskSeat(seat, sitter.kind, sitter.name, sitter.bot, seat in online, (room.id, seat) in muted)
            for seat, sitter in kept.sitters.items()
        ],
    )
