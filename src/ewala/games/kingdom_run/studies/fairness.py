"""What would make it fair to those who do not begin?"""

from collections.abc import Sequence
from dataclasses import replace

from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.rules import actions
from ewala.games.kingdom_run.rules.notation import CLANS
from ewala.games.kingdom_run.rules.state import AGAIN, State
from ewala.games.kingdom_run.studies.columns import SEATS, labels, players_of, seat_words, seats_of, win_share
from ewala.kit.stats.estimates import Estimate, average, measured, share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dots
from ewala.kit.study.words import Label, said, together

_TITLE = Sentence("What would make it fair?")
_WINS, _SPREAD = Sentence("Wins by seat, with help for the last"), Sentence("How much the seats differ then")
_PART = 0.1  # of the games, for each start
_NOTHING, _ONE_ROLL = Sentence("nothing"), Sentence("a first turn without rolling again")
_FORTH_AND_BACK = Sentence("turns forth and back")
_AT_ONCE = ("uniform", "greedy")  # play whole games in machine code, which knows the rules' own order alone
_MOST_TOKENS = {2: 3, 3: 2, 4: 2}  # that change hands: of more players each has fewer


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


def _answer(brief: Brief, games: Games) -> Answer:
    wins: list[Row] = []
    spreads: list[Row] = []
    for help_, run in _runs(brief):
        seats, table = seats_of(run.game), games.of(run)
        found = measured(table, {seat: share(win_share(run.game, seat)) for seat in seats})
        here = {**labels(run), "what helps the last": help_}
        for seat, name in zip(seats, seat_words(run.game), strict=True):
            wins.append(Row({**here, "seat": name}, found[seat], "share"))
        spreads.append(Row(here, _spread(run, seats, found, games), "gap"))
    main = [row for row in wins if row.labels["play"] == played(brief.main)]
    firsts = [row for row in main if row.labels["seat"] == SEATS[0]]
    about = [_LOT, _GIVEN, _ONCE]
    if any(run.order for _, run in _runs(brief)):
        about.append(_TURNS)
    if any(len(game.seats) == 2 for game in brief.by_players()):
        about.append(_pie(brief, wins))
    return Answer(
        "fairness",
        _TITLE,
        together(
            [_sentence(game, played(policy), spreads) for game in brief.by_players() for policy in brief.policies]
        ),
        (
            Figure(
                "fairness_wins",
                _WINS,
                about,
                wins,
                dots(
                    firsts,
                    label=_WINS,
                    name="what helps the last",
                    group="players",
                    mark={players_of(game): 1 / len(game.seats) for game in brief.by_players()},
                ),
            ),
            Figure(
                "fairness_spread",
                _SPREAD,
                [_DIFFER],
                spreads,
                dots(spreads, label=_SPREAD, name="what helps the last", group="players", series="play", mark=0),
            ),
        ),
    )


def _spread(run: Run, seats: str, wins: dict[str, Estimate], games: Games) -> Estimate:
    """From the seat that wins least to the one that wins most."""
    best, worst = (choose(seats, key=lambda seat: wins[seat].value) for choose in (max, min))
    gap = win_share(run.game, best) - win_share(run.game, worst if worst != best else seats[-1])
    found = measured(games.of(run), {"gap": average(gap)})["gap"]
    return replace(found, low=max(found.low, 0.0))  # it cannot be less than nothing


def _sentence(game: Game, play: Sentence, spreads: Sequence[Row]) -> Sentence:
    ours = [row for row in spreads if row.labels["players"] == players_of(game) and row.labels["play"] == play]
    as_it_is, best = ours[0], min(ours, key=lambda row: row.estimate.value)
    blanks = {
        "players": players_of(game),
        "play": play,
        "gap": said(as_it_is.estimate, "gap"),
        "best": said(best.estimate, "gap"),
        "help": best.labels["what helps the last"],
    }
    if best.estimate.high >= as_it_is.estimate.low:
        return Sentence(
            "With {players} who play {play}, seats differ by {gap}, and nothing that was tried makes it clearly less.",
            **blanks,
        )
    return Sentence(
        "With {players} who play {play}, seats differ by {gap}; by {best} with this help for the last: {help}.",
        **blanks,
    )


def _pie(brief: Brief, wins: Sequence[Row]) -> Sentence:
    """One divides, the other chooses: what is left to who chooses, where the division is nearest to even."""
    two = Sentence("{count} players", count=2)
    ours = [
        row
        for row in wins
        if row.labels["players"] == two and row.labels["seat"] == SEATS[0] and row.labels["play"] == played(brief.main)
    ]
    even = min(ours, key=lambda row: abs(row.estimate.value - 0.5))
    one = even.estimate
    chooser = one if one.value >= 0.5 else Estimate(1 - one.value, 1 - one.high, 1 - one.low, one.games)
    return Sentence(
        "Of two players one may say what helps the second seat, and the other choose the seat. Who says it does "
        "best with what is nearest to even, {help}, and who chooses then wins {share}.",
        help=even.labels["what helps the last"],
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

QUESTION = Question("fairness", _TITLE, lambda brief: [run for _, run in _runs(brief)], _answer)
