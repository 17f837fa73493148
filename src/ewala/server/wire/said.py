"""What happens at a table, in a reader's language. Moves are said all the time: their sentences are kept, but for the
players' names."""

from collections.abc import Sequence
from functools import cache

from ewala.bots.roster import title_of
from ewala.core.state import Seat
from ewala.games.registry import kit_of
from ewala.locale.languages import translator
from ewala.play.events import Event, Moved, Rolled
from ewala.server.storage.kept import Kept
from ewala.server.wire.words import words_of, words_of_move

__all__ = ["said_in"]


def said_in(language: str, event: Event, table: Kept, seats: Sequence[Seat]) -> str:
    """`words_of` in a language; "" for a chat line."""
    if isinstance(event, Moved):
        said = _move_said(table.created.game, event.seen_by(seats), event.seat, language)
    elif isinstance(event, Rolled):
        said = _move_said(table.created.game, event.move, "", language)
    else:
        words = words_of(event, table, seats)
        return words.said(translator(language)) if words else ""
    return said.format_map(_Names(table, language))


class _Names(dict[Seat, str]):
    """The players' names; a sentence asks for one at most."""

    def __init__(self, table: Kept, language: str) -> None:
        self._table = table
        self._language = language

    def __missing__(self, seat: Seat) -> str:
        sitter = self._table.sitters[seat]
        if sitter.kind == "bot":
            return _title_said(self._table.created.game, sitter.bot, self._language)
        return sitter.name


@cache
def _title_said(game: str, bot: str, language: str) -> str:
    return title_of(game, bot).said(translator(language))


@cache
def _move_said(game: str, move: str, seat: Seat, language: str) -> str:
    """With a blank for each player's name, called like the seat."""
    blanks = {side: f"{{{side}}}" for side in kit_of(game).sides()}
    return words_of_move(game, move, seat, blanks).said(translator(language))
