"""Why one end of a turn is better than another, in words: what stands differently on the two boards.

Nothing is said that cannot be counted there; the dearest differences come first.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ewala.bots.kingdom_run.bot import kept_after
from ewala.coach.analysis import Said, said
from ewala.core.sentences import Sentence
from ewala.games.kingdom_run import codes
from ewala.games.kingdom_run.actions import count
from ewala.games.kingdom_run.dice import HANDFULS, SIZE
from ewala.games.kingdom_run.game import KingdomRun
from ewala.games.kingdom_run.names import dice_called
from ewala.games.kingdom_run.state import CLANS, DICE, State

if TYPE_CHECKING:
    from ewala.coach.turns_kingdom_run import Search

__all__ = ["Board", "board_of", "why_better", "why_reroll"]

MOST = 3  # things that are said
FEW_SPACES = 2  # fewer are not worth a word


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
    s, t = State.unpack(data), game.table
    own, rivals = t.clan[seat], [t.clan[other] for other in range(t.players) if other != seat]

    def spaces(clan: int) -> int:
        on_the_way = sum(
            space * (count(s.ground[space], clan) + count(s.ground[space], clan + CLANS)) for space in range(t.spaces)
        )
        return int(on_the_way + t.spaces * s.home[clan])

    def asleep(clan: int) -> int:
        return sum(count(s.ground[space], clan + CLANS) for space in range(t.spaces))

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


def why_better(search: "Search", seat: int, better: bytes, worse: bytes) -> list[Said]:
    """What the better board has over the worse one for a seat."""
    game = search.game
    found = _differences(board_of(game, better, seat), board_of(game, worse, seat))
    if len(found) < MOST and search.judge(better)[seat] <= search.judge(worse)[seat]:
        # As they stand the boards speak against it; it is what comes next that speaks for it.
        found.append(Sentence("it leaves the next player less to do with a good roll"))
    return [said(sentence) for sentence in found[:MOST] or [_CLOSER]]


_CLOSER = Sentence("the runners stand better for the turns to come, though nothing stands out")


def _differences(better: Board, worse: Board) -> list[Sentence]:
    found = []
    if (n := better.home - worse.home) > 0:
        found.append(
            Sentence(
                "it brings one more of your runners to the podium"
                if n == 1
                else "it brings {n} more of your runners to the podium",
                n=n,
            )
        )
    if (n := worse.rivals_home - better.rivals_home) > 0:
        found.append(
            Sentence(
                "it keeps one runner of your rivals off the podium"
                if n == 1
                else "it keeps {n} runners of your rivals off the podium",
                n=n,
            )
        )
    if (n := better.points - worse.points) > 0:
        found.append(
            Sentence("your score stands one point higher" if n == 1 else "your score stands {n} points higher", n=n)
        )
    if (n := better.awake - worse.awake) > 0:
        found.append(
            Sentence("one more of your runners is awake" if n == 1 else "{n} more of your runners are awake", n=n)
        )
    if (n := better.rivals_asleep - worse.rivals_asleep) > 0:
        found.append(
            Sentence(
                "one more of your rivals' runners is asleep"
                if n == 1
                else "{n} more of your rivals' runners are asleep",
                n=n,
            )
        )
    if (n := better.tokens - worse.tokens) > 0:
        found.append(Sentence("you have one more victory token" if n == 1 else "you have {n} more victory tokens", n=n))
    if (n := better.spaces - worse.spaces) >= FEW_SPACES:
        found.append(Sentence("your runners are {n} spaces farther, taken together", n=n))
    if (n := worse.rivals_spaces - better.rivals_spaces) >= FEW_SPACES:
        found.append(Sentence("your rivals' runners are {n} spaces less far, taken together", n=n))
    return found


def why_reroll(data: bytes, better: int, made: int) -> list[Said]:
    """What a better choice of dice to roll again comes to."""
    kept, instead = kept_after(data, better), kept_after(data, made)
    if better == codes.REROLLED:
        return [said(Sentence("these four dice are worth more than what a reroll may be expected to bring"))]
    if SIZE[kept] == 0:
        return [said(Sentence("none of these dice is worth as much as what a new roll may be expected to bring"))]
    keeps = Sentence("it keeps {faces} for sure", faces=dice_called(HANDFULS[kept]))
    if SIZE[instead] == DICE:
        return [said(keeps), said(Sentence("the other dice may be expected to come up better"))]
    if SIZE[instead] == 0:
        return [said(keeps), said(Sentence("that is worth more than four new dice may be expected to bring"))]
    return [
        said(keeps),
        said(Sentence("what was kept, {faces}, goes less well together", faces=dice_called(HANDFULS[instead]))),
    ]
