"""Positions for a day each: turns of real games that have one best way, clearly, and not an obvious one.

What every choice is worth was found when the stock was made, so that whoever answers is answered at once, everywhere
the same. The same day has the same position for everybody; when the stock ends, it begins again.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import date

import msgspec

from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.core.state import Seat, State
from ewala.games.registry import kit_of
from ewala.kit.analysis import TurnChoice, key_of
from ewala.kit.bot import Bot, Budget, Entry
from ewala.kit.effort import Effort

FEWEST = 6  # choices that a position has
CLEAR = 0.025  # by which the best choice is better than the next
OPEN = (0.08, 0.95)  # between which the best choice leaves the game
GENTLE = 3  # levels of opponents that are asked
FOOLED = 2  # of them that get it wrong
A_MOMENT = Budget(iterations=1)
FIRST = date(2026, 1, 1)  # has the first position of the stock


class Day(msgspec.Struct, frozen=True):
    """A position, and what each choice in it is worth."""

    record: int  # which of the stock's records it is from
    ply: int  # how many moves of that came before it
    seat: Seat  # who has to decide
    position: str  # the last one before it in which nothing was hidden
    before: list[str]  # the moves since then
    best: list[str]  # the moves of the best choice
    values: dict[str, float]  # of each choice, by its key: the chance of winning that it leaves, best first
    fooled: list[str]  # opponents that chose something worse


class Stock(msgspec.Struct, frozen=True):
    """The positions of a game, and the games that they are from."""

    game: str
    parameters: list[dict[str, str]]  # the rules of each record's game
    records: list[str]
    days: list[Day]


def stock_of(game: str) -> Stock | None:
    """What was made of a game, `coach/days.json` in its folder; nothing if there is nothing."""
    folder = kit_of(game).files()
    file = folder / "coach" / "days.json"
    return msgspec.json.decode(file.read_bytes(), type=Stock) if file.is_file() else None


def day_on(stock: Stock, day: date) -> int:
    """Which of its positions a day has."""
    return (day - FIRST).days % len(stock.days)


def positions_in(record: Record, number: int, effort: Effort, seed: int = 0) -> Iterator[Day]:
    """The positions of a record that are worth a day."""
    states = list(record.states())
    kit = kit_of(record.game.name)
    for ply, state in enumerate(states):
        seat = state.to_act
        if not isinstance(seat, str) or seat not in record.game.seats:
            continue
        choices = kit.turn_choices(state, effort)
        if not _is_clear(choices):
            continue
        known = {choice.key: choice.value for choice in choices}
        fooled = [name for name, bot in _gentle(kit.opponents()) if not _finds(bot, state, choices[0], known, seed)]
        if len(fooled) >= FOOLED:
            open_from = _last_open(states, ply)
            before = record.moves[open_from:ply]
            yield Day(number, ply, seat, states[open_from].text, before, choices[0].line, known, fooled)


def _is_clear(choices: Sequence[TurnChoice]) -> bool:
    if len(choices) < FEWEST:
        return False
    best, second = choices[0].value, choices[1].value
    return OPEN[0] <= best <= OPEN[1] and best - second >= CLEAR


def _gentle(entries: Sequence[Entry]) -> list[tuple[str, Bot]]:
    own = [entry for entry in entries if entry.level > 0]
    return [(entry.name, entry.bot) for entry in sorted(own, key=lambda entry: entry.level)[:GENTLE]]


def _finds(bot: Bot, state: State, best: TurnChoice, known: dict[str, float], seed: int) -> bool:
    """Whether a bot comes to the best end of a turn."""
    seat, rng = state.to_act, random.Random(seed)
    assert isinstance(seat, str)
    while state.to_act == seat:
        state = state.play(bot.choose(state.view(seat), budget=A_MOMENT, rng=rng))
        if (key := key_of(state, seat)) in known:
            return key == best.key
    return False


def _last_open(states: Sequence[State], ply: int) -> int:
    """The last position up to this one in which nothing is hidden: its text can be read again."""
    while states[ply].view(SPECTATOR).text != states[ply].text:
        ply -= 1
    return ply
