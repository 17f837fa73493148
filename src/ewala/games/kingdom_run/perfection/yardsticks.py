"""Kingdom Run's yardsticks: solved endgames, best answers to a bot, and a far longer search."""

from collections.abc import Callable, Iterator, Sequence
from statistics import linear_regression

from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.perfection.against_perfect import Played, play
from ewala.games.kingdom_run.perfection.asking import asked, perfect, plan_of
from ewala.games.kingdom_run.perfection.endgames import ENDGAMES, Endgame
from ewala.games.kingdom_run.perfection.long_search import judged, own_turns
from ewala.games.kingdom_run.perfection.solution import Solution
from ewala.games.kingdom_run.perfection.solving import solve
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.yardstick import Column, Contender, Figure, Findings, Sampling, Yardstick, mean_with_reach

SAME = 1e-9  # what rounding may make of nothing
_SOLVING = 0.2  # the part of the work that solving is taken for


def endgames(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
    """Games against the perfect player from solved endgames, from both seats."""
    for n, endgame in enumerate(ENDGAMES):
        watch = _part(sampling.watch, n, len(ENDGAMES))
        solution = Solution(endgame.root(), _part(watch, 0, 1 / _SOLVING))
        found = Findings(f"Solved endgame: {endgame.name}", _AGAINST_PERFECT, notes=_about(endgame, solution))
        for m, contender in enumerate(contenders):
            games = []
            for game in range(sampling.samples):
                games.append(play(solution, contender, game % 2, sampling.seed * 1_000_003 + game // 2))
                done = (m + (game + 1) / sampling.samples) / len(contenders)
                watch(_SOLVING + (1 - _SOLVING) * done)
            found.rows.append(_summed_up(contender.label, games))
            yield found


_AGAINST_PERFECT = (
    Column("bot", "bot"),
    Column("games", "games"),
    Column("decisions", "decisions"),
    Column("right", "right", ".1%"),
    Column("cost", "cost each", ".3%"),
    Column("share", "against perfect", ".2%"),
    Column("reach", "±", ".2%"),
    Column("opinions", "opinions"),
    Column("off", "off by", ".1%"),
    Column("too_high", "too high by", "+.1%"),
    Column("slope", "slope", ".2f"),
)


def _summed_up(label: str, games: list[Played]) -> dict[str, Figure]:
    """Over both seats perfect play has half of the wins; what decisions cost is missing from that."""
    costs = [cost for game in games for cost in game.costs]
    opinions = [pair for game in games for pair in game.opinions]
    lost, reach = mean_with_reach([sum(game.costs) for game in games])
    errors = [thought - true for thought, true in opinions]
    return {
        "bot": label,
        "games": len(games),
        "decisions": len(costs),
        "right": 1 - sum(game.mistakes for game in games) / len(costs) if costs else None,
        "cost": sum(costs) / len(costs) if costs else None,
        "share": 0.5 - lost,
        "reach": reach,
        "opinions": len(opinions),
        "off": sum(map(abs, errors)) / len(errors) if errors else None,
        "too_high": sum(errors) / len(errors) if errors else None,
        "slope": _slope(opinions),
    }


def _slope(opinions: list[tuple[float, float]]) -> float | None:
    """By how much the true chance rises where the opinion rises by one: below 1, the bot is too sure of itself."""
    thoughts, truths = [thought for thought, _ in opinions], [true for _, true in opinions]
    return linear_regression(thoughts, truths).slope if len(set(thoughts)) > 1 else None


def responses(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
    """Bots that are asked for every decision of a small endgame, and what is made of it: exact, nothing is sampled."""
    small = [endgame for endgame in ENDGAMES if endgame.tabulated]
    for n, endgame in enumerate(small):
        watch = _part(sampling.watch, n, len(small))
        solution = Solution(endgame.root(), lambda done: None)
        best = perfect(solution)
        found = Findings(f"Best answers: {endgame.name}", _ANSWERED, notes=_about(endgame, solution))
        for m, contender in enumerate(contenders):
            written = asked(contender, solution.family, sampling.seed, _part(watch, m, len(contenders)))
            row: dict[str, Figure] = {"bot": contender.label}
            for name, other in (("perfect", best), ("response", None)):
                first = solve(solution.family, lambda done: None, plan_of((written, other))).middle[0]
                second = 1 - solve(solution.family, lambda done: None, plan_of((other, written))).middle[0]
                row[name] = float(first + second) / 2
            row["gain"] = 0.5 - float(row["response"] or 0)
            found.rows.append(row)
            yield found


_ANSWERED = (
    Column("bot", "bot"),
    Column("perfect", "against perfect", ".3%"),
    Column("response", "against its best answer", ".3%"),
    Column("gain", "the answer's gain", ".3%"),
)


def turns(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
    """Turns of each bot's own games, judged by a long search."""
    found = Findings("Turns on the usual circuit, judged by a long search", _JUDGED)
    for n, contender in enumerate(contenders):
        judgements = []
        chosen = own_turns(contender, sampling.samples, sampling.seed)
        for m, turn in enumerate(chosen):
            with borrowed_search(KingdomRun.from_options({"players": "KS"})) as search:
                judgements.append(judged(contender, turn, search, sampling.seed))
            sampling.watch((n + (m + 1) / len(chosen)) / len(contenders))
        row: dict[str, Figure] = {"bot": contender.label, "turns": len(judgements)}
        row["reroll"], row["reroll_reach"] = mean_with_reach([one.reroll for one in judgements])
        row["actions"], row["actions_reach"] = mean_with_reach([one.actions for one in judgements])
        row["right"] = sum(one.actions <= SAME for one in judgements) / len(judgements)
        row["iterations"] = sum(one.iterations for one in judgements) / len(judgements)
        found.rows.append(row)
        yield found


_JUDGED = (
    Column("bot", "bot"),
    Column("turns", "turns"),
    Column("reroll", "reroll costs", ".2%"),
    Column("reroll_reach", "±", ".2%"),
    Column("actions", "actions cost", ".2%"),
    Column("actions_reach", "±", ".2%"),
    Column("right", "best end", ".0%"),
    Column("iterations", "iterations of a judgement", ",.0f"),
)


def _about(endgame: Endgame, solution: Solution) -> list[str]:
    family = solution.family
    return [
        f"{endgame.about}.",
        f"{endgame.circuit}; {endgame.position}",
        f"{len(family):,} positions, {len(family.alive()):,} not over; who begins wins {solution.values[0]:.4%}.",
        f"No value is off by more than {solution.found.error:.0e}, after {solution.found.rounds} rounds.",
    ]


def _part(watch: Callable[[float], None], n: int, of: float) -> Callable[[float], None]:
    """Watches the n-th of so many equal parts."""
    return lambda done: watch((n + done) / of)


YARDSTICKS = (
    Yardstick("endgames", "games against the perfect player from solved endgames", 200, endgames),
    Yardstick("turns", "turns on the usual circuit, judged by a long search", 30, turns),
    Yardstick("answers", "the exact gain of a best answer to a bot in a solved endgame", 1, responses),
)
