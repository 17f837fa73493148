"""Is it an advantage to begin, and what would make it fair to those who do not?"""

from collections.abc import Sequence

import polars as pl

from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.rules import actions
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import AGAIN, State
from ewala.games.kingdom_run.studies.columns import SEATS, labels, players_of, seats_of, spread_of, win_share
from ewala.kit.phrases import apart
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Row, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("Is it an advantage to begin?")

_FAIR = Sentence("What would make it fair?")
_HELP = "what helps the last"
_PART = 0.1  # of the games, for each start
_NOTHING, _ONE_ROLL = Sentence("nothing"), Sentence("a first turn without rolling again")
_FORTH_AND_BACK = Sentence("turns forth and back")
_AT_ONCE = ("uniform", "greedy")  # play whole games in machine code, which knows the rules' own order alone
_MOST_TOKENS = {2: 3, 3: 2, 4: 2}  # that change hands: of more players each has fewer


def _fair_shares(brief: Brief) -> dict[Label, float]:
    return {players_of(game): 1 / len(game.seats) for game in brief.by_players()}


# --- As it is


def _answer(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    edges: list[Row] = []
    points: list[Row] = []
    turns: list[Row] = []
    for run in brief.runs():
        seats = seats_of(run.game)
        asked = {f"won {seat}": share(win_share(run.game, seat)) for seat in seats}
        asked |= {f"score {seat}": average(pl.col(f"score_{seat}")) for seat in seats}
        asked |= {f"turns {seat}": average(pl.col(f"turns_{seat}")) for seat in seats}
        first, last = (win_share(run.game, seat) for seat in (seats[0], seats[-1]))
        found = measured(games.of(run), {**asked, "edge": average(first - last)})
        for seat, name in zip(seats, SEATS, strict=False):
            here = {**labels(run), "seat": name}
            wins.append(Row(here, found[f"won {seat}"], "share"))
            points.append(Row(here, found[f"score {seat}"], "points"))
            turns.append(Row(here, found[f"turns {seat}"], "number"))
        edges.append(Row(labels(run), found["edge"], "difference"))
    by_how_many = Sentence("By how many percentage points the first seat wins more often than the last.")
    figures = (
        dot_figure(
            "seats_wins",
            Sentence("Wins by seat"),
            Sentence(
                "What each seat wins, in the order of play; the dashed line is a fair share. Of a win that several "
                "share each has a part. All clans begin alike, so that a seat is nothing but its place in the order."
            ),
            wins,
            by="seat",
            mark=_fair_shares(brief),
        ),
        dot_figure(
            "seats_edge",
            Sentence("From the first seat to the last"),
            together([by_how_many, *map(_sentence, edges)]),
            edges,
            by="play",
            mark=0,
            tones=True,
        ),
        dot_figure(
            "seats_points",
            Sentence("Points by seat"),
            Sentence("What a seat scores on average, won or lost."),
            points,
            by="seat",
        ),
        dot_figure(
            "seats_turns",
            Sentence("Turns by seat"),
            Sentence(
                "A game ends in the middle of somebody’s turn, so those who come early in the order have had more "
                "turns by then."
            ),
            turns,
            by="seat",
        ),
    )
    return Answer("seats", _TITLE, _short(brief, wins), figures)


def _sentence(edge: Row) -> Sentence:
    sure = edge.estimate.sure_sign
    return Sentence(
        "With {players} who play {play}, first and last seat show no clear difference: {difference}."
        if sure == 0
        else "With {players} who play {play}, the first seat has an advantage over the last: {difference} of the wins."
        if sure > 0
        else "With {players} who play {play}, the first seat has a disadvantage against the last: {difference} of the "
        "wins.",
        **edge.labels,
        difference=said(edge.estimate, "difference"),
    )


def _short(brief: Brief, wins: list[Row]) -> Sentence:
    play = played(brief.main)
    told = [
        Sentence("{share} with {players}", share=said(row.estimate, "share"), players=row.labels["players"])
        for row in those(wins, play=play, seat=SEATS[0])
    ]
    return Sentence("Playing {play}, the first seat wins {told}.", play=play, told=apart(told))


# --- What would make it fair


def starts(game: Game) -> dict[Label, str]:
    """Positions to begin with, by what helps the last seat; the text is empty where that is nothing."""
    first, last = (game.seats.index(seat) for seat in (seats_of(game)[0], seats_of(game)[-1]))
    found: dict[Label, str] = {_NOTHING: ""}
    for many in range(1, _MOST_TOKENS[len(game.seats)] + 1):
        s = State.unpack(game.interpreted.start())
        s.tokens[first] -= many
        s.tokens[last] += many
        given = Sentence("1 token of the first seat" if many == 1 else "{count} tokens of the first seat", count=many)
        found[given] = game.write_position(s.pack())
    s = State.unpack(game.interpreted.start())
    clan, empty = CLANS.index(game.seats[last]), s.ground.index(0)
    for many in (1, 2):
        actions.leave(s, clan, empty - many)
        actions.arrive(s, clan, empty)
        given = Sentence(
            "a runner ahead of the others" if many == 1 else "{count} runners ahead of the others", count=many
        )
        found[given] = game.write_position(s.pack())
    s = State.unpack(game.interpreted.start())
    s.phase = AGAIN  # with no die kept: what comes up has to do
    found[_ONE_ROLL] = game.write_position(s.pack())
    return found


def _runs(brief: Brief) -> list[tuple[Label, Run]]:
    found: list[tuple[Label, Run]] = []
    for game in brief.by_players():
        for policy in brief.policies:
            part = brief.games_of(policy, _PART)
            for help_, text in starts(game).items():
                found.append((help_, Run(game, policy, part if text else brief.games_of(policy), text)))
            if policy not in _AT_ONCE:
                found.append((_FORTH_AND_BACK, Run(game, policy, part, order="forth-and-back")))
    return found


def _answer_fairness(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    spreads: list[Row] = []
    for help_, run in _runs(brief):
        table, here = games.of(run), {**labels(run), _HELP: help_}
        found = measured(table, {seat: share(win_share(run.game, seat)) for seat in seats_of(run.game)})
        for estimate, name in zip(found.values(), SEATS, strict=False):
            wins.append(Row({**here, "seat": name}, estimate, "share"))
        spreads.append(Row(here, spread_of(run.game, table, found), "gap"))
    about = [_LOT, _GIVEN, _ONCE]
    if any(run.order for _, run in _runs(brief)):
        about.append(_TURNS)
    if any(len(game.seats) == 2 for game in brief.by_players()):
        about.append(_pie(brief, wins))
    parts = [
        _gap(players_of(game), played(policy), spreads) for game in brief.by_players() for policy in brief.policies
    ]
    figures = (
        dot_figure(
            "fairness_wins",
            Sentence("Wins by seat, with help for the last"),
            about,
            wins,
            shown=those(wins, play=played(brief.main), seat=SEATS[0]),
            by=_HELP,
            mark=_fair_shares(brief),
        ),
        dot_figure("fairness_spread", Sentence("How much the seats differ then"), _DIFFER, spreads, by=_HELP, mark=0),
    )
    return Answer("fairness", _FAIR, together(parts), figures)


def _gap(players: Sentence, play: Sentence, spreads: Sequence[Row]) -> Sentence:
    ours = those(spreads, players=players, play=play)
    as_it_is, best = ours[0], min(ours, key=lambda row: row.estimate.value)
    return Sentence(
        "With {players} who play {play}, seats differ by {gap}, and nothing that was tried makes it clearly less."
        if best.estimate.high >= as_it_is.estimate.low
        else "With {players} who play {play}, seats differ by {gap}; by {best} with this help for the last: {help}.",
        players=players,
        play=play,
        gap=said(as_it_is.estimate, "gap"),
        best=said(best.estimate, "gap"),
        help=best.labels[_HELP],
    )


def _pie(brief: Brief, wins: Sequence[Row]) -> Sentence:
    """One divides, the other chooses: what is left to who chooses, where the division is nearest to even."""
    ours = those(wins, players=Sentence("{count} players", count=2), seat=SEATS[0], play=played(brief.main))
    even = min(ours, key=lambda row: abs(row.estimate.value - 0.5))
    one = even.estimate
    chooser = one if one.value >= 0.5 else Estimate(1 - one.value, 1 - one.high, 1 - one.low, one.games)
    return Sentence(
        "Of two players one may say what helps the second seat, and the other choose the seat. Who says it does "
        "best with what is nearest to even, {help}, and who chooses then wins {share}.",
        help=even.labels[_HELP],
        share=said(chooser, "share"),
    )


_LOT = Sentence(
    "Who begins may be drawn by lot. Before the lot everybody has the same chance then, but the game after it is as "
    "uneven as ever: it has to be played once from every seat to be fair."
)
_GIVEN = Sentence(
    "Something given to the last seat makes the game itself more even: tokens of the first seat, or runners that "
    "begin one space ahead of the others. The plot shows the first seat; the dashed line is a fair share."
)
_ONCE = Sentence(
    "So does something taken from the first seat: in the first turn of the game the dice may not be rolled again."
)
_TURNS = Sentence(
    "Turns may also go forth and back: who was last in a round is first in the next, and so has two turns in a row. "
    "Those who play so judge their turns as if the usual order held."
)
_DIFFER = Sentence(
    "From the seat that wins least to the one that wins most, in percentage points. Chance makes seats differ a little "
    "even where they do not, so small numbers are rather too large."
)

ADVANTAGE = Question("seats", _TITLE, Brief.runs, _answer)
FAIRNESS = Question("fairness", _FAIR, lambda brief: [run for _, run in _runs(brief)], _answer_fairness)
