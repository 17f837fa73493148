"""Where do points come from, and what would other values change?"""

from typing import Any

from ewala.core.game import Game
from ewala.games.kingdom_run.rules.circuit import MOST_POINTS, Circuit, read_circuit
from ewala.games.kingdom_run.studies.columns import close, labels, players_of, seats_of, win_share
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row
from ewala.kit.study.games import Games, Run
from ewala.kit.study.pairs import changes, side_by_side
from ewala.kit.study.plots import dots
from ewala.kit.study.words import said
from ewala.stats.estimates import Measure, average, measured, share

__all__ = ["QUESTION", "other_values"]

_TITLE = "What are podium, zones and tokens worth?"
_SOURCES = {"podium": "podium", "zones": "zones", "tokens": "tokens"}
_PART = 0.1  # of the games, for each set of values
_GREEDY_PART = 0.2
_MOST_TOKENS = 8


def other_values(circuit: Circuit) -> dict[str, str]:
    """The circuit with other zones or another podium, by what is changed."""
    average_place = sum(circuit.podium) // len(circuit.podium)
    zones, podium = circuit.zones, circuit.podium

    def written(zones: Any, podium: Any) -> str:
        return Circuit(circuit.boards, tuple(zones), tuple(podium)).text

    steep = [max(0, 2 * place - average_place) for place in podium]
    found = {
        "flat podium": written(zones, [average_place] * len(podium)),
        "podium twice as steep": written(zones, steep),
        "zones worth 1 less": written([(max(value - 1, 0), size) for value, size in zones], podium),
        "zones worth double": written([(2 * value, size) for value, size in zones], podium),
        "podium worth double": written(zones, [2 * place for place in podium]),
    }
    return {name: text for name, text in found.items() if _stands(text)}


def _stands(text: str) -> bool:
    _, zones, podium = text.split(" ")
    values = [int(zone.split(":")[0]) for zone in zones.split(",")]
    most = max([*values, *map(int, podium.split(","))])
    return most <= MOST_POINTS and values == sorted(set(values))


def _variants(brief: Brief) -> list[tuple[str, Run]]:
    """Each set of values with its games: at random for every number of players, else for the most players."""
    found = []
    for policy in brief.policies:
        part = _PART if policy == "uniform" else _GREEDY_PART
        for game in brief.by_players() if policy == "uniform" else brief.by_players()[-1:]:
            circuit = read_circuit(str(game.values["circuit"]))
            for name, text in other_values(circuit).items():
                found.append((name, Run(game.with_options(circuit=text), policy, brief.games_of(policy, part))))
    return found


def _answer(brief: Brief, games: Games) -> Answer:
    sources: list[Row] = []
    home: list[Row] = []
    tokens: list[Row] = []
    for run in brief.runs():
        asked = {**_from_where(run.game), **_by_runners_home(run.game), **_by_tokens(run.game)}
        found = measured(games.of(run), asked)
        for name, estimate in found.items():
            kind, what, who = name.split("|")
            if kind == "source":
                sources.append(Row({**labels(run), "points from": what, "of": who}, estimate, "points"))
            elif kind == "home":
                home.append(Row({**labels(run), "own runners home": what}, estimate, "share"))
            else:
                tokens.append(Row({**labels(run), "own tokens": what}, estimate, "share"))
    switched, edges = _with_other_values(brief, games)
    return Answer(
        "points",
        _TITLE,
        _short(brief, sources, switched),
        _figures(brief, sources, home, tokens, switched, edges),
    )


def _from_where(game: Game) -> dict[str, Measure]:
    import polars as pl

    asked = {}
    for source in _SOURCES:
        points = {
            seat: pl.col(f"{source}_{seat}").cast(pl.Float64) * (2 if source == "tokens" else 1) for seat in game.seats
        }
        winners = {seat: win_share(game, seat) for seat in game.seats}
        asked[f"source|{source}|winners"] = average(
            pl.sum_horizontal([points[seat] * winners[seat] for seat in game.seats])
        )
        asked[f"source|{source}|others"] = average(
            pl.sum_horizontal([points[seat] * (1 - winners[seat]) for seat in game.seats]), len(game.seats) - 1
        )
    return asked


def _by_runners_home(game: Game) -> dict[str, Measure]:
    import polars as pl

    return {f"home|{n}|": _when(game, lambda seat, n=n: pl.col(f"home_{seat}") == n) for n in range(5)}


def _by_tokens(game: Game) -> dict[str, Measure]:
    import polars as pl

    exact = {f"tokens|{n}|": _when(game, lambda seat, n=n: pl.col(f"tokens_{seat}") == n) for n in range(_MOST_TOKENS)}
    return {
        **exact,
        f"tokens|{_MOST_TOKENS} or more|": _when(game, lambda seat: pl.col(f"tokens_{seat}") >= _MOST_TOKENS),
    }


