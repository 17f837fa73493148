"""Where do points come from, and what would other values change?"""

from typing import Any

import polars as pl

from ewala.core.game import Game
from ewala.core.sentences import Sentence, as_sentence, msg
from ewala.games.kingdom_run.rules.circuit import MOST_POINTS, Circuit, read_circuit
from ewala.games.kingdom_run.studies.columns import close, labels, players_of, seats_of, win_share
from ewala.kit.stats.estimates import Measure, average, changes, measured, share, side_by_side
from ewala.kit.study.brief import Brief, Question, played
from ewala.kit.study.figures import Answer, Figure, Row, extremes, those
from ewala.kit.study.games import Games, Run
from ewala.kit.study.plots import dot_figure
from ewala.kit.study.words import said, together

_TITLE = Sentence("What are podium, zones and tokens worth?")
_SOURCES = (msg("podium"), msg("zones"), msg("tokens"))
_WINNERS, _OTHERS = msg("winners"), msg("others")
_CHANGES = {
    "edge": msg("first seat’s lead in wins over the last"),
    "close": msg("games won by 2 points or less"),
    "ties": msg("ties"),
}
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
        msg("flat podium"): written(zones, [average_place] * len(podium)),
        msg("podium twice as steep"): written(zones, steep),
        msg("zones worth 1 less"): written([(max(value - 1, 0), size) for value, size in zones], podium),
        msg("zones worth double"): written([(2 * value, size) for value, size in zones], podium),
        msg("podium worth double"): written(zones, [2 * place for place in podium]),
    }
    return {name: text for name, text in found.items() if _stands(text)}


def _stands(text: str) -> bool:
    _, zones, podium = text.split(" ")
    values = [int(zone.split(":")[0]) for zone in zones.split(",")]
    most = max([*values, *map(int, podium.split(","))])
    return most <= MOST_POINTS and values == sorted(set(values))


def _variants(brief: Brief) -> list[tuple[str, Run]]:
    """Each set of values with its games: at random for every number of players, else for the most players.

    Good play takes too long for as many games as such small changes need.
    """
    found = []
    for policy in brief.policies:
        if policy == "good":
            continue
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
                most = Sentence("{count} or more", count=what) if what == str(_MOST_TOKENS) else what
                tokens.append(Row({**labels(run), "own tokens": most}, estimate, "share"))
    switched, edges = _with_other_values(brief, games)
    return Answer(
        "points", _TITLE, _short(brief, sources, switched), _figures(brief, sources, home, tokens, switched, edges)
    )


def _from_where(game: Game) -> dict[str, Measure]:
    asked = {}
    for source in _SOURCES:
        points = {
            seat: pl.col(f"{source}_{seat}").cast(pl.Float64) * (2 if source == "tokens" else 1) for seat in game.seats
        }
        winners = {seat: win_share(game, seat) for seat in game.seats}
        asked[f"source|{source}|{_WINNERS}"] = average(
            pl.sum_horizontal([points[seat] * winners[seat] for seat in game.seats])
        )
        asked[f"source|{source}|{_OTHERS}"] = average(
            pl.sum_horizontal([points[seat] * (1 - winners[seat]) for seat in game.seats]), len(game.seats) - 1
        )
    return asked


def _by_runners_home(game: Game) -> dict[str, Measure]:
    return {f"home|{n}|": _when(game, lambda seat, n=n: pl.col(f"home_{seat}") == n) for n in range(5)}


def _by_tokens(game: Game) -> dict[str, Measure]:
    exact = {f"tokens|{n}|": _when(game, lambda seat, n=n: pl.col(f"tokens_{seat}") == n) for n in range(_MOST_TOKENS)}
    return {**exact, f"tokens|{_MOST_TOKENS}|": _when(game, lambda seat: pl.col(f"tokens_{seat}") >= _MOST_TOKENS)}


def _when(game: Game, so: Any) -> Measure:
    """The share of wins among the seats for which it is so."""
    won = pl.sum_horizontal([pl.when(so(seat)).then(win_share(game, seat)).otherwise(0.0) for seat in game.seats])
    return share(won, pl.sum_horizontal([so(seat).cast(pl.Int64) for seat in game.seats]))


def _with_other_values(brief: Brief, games: Games) -> tuple[list[Row], list[Row]]:
    """How often somebody else wins, and what else is different, with other values."""
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
            _CHANGES["edge"]: win_share(game, seats[0]) - win_share(game, seats[-1]),
            _CHANGES["close"]: close(game),
            _CHANGES["ties"]: pl.col("tied"),
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
    figures = [
        dot_figure(
            "points_sources",
            Sentence("Where points come from"),
            Sentence(
                "Points of winners, and of the others on average: from runners on the podium, from runners still "
                "on the racetrack by their zone, and from tokens at 2 each. The plot shows games played {play}; "
                "the table has all.",
                play=main,
            ),
            sources,
            shown=those(sources, play=main),
            by="points from",
            series="of",
        ),
        dot_figure(
            "points_home",
            Sentence("Runners home"),
            Sentence("How often a seat wins that has so many of its four runners across the line at the end."),
            home,
            by="own runners home",
        ),
        dot_figure(
            "points_tokens",
            Sentence("Tokens"),
            Sentence("How often a seat wins that holds so many tokens at the end."),
            tokens,
            by="own tokens",
        ),
    ]
    if switched:
        figures.append(
            dot_figure(
                "points_switched",
                Sentence("Would somebody else have won?"),
                Sentence(
                    "The same games, played at random and counted with other values: in how many of them somebody "
                    "else wins. Flat: every place of the podium has the average value. Steep: places differ by "
                    "twice as much."
                ),
                switched,
                by="values",
            )
        )
    for name, what in _CHANGES.items():
        rows = those(other, **{"change in": what})
        if not rows:
            continue
        title = Sentence("Other values: {what}", what=as_sentence(what))
        figures.append(
            dot_figure(
                f"points_change_{name}",
                title,
                Sentence(
                    "The change, in percentage points, against the same number of games with the values as they are."
                ),
                rows,
                by="values",
                mark=0,
            )
        )
    return figures


def _short(brief: Brief, sources: list[Row], switched: list[Row]) -> Sentence:
    most, play = players_of(brief.by_players()[-1]), played(brief.main)
    won, lost = (
        {str(row.labels["points from"]): row for row in those(sources, players=most, play=play, of=of)}
        for of in (_WINNERS, _OTHERS)
    )
    gaps = {name: won[name].estimate.value - lost[name].estimate.value for name in won}
    widest = max(gaps, key=lambda name: gaps[name])
    told = [
        Sentence(
            "With {players} who play {play}, winners have {podium} from the podium, {zones} from zones and {tokens} "
            "from tokens. What sets them apart most: {widest}.",
            players=most,
            play=play,
            widest=as_sentence(widest),
            **{source: said(won[source].estimate, "points") for source in _SOURCES},
        )
    ]
    rows = those(switched, players=most)
    if rows:
        most_moved, _ = extremes(rows)
        told.append(
            Sentence(
                "Of the other values that were tried, one changes the winner most often, in {share} of the games: "
                "{values}.",
                share=said(most_moved.estimate, "share"),
                values=as_sentence(most_moved.labels["values"]),
            )
        )
    return together(told)


QUESTION = Question("points", _TITLE, lambda brief: [*brief.runs(), *(run for _, run in _variants(brief))], _answer)
