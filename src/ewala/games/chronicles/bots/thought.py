"""What a bot thinks of a position: every move that it looked at, with its value and how often it would play it."""

from dataclasses import dataclass, field

from ewala.games.chronicles.bots.public import Bidding
from ewala.games.chronicles.bots.slot_game import EQUAL, SlotGame, dot
from ewala.games.chronicles.rules.codes import BID_MADE
from ewala.games.chronicles.rules.state import SLOTS


@dataclass(frozen=True)
class Choice:
    """A move by its code."""

    move: int
    value: float  # to whoever decides
    probability: float


@dataclass
class Thought:
    """The choices of whoever decides, and what the position is worth to them."""

    value: float
    choices: list[Choice] = field(default_factory=list)
    sure: float = 1.0  # how likely the strategies lead to bids that were looked at deeply; 1 if solved to the end

    def play(self, chance: float) -> int:
        """The move at a point between 0 and 1 of the mixed strategy."""
        for choice in self.choices:
            chance -= choice.probability
            if chance < 0:
                return choice.move
        return self._likeliest().move

    def odds(self) -> dict[int, float]:
        """How likely `play` answers with each move; what rounding leaves over goes where it goes there."""
        odds = {choice.move: choice.probability for choice in self.choices if choice.probability > 0}
        over = 1.0
        for chance in odds.values():  # one after the other: a sum must be the same everywhere
            over -= chance
        odds[self._likeliest().move] += over
        return odds

    def _likeliest(self) -> Choice:
        return max(self.choices, key=lambda choice: choice.probability)


def about_first_bids(games: list[SlotGame]) -> Thought:
    """The best slot, or one of equal ones, and there the optimal mixture of runes."""
    value = max(game.value for game in games)
    best = [game for game in games if game.value >= value - EQUAL]
    choices = [
        Choice(_bid(rune, game.slot), worth, often / len(best) if game in best else 0.0)
        for game in games
        for rune, worth, often in zip(game.runes, game.rune_values(), game.x, strict=True)
    ]
    return Thought(value, choices, min(_share_deep(game) for game in best))


def about_answers(game: SlotGame, turn: Bidding) -> Thought:
    """The optimal mixture against a bid face down; against one face up, the best."""
    left = game.answer_values(turn.rune if turn.face_up else None)
    if turn.face_up:
        least = min(left) + EQUAL
        equal = sum(value <= least for value in left)
        often = [float(value <= least) / equal for value in left]
    else:
        often = game.y
    choices = [
        Choice(_bid(rune, slot), -worth, chance)
        for (rune, slot), worth, chance in zip(game.answers, left, often, strict=True)
    ]
    known = left if turn.rune is None else game.answer_values(turn.rune)  # to whoever made the bid, more is known
    return Thought(-dot(known, often), choices, _share_deep(game))


def about_effects(values: dict[int, float], sure: float) -> Thought:
    """The best effect, or one of equal ones."""
    best = max(values.values())
    equal = sum(value >= best - EQUAL for value in values.values())
    choices = [Choice(move, value, float(value >= best - EQUAL) / equal) for move, value in values.items()]
    return Thought(best, choices, sure)


def _bid(rune: int, slot: int) -> int:
    return BID_MADE + SLOTS * rune + slot


def _share_deep(game: SlotGame) -> float:
    """How likely the strategies lead to an entry that had its deeper look."""
    share = 0.0
    for often, row in zip(game.x, game.deep, strict=True):
        share += often * dot([float(deep) for deep in row], game.y)
    return share


def chance_of(value: float) -> float:
    """A value from -1, lost, to 1, won, as the part of a win to expect."""
    return min(1.0, max(0.0, (1 + value) / 2))
