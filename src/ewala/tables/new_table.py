"""How a table is laid: as its host wants it, or as the last one was, for the same people with seats exchanged."""

from collections.abc import Sequence

import msgspec

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.tables.broadcast import Seats
from ewala.tables.commands import Change
from ewala.tables.events import Created, Event, Settings
from ewala.tables.fold import Fold
from ewala.tables.kept import Kept
from ewala.tables.problems import NoKey
from ewala.tables.room import Room
from ewala.tables.table import Table

LONGEST_TITLE = 80

Laid = tuple[Table, bytes]  # with the secret of its dice


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


# --- Rematches


def next_seats(table: Fold) -> dict[Seat, Seat]:
    """Where everybody sits the next time: two change places; of more, each moves up one, and so another begins."""
    played = [seat for seat, sitter in table.sitters.items() if sitter.kind != "closed"]
    return {seat: played[place - 1] for place, seat in enumerate(played)}


def next_game(table: Fold) -> Game:
    """By the same rules. The seat that began, be it by lot, begins again: somebody else sits there."""
    match, option = table.match, table.game.lot_option
    return table.game.with_options(**{option: match.game.values[option]}) if match and option else table.game


def lay_again(table: Fold, fresh: Table, now: int) -> None:
    """Lay the next table as the last one was: bots sit down, seats that were left out are so again."""
    seats = next_seats(table)
    for seat, sitter in table.sitters.items():
        if sitter.kind == "bot":
            fresh.seat_bot(seats[seat], sitter.bot, now)
        elif sitter.kind == "closed":
            fresh.close(seat, now)


def offer_rematch(room: Room, fresh: str, wishing: Seats) -> Change:
    """A new table is the rematch's, and these seats would like one."""
    seats = next_seats(room.kept)

    def change(table: Table, now: int) -> list[Event]:
        return table.offer_rematch(fresh, seats, now) + table.wish_rematch(wishing, now)

    return change


def key_kept(before: Room, room: Room, seat: Seat, shown: Sequence[str]) -> str:
    """The key of whoever moves to this seat for a rematch: all devices of the seat that they had come along by it."""
    for key in shown if before.kept.rematch == room.id else []:
        if any(before.kept.rematch_seats.get(held) == seat for held in before.rights.seats_of([key])):
            return key
    raise NoKey
