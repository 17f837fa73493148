"""Rated tables: every seat is a known person's, or a bot's whose strength was measured."""

from collections.abc import Sequence

from ewala.core.state import Seat
from ewala.server.features.accounts import TWO_SEATS, Accounts, NotYours, claim_seat, seat_holders
from ewala.tables.outcomes import terms_of


class RatedTables:
    """Who may sit down and start at them."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._registry = accounts.registry

    async def check_sitter(self, table_id: str, keys: Sequence[str]) -> str | None:
        """Who is about to sit down. That has to be known at tables for anyone: these start by themselves, and nobody
        could be asked later."""
        room = await self._registry.room(table_id)
        if not room.kept.created.for_anyone:
            return None
        me = await self._accounts.authenticate(keys)
        if me.id in (await self._registry.ask(seat_holders, table_id)).values():
            raise TWO_SEATS
        return me.id

    async def seated(self, table_id: str, seat: Seat, sitter: str | None, before: tuple[str, Seat] | None) -> None:
        if sitter is not None:
            await self._accounts.seating.claim(sitter, await self._registry.room(table_id), seat)
        if before is not None:
            person = (await self._registry.ask(seat_holders, before[0])).get(before[1])
            if person is not None:
                await self._registry.change(claim_seat, person, table_id, seat, only=True)

    async def check_start(self, table_id: str) -> None:
        """Raises NotYours unless the game can begin."""
        holders, table = await self._registry.ask(seat_holders, table_id), (await self._registry.room(table_id)).kept
        played = {seat: sitter for seat, sitter in table.sitters.items() if sitter.kind in ("person", "bot")}
        if len(played) < len([sitter for sitter in table.sitters.values() if sitter.kind != "closed"]):
            return  # seats are still free: the table itself refuses to start
        unknown = [sitter.name for seat, sitter in played.items() if sitter.kind == "person" and seat not in holders]
        if unknown:
            raise NotYours("table/unproved", "not proved who they are: {names}", names=", ".join(unknown))
        measured = terms_of(table.game.name, len(played)).bots
        for sitter in played.values():
            if sitter.bot and sitter.bot not in measured:
                raise NotYours(
                    "table/unrated-bot",
                    "it was not measured how strong {bot} is, with so many players",
                    bot=sitter.bot,
                )
