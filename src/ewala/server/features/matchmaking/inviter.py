"""Invitations of people to tables, with the notifications of them."""

import msgspec

from ewala.core.state import Seat
from ewala.server.features.accounts import Claims, Me
from ewala.server.features.matchmaking.invitations import NOBODY, InvitationKind, Invitations, Sent, Somebody
from ewala.server.features.notifications import Notifier
from ewala.server.tables.registry import TableRegistry
from ewala.tables.messages import TableView


class ReceivedInvitation(msgspec.Struct):
    table: TableView
    by: Somebody
    kind: InvitationKind
    at: int


class Invited(msgspec.Struct):
    """Invitations to tables at which one can still sit down."""

    received: list[ReceivedInvitation]
    sent: list[Sent]
    unwelcome: list[Somebody]  # by whom you do not want to be asked


class Inviter:
    """For all people of a server; without a notifier they see invitations when they next look."""

    def __init__(self, registry: TableRegistry, notifier: Notifier | None) -> None:
        self._registry = registry
        self._notifier = notifier

    async def invite(self, me: Me, to: str, table: str, kind: InvitationKind) -> None:
        """Raises NotInvited."""
        now = self._registry.now()
        new = await self._registry.ask(lambda engine: Invitations(engine).invite(me.id, to, table, kind, now))
        # Of a rematch all are notified who played, invited or not.
        if new and kind == "challenge" and self._notifier is not None:
            await self._notifier.invite(to, table, me.person.profile.name)

    async def opponent(self, me: Me, table: str, seat: Seat) -> str:
        """Whose a seat was at a table where they have played, too; the caller must not tell who that is."""
        if not (table + seat).isascii() or not (table + seat).isalnum():
            raise NOBODY
        holders = await self._registry.ask(lambda engine: Claims(engine).at(table))
        if me.id not in holders.values() or seat not in holders:
            raise NOBODY
        return holders[seat]

    async def of(self, me: Me) -> Invited:
        """All invitations that concern somebody."""
        ask, received = self._registry.ask, []
        for one in await ask(lambda engine: Invitations(engine).received(me.id)):
            room = await self._registry.room_if_any(one.table)
            if room is not None and room.kept.status == "open":
                received.append(ReceivedInvitation(room.audience.view(), one.by, one.kind, one.at))
        sent = await ask(lambda engine: Invitations(engine).sent(me.id))
        return Invited(received, sent, await ask(lambda engine: Invitations(engine).unwelcome(me.id)))
