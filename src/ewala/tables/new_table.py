"""How a table is laid: as its host wants it, or as the last one was."""

import msgspec

from ewala.core.dice import Dice
from ewala.core.errors import BadSetup
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.tables.events import Created, Settings
from ewala.tables.kept import Kept
from ewala.tables.rematch import lay_again, next_game
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
