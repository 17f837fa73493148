"""All invitations that concern somebody, with the tables that they are to."""

import msgspec

from ewala.server.features.accounts.accounts import Accounts, Me
from ewala.server.features.matchmaking.invitations import InvitationKind, Invitations, Sent
from ewala.server.features.matchmaking.lobby import Somebody
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


async def invited(me: Me, desk: Accounts, registry: TableRegistry) -> Invited:
    """Everything of invitations that concerns somebody."""
    received = []
    for one in await desk.ask(lambda engine: Invitations(engine).received(me.person.id)):
        room = await registry.room_if_any(one.table)
        if room is not None and room.kept.status == "open":
            received.append(ReceivedInvitation(room.audience.view(), one.by, one.kind, one.at))
    sent = await desk.ask(lambda engine: Invitations(engine).sent(me.person.id))
    return Invited(received, sent, await desk.ask(lambda engine: Invitations(engine).unwelcome(me.person.id)))
