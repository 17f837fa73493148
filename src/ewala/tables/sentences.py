"""What happens at a table, in words: `words_of` gives the sentence, which knows no language, `said_in` says it in one.

Moves are said all the time: what is said of them is kept, but for the players' names.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import kit_of
from ewala.games.roster import title_of
from ewala.kit.words import MoveInWords, called
from ewala.locale.languages import translator
from ewala.tables.events import (
    BotSat,
    BrokenOff,
    ClocksStood,
    Closed,
    Confirmed,
    Created,
    Event,
    HintsAllowed,
    Moved,
    PartMissed,
    PartsAsked,
    PartShown,
    RematchOffered,
    RematchWished,
    Replaced,
    Resigned,
    Returned,
    Rolled,
    Said,
    SatDown,
    Started,
    StoodUp,
    TakenBack,
)
from ewala.tables.kept import Kept

NUMERALS = ("I", "II", "III", "IV")


def words_of(event: Event, table: Kept, seats: Sequence[Seat]) -> Sentence | None:
    """What happened, for somebody who holds these seats and may know no more than they do; None for a chat line
    and for what goes without saying.

    It does not matter whether the table has gone on since.
    """
    match event:
        case Moved():
            return _moved(event, table, seats)
        case Rolled():
            return _move_in_words(table.created.game, event.move).filled(partial(_player, table), "")
        case Replaced():
            return _replaced(event, table)
        case SatDown():
            return Sentence("{player} sits down.", player=_called(event.name, table, event.seat))
        case BotSat():
            title = title_of(table.created.game, event.bot)
            return Sentence("A bot sits down: {player}.", player=_called(title, table, event.seat))
        case StoodUp():
            return Sentence("This seat is free again: {side}.", side=_side(table, event.seat))
        case Closed():
            return _empty(table, event.seat)
        case TakenBack():
            return Sentence("{player} takes the last move back.", player=_player(table, event.seat))
        case Confirmed() if table.sitters[event.seat].kind == "bot":
            return None  # it never thinks better of a move: there is nothing to tell
        case Confirmed():
            return Sentence("{player} ends the turn.", player=_player(table, event.seat))
        case Resigned():
            return Sentence("{player} gives up.", player=_player(table, event.seat))
        case Returned():
            return Sentence("{player} is back and plays on.", player=_player(table, event.seat))
        case ClocksStood():
            seconds = max(0, event.at - event.since + 500) // 1000
            return Sentence("The server was away for {seconds} s: clocks stood still.", seconds=seconds)
        case BrokenOff(note=""):
            return Sentence("Whoever runs the server has closed this table.")
        case BrokenOff():
            return Sentence("Whoever runs the server has closed this table: {note}", note=event.note)
        case Created():
            return Sentence("A table for {game} is ready.", game=kit_of(event.game).game().title)
        case PartsAsked():
            return Sentence("All seats are settled: now each device shows the chance that it adds to the dice.")
        case PartShown():
            return Sentence("{player} adds chance to the dice.", player=_player(table, event.seat))
        case PartMissed():
            player = _player(table, event.seat)
            return Sentence("{player} has not added chance to the dice in time: they roll without it.", player=player)
        case Started():
            return _started(event, table)
        case HintsAllowed(allowed=True):
            return Sentence("{player} agrees to hints from the coach.", player=_player(table, event.seat))
        case HintsAllowed():
            return Sentence("{player} has withdrawn consent to hints.", player=_player(table, event.seat))
        case RematchOffered():
            return Sentence("A table for a rematch is ready.")
        case RematchWished():
            return Sentence("{player} would like a rematch.", player=_player(table, event.seat))
        case Said():
            return None


def _started(event: Started, table: Kept) -> Sentence:
    game = table.game
    if not game.by_lot:
        return Sentence("The game begins.")
    first = event.parameters[game.lot_option]
    return Sentence("The lot has spoken: {player} begins.", player=_player(table, first))


def _empty(table: Kept, seat: Seat) -> Sentence:
    return Sentence(kit_of(table.created.game).seat_stays_empty().template, side=_side(table, seat))


def _replaced(event: Replaced, table: Kept) -> Sentence:
    player, bot = _player(table, event.seat), title_of(table.created.game, event.bot)
    if event.because == "clock":
        return Sentence("{player} has run out of time: {bot} plays on.", player=player, bot=bot)
    if event.because == "host":
        return Sentence("{bot} plays for {player}: the host has asked for it.", player=player, bot=bot)
    return Sentence("{bot} plays on for {player}.", player=player, bot=bot)


# --- Who ---------------------------------------------------------------------------------------------------


def _side(table: Kept, seat: Seat) -> Sentence:
    return kit_of(table.created.game).sides()[seat]


def _called(name: Sentence | str, table: Kept, seat: Seat) -> Sentence:
    return called(name, _side(table, seat))


def _player(table: Kept, seat: Seat) -> Sentence:
    return _called(_name(table, seat), table, seat)


def _name(table: Kept, seat: Seat) -> Sentence | str:
    """A person's name, or a bot's title; who has a stand-in keeps the name."""
    sitter = table.sitters[seat]
    if sitter.kind != "bot":
        return sitter.name
    title, numeral = title_of(table.created.game, sitter.bot), _numeral(table, seat)
    return Sentence("{bot} {numeral}", bot=title, numeral=numeral) if numeral else title


def _numeral(table: Kept, seat: Seat) -> str:
    """Where the same bot sits twice, the second is II, as kings are; else it needs no number."""
    bot = table.sitters[seat].bot
    same = [other for other, sitter in table.sitters.items() if sitter.kind == "bot" and sitter.bot == bot]
    return NUMERALS[same.index(seat)] if len(same) > 1 else ""


# --- Moves -------------------------------------------------------------------------------------------------


def _moved(event: Moved, table: Kept, seats: Sequence[Seat]) -> Sentence:
    return _move_in_words(table.created.game, event.seen_by(seats)).filled(partial(_player, table), event.seat)


def words_of_move(game: str, move: str, seat: Seat, names: Mapping[Seat, str]) -> Sentence:
    """A move away from any table; `seat` is "" for chance, and who has no name is called by the seat's letter."""

    def named(who: Seat) -> Sentence:
        return called(names.get(who, who), kit_of(game).sides()[who])

    return _move_in_words(game, move).filled(named, seat)


@cache
def _move_in_words(game: str, move: str) -> MoveInWords:
    """There are some thousand moves, and each is put into words once. Only moves that were made come here."""
    return kit_of(game).move_in_words(move)


# --- In a language -----------------------------------------------------------------------------------------


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
        name = _name(self._table, seat)
        self[seat] = name if isinstance(name, str) else name.said(translator(self._language))
        return self[seat]


@cache
def _move_said(game: str, move: str, seat: Seat, language: str) -> str:
    """With a blank for each player's name, called like the seat."""
    blanks = {side: f"{{{side}}}" for side in kit_of(game).sides()}
    return words_of_move(game, move, seat, blanks).said(translator(language))
