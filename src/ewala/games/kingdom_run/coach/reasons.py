"""Why one end of a turn is better than another, in words: what stands differently on the two boards.

Nothing is said that cannot be counted there; the dearest differences come first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.bots.bot import kept_after
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.present.names import dice_called
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.dice import HANDFULS, SIZE
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.state import CLANS, DICE, State
from ewala.kit.analysis import SentenceData, as_data
from ewala.kit.phrases import all_of

MOST = 3  # things that are said


@dataclass(frozen=True)
class Board:
    """What a player sees of a board: their own, and the other players' together."""

    home: int  # runners across the line
    rivals_home: int
    points: int  # as the position stands
    awake: int  # on the circuit
    rivals_asleep: int
    tokens: int
    spaces: int  # that the own runners have behind them
    rivals_spaces: int


def board_of(game: KingdomRun, data: bytes, seat: int) -> Board:
    s, r = State.unpack(data), game.rules
    own, rivals = r.clan[seat], [r.clan[other] for other in range(r.players) if other != seat]

    def spaces(clan: int) -> int:
        on_the_way = sum(
            space * (count(s.ground[space], clan) + count(s.ground[space], clan + CLANS)) for space in range(r.spaces)
        )
        return int(on_the_way + r.spaces * s.home[clan])

    def asleep(clan: int) -> int:
        return sum(count(s.ground[space], clan + CLANS) for space in range(r.spaces))

    return Board(
        s.home[own],
        sum(s.home[clan] for clan in rivals),
        game.engine.scores(data, len(game.seats))[seat],
        s.lively[own],
        sum(asleep(clan) for clan in rivals),
        s.tokens[seat],
        spaces(own),
        sum(spaces(clan) for clan in rivals),
    )


def why_better(
    search: TurnSearch, seat: int, better: bytes, worse: bytes, after: Callable[[Sentence], Sentence]
) -> list[SentenceData]:
    """What the better board has over the worse one for a seat; `after` says after what it stands there."""
    game = search.game
    counted = _differences(board_of(game, better, seat), board_of(game, worse, seat))[:MOST]
    found = [after(all_of(counted))] if counted else []
    if len(counted) < MOST and search.judge(better)[seat] <= search.judge(worse)[seat]:
        # As they stand the boards speak against it; it is what comes next that speaks for it.
        found.append(Sentence("it leaves the next player less to do with a good roll"))
    return [as_data(sentence) for sentence in found or [_CLOSER]]


def after_the_better_move(what: Sentence) -> Sentence:
    """Of a decision that was made."""
    return Sentence("after the better move {what}", what=what)


def after_this_move(what: Sentence) -> Sentence:
    """Of one that can be made."""
    return Sentence("after this move {what}", what=what)


_CLOSER = Sentence("the runners are better placed for the coming turns, though nothing stands out")


class Gain(NamedTuple):
    """Something that one board may have over another, and how it is said."""

    of: Callable[[Board, Board], int]  # how much of it the better board has over the worse one
    one: Sentence | None  # None if one alone is not worth a word
    many: Sentence


GAINS = (
    Gain(
        lambda better, worse: better.home - worse.home,
        Sentence("one more of your runners is on the podium"),
        Sentence("{n} more of your runners are on the podium"),
    ),
    Gain(
        lambda better, worse: worse.rivals_home - better.rivals_home,
        Sentence("one runner fewer of your rivals is on the podium"),
        Sentence("{n} runners fewer of your rivals are on the podium"),
    ),
    Gain(
        lambda better, worse: better.points - worse.points,
        Sentence("your score is one point higher"),
        Sentence("your score is {n} points higher"),
    ),
    Gain(
        lambda better, worse: better.awake - worse.awake,
        Sentence("one more of your runners is awake"),
        Sentence("{n} more of your runners are awake"),
    ),
    Gain(
        lambda better, worse: better.rivals_asleep - worse.rivals_asleep,
        Sentence("one more of your rivals' runners is asleep"),
        Sentence("{n} more of your rivals' runners are asleep"),
    ),
    Gain(
        lambda better, worse: better.tokens - worse.tokens,
        Sentence("you have one more victory token"),
        Sentence("you have {n} more victory tokens"),
    ),
    Gain(
        lambda better, worse: better.spaces - worse.spaces,
        None,
        Sentence("your runners are {n} spaces further ahead in total"),
    ),
    Gain(
        lambda better, worse: worse.rivals_spaces - better.rivals_spaces,
        None,
        Sentence("your rivals' runners are {n} spaces further back in total"),
    ),
)  # dearest first


def _differences(better: Board, worse: Board) -> list[Sentence]:
    found = []
    for gain in GAINS:
        n = gain.of(better, worse)
        if n > 1:
            found.append(Sentence(gain.many.template, n=n))
        elif n == 1 and gain.one:
            found.append(gain.one)
    return found


def why_reroll(data: bytes, better: int, made: int) -> list[SentenceData]:
    """What a better choice of dice to roll again comes to."""
    kept, instead = kept_after(data, better), kept_after(data, made)
    if better == codes.REROLLED:
        return [as_data(Sentence("these four dice are better than an average reroll"))]
    if SIZE[kept] == 0:
        return [as_data(Sentence("none of these dice is worth as much as an average new roll"))]
    keeps = Sentence("it keeps {faces} for sure", faces=dice_called(HANDFULS[kept]))
    if SIZE[instead] == DICE:
        return [as_data(keeps), as_data(Sentence("the other dice are likely to come up better"))]
    if SIZE[instead] == 0:
        return [as_data(keeps), as_data(Sentence("that is worth more than four new dice on average"))]
    return [
        as_data(keeps),
        as_data(Sentence("keeping {faces} instead is worth less", faces=dice_called(HANDFULS[instead]))),
    ]
