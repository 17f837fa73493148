"""What happens at a table, in a reader's language. Moves are said all the time: their sentences are kept, but for the
players' names."""

from collections.abc import Iterable, Sequence
from functools import cache

from ewala.bots.roster import title_of
from ewala.core.state import Seat
from ewala.games.registry import kit_of
from ewala.locale.languages import translator
from ewala.play.events import Event, Moved, Rolled
from ewala.server.storage.kept import Kept
from ewala.server.wire.words import words_of, words_of_move

__all__ = ["all_said_in", "said_in"]


def said_in(language: str, event: Event, table: Kept, seats: Sequence[Seat]) -> str:
    """`words_of` in a language; "" for a chat line."""
    return all_said_in(language, [event], table, seats)[0]


def all_said_in(language: str, events: Iterable[Event], table: Kept, seats: Sequence[Seat]) -> list[str]:
    """The same for many events: what they have in common is asked for once."""
    game, names, lines = table.created.game, _Names(table, language), []
    for event in events:
        if isinstance(event, Moved):
            line = _move_said(game, event.seen_by(seats), event.seat, language).format_map(names)
        elif isinstance(event, Rolled):
            line = _move_said(game, event.move, "", language).format_map(names)
        else:
            words = words_of(event, table, seats)
            line = words.said(translator(language)) if words else ""
        lines.append(line)
    return lines


class _Names(dict[Seat, str]):
    """The players' names, as far as sentences have asked for them."""

    def __init__(self, table: Kept, language: str) -> None:
        self._table = table
        self._language = language

    def __missing__(self, seat: Seat) -> str:
        sitter = self._table.sitters[seat]
        is_bot = sitter.kind == "bot"
        name = _title_said(self._table.created.game, sitter.bot, self._language) if is_bot else sitter.name
        self[seat] = name
        return name


@cache
def _title_said(game: str, bot: str, language: str) -> str:
    return title_of(game, bot).said(translator(language))


@cache
def _move_said(game: str, move: str, seat: Seat, language: str) -> str:
    """With a blank for each player's name, called like the seat."""
    blanks = {side: f"{{{side}}}" for side in kit_of(game).sides()}
    return words_of_move(game, move, seat, blanks).said(translator(language))