def _when(game: Game, so: Any) -> Measure:
    """The share of wins among the seats for which it is so."""
    import polars as pl

    won = pl.sum_horizontal([pl.when(so(seat)).then(win_share(game, seat)).otherwise(0.0) for seat in game.seats])
    return share(won, pl.sum_horizontal([so(seat).cast(pl.Int64) for seat in game.seats]))


def _with_other_values(brief: Brief, games: Games) -> tuple[list[Row], list[Row]]:
    """How often somebody else wins, and what else is different, with other values."""
    import polars as pl

    switched: list[Row] = []
    other: list[Row] = []
    for name, run in _variants(brief):
        game = run.game
        base = Run(_printed(brief, game), run.policy, run.games)
        seats = seats_of(game)
        before, after = games.of(base), games.of(run)
        here = {**labels(run), "values": name}
        if run.policy == "uniform":  # who plays at random does not look at values: the same games, counted otherwise
            wins = {seat: win_share(game, seat) for seat in seats}
            both = side_by_side(before, after, wins)
            moved = pl.sum_horizontal([(pl.col(seat) - pl.col(f"{seat} before")).abs() for seat in seats]) / 2
            found = measured(both, {"moved": share(moved)})
            switched.append(Row(here, found["moved"], "share"))
        asked = {
            "first seat’s lead in wins over the last": win_share(game, seats[0]) - win_share(game, seats[-1]),
            "games won by 2 points or less": close(game),
            "ties": pl.col("tied"),
        }
        for what, estimate in changes(before, after, asked).items():
            other.append(Row({**here, "change in": what}, estimate, "difference"))
    return switched, other


def _printed(brief: Brief, game: Game) -> Game:
    return game.with_options(circuit=str(brief.game.values["circuit"]))


def _figures(
    brief: Brief, sources: list[Row], home: list[Row], tokens: list[Row], switched: list[Row], other: list[Row]
) -> list[Figure]:
    main = played(brief.main)
    main_sources = [row for row in sources if row.labels["play"] == main]
    figures = [
        Figure(
            "points_sources",
            "Where points come from",
            "Points of winners, and of the others on average: from runners on the podium, from runners still on the "
            f"circuit by their zone, and from tokens at 2 each. The plot shows games played {main}; the table has all.",
            sources,
            dots(main_sources, label="Where points come from", name="points from", group="players", series="of"),
        ),
        Figure(
            "points_home",
            "Runners home",
            "How often a seat wins that has so many of its four runners across the line at the end.",
            home,
            dots(home, label="Wins by runners home", name="own runners home", group="players", series="play"),
        ),
        Figure(
            "points_tokens",
            "Tokens",
            "How often a seat wins that holds so many tokens at the end.",
            tokens,
            dots(tokens, label="Wins by tokens", name="own tokens", group="players", series="play"),
        ),
    ]
    if switched:
        figures.append(
            Figure(
                "points_switched",
                "Would somebody else have won?",
                "The same games, played at random and counted with other values: in how many of them somebody else "
                "wins. Flat: every place of the podium has the average value. Steep: places differ by twice as much.",
                switched,
                dots(switched, label="Games that somebody else wins", name="values", group="players"),
            )
        )
    for number, what in enumerate(dict.fromkeys(row.labels["change in"] for row in other)):
        rows = [row for row in other if row.labels["change in"] == what]
        figures.append(
            Figure(
                f"points_change_{('edge', 'close', 'ties')[number]}",
                f"Other values: {what}",
                "The change, in percentage points, against the same number of games with the values as they are.",
                rows,
                dots(rows, label=what, name="values", group="players", series="play", mark=0),
            )
        )
    return figures


def _short(brief: Brief, sources: list[Row], switched: list[Row]) -> str:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    ours = [row for row in sources if row.labels["players"] == most and row.labels["play"] == play]
    won = {row.labels["points from"]: row for row in ours if row.labels["of"] == "winners"}
    lost = {row.labels["points from"]: row for row in ours if row.labels["of"] == "others"}
    gaps = {name: won[name].estimate.value - lost[name].estimate.value for name in won}
    widest = max(gaps, key=lambda name: gaps[name])
    text = (
        f"With {most} who play {play}, winners have {said(won['podium'].estimate, 'points')} from the podium, "
        f"{said(won['zones'].estimate, 'points')} from zones and {said(won['tokens'].estimate, 'points')} from tokens; "
        f"they differ from the others most by their {widest}."
    )
    rows = [row for row in switched if row.labels["players"] == most]
    if rows:
        most_moved = max(rows, key=lambda row: row.estimate.value)
        text += (
            f" Of the other values that were tried, {most_moved.labels['values']} changes the winner most often, in "
            f"{said(most_moved.estimate, 'share')} of the games."
        )
    return text


QUESTION = Question("points", _TITLE, lambda brief: [*brief.runs(), *(run for _, run in _variants(brief))], _answer)
