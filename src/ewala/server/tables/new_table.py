"""A table that is yet to be stored: how it is laid, the row that it will have, and the keys that its maker is told."""

from collections.abc import Callable

import msgspec

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.server.platform.storage.units import StorageLost, Unit
from ewala.server.tables.context import ServerContext
from ewala.server.tables.room import Room
from ewala.tables.events import Created, Settings
from ewala.tables.fingerprints import NOT_PLAYED, fingerprint_of_table
from ewala.tables.kept import Kept, Receipt, Stored
from ewala.tables.keys import digest_of, new_key, new_table_id
from ewala.tables.rematch import lay_again, next_game
from ewala.tables.rights import Rights
from ewala.tables.table import Table

LONGEST_TITLE = 80

Laid = tuple[Table, bytes]  # with the secret of its dice


class NewTable:
    """The moment it is on disk, there is a room: `take_in` makes one of what was stored."""

    def __init__(
        self,
        context: ServerContext,
        table: Table,
        secret: bytes,
        take_in: Callable[[Stored], Room],
        as_before: Rights | None = None,
    ) -> None:
        """Whoever hosts or watches a table `as_before`, does so here, by the same keys."""
        created = table.created
        self.host_key, self.watch_key = new_key(), new_key()
        self.room: Room
        self._context = context
        self._take_in = take_in
        self._events = table.events
        self._marks = fingerprint_of_table(table)
        self._row = {
            "id": new_table_id(),
            "status": table.status,
            "listed": int(created.settings.listed),
            "created_at": created.at,
            "touched_at": created.at,
            "host_digest": as_before.host_digest if as_before else digest_of(self.host_key),
            "watch_digest": as_before.watch_digest if as_before else digest_of(self.watch_key),
            "secret": secret,
            "outage": context.outages.last,
        }

    @property
    def id(self) -> str:
        return str(self._row["id"])

    def unit(self, answer: Callable[[Receipt | StorageLost], None] = lambda _: None) -> Unit:
        """What has to be stored for it, and whom to tell."""

        def on_disk(receipt: Receipt) -> None:
            # From what was written: whoever had to read it again might fail to, and nobody would have its keys.
            self.room = self._take_in(self._context.store.as_new(self._row, receipt))
            answer(receipt)

        return Unit(
            self.id,
            1,
            self._events,
            on_disk,
            answer,
            new_table=self._row,
            marks=None if self._marks == NOT_PLAYED else self._marks,
        )


def laid(
    game: Game,
    settings: Settings,
    now: int,
    position: str = "",
    *,
    rated: bool = False,
    at_once: bool = False,
    for_anyone: bool = False,
) -> Laid:
    """A table as its host wants it; raises BadSetup."""
    settings.clock.check()
    _check_title(settings.title)
    if rated and position:
        raise BadSetup("setup/rated", "", "a rated game begins with the game's first position")
    dice = Dice.fresh()
    created = msgspec.structs.replace(
        _created(game, settings, dice, now), position=position, rated=rated, at_once=at_once, for_anyone=for_anyone
    )
    return Table(created, dice.secret), dice.secret


def laid_again(before: Kept, now: int) -> Laid:
    """One for a rematch."""
    dice = Dice.fresh()
    again = _created(next_game(before), before.settings, dice, now)
    created = msgspec.structs.replace(again, at_once=True, rated=before.created.rated)
    fresh = Table(created, dice.secret)
    lay_again(before, fresh, now)
    return fresh, dice.secret


def _created(game: Game, settings: Settings, dice: Dice, now: int) -> Created:
    return Created(
        game=game.name,
        parameters=game.parameters(),
        settings=settings,
        commitment=dice.commitment,
        at=now,
    )


def _check_title(title: str) -> None:
    if len(title) > LONGEST_TITLE or not title.isprintable():
        raise BadSetup(
            "setup/title", "", Sentence("a title has at most {most} printable characters", most=LONGEST_TITLE)
        )
