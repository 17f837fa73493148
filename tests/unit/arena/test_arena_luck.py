"""Luck: what it is in each game, and that it is nothing on average."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec import structs
from scipy.sparse import csc_array, identity  # type: ignore[import-untyped]
from scipy.sparse.linalg import splu  # type: ignore[import-untyped]

import ewala
from ewala.core.record import Record
from ewala.core.state import State
from ewala.games.records import load_record
from ewala.games.registry import kit_of
from ewala.kit.arbiter import Arbiter, luck
from ewala.kit.bot import Drawn
from ewala.kit.effort import Effort
from ewala.kit.ledger import Chances
from ewala.lab.arena import ArenaResults, play_arena
from ewala.lab.arena.duel import luck_in, luck_of
from ewala.lab.arena.report import as_text, report_of
from ewala.lab.arena.results import Folder, GameRow
from ewala.lab.arena.standings import Standings

QUICK: dict[str, Any] = {"players": "KS", "circuit": "oooo|~~~ 1:2,4:1 5,3,2"}
LEVELS = ["squire@1", "ranger@1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena")


@pytest.fixture(scope="module")
def results(folder: Path) -> ArenaResults:
    return play_arena("kingdom-run", LEVELS, games=4, folder=folder, first="lot", workers=2, **QUICK)


def test_what_is_kept_is_the_luck_in_the_record(results: ArenaResults, folder: Path) -> None:
    """Whichever process reckons it: workers did, and we do again."""
    for row in results.rows:
        record = load_record(Folder(folder).record_of(row))
        assert record.by_lot  # who begins
        assert row.luck == luck_of(record, results.contest.luck_effort)
        assert row.luck is not None
        assert sum(row.luck.values()) == pytest.approx(0, abs=1e-8)
        assert row.earned("K") == row.share("K") - row.luck["K"]
    assert any(abs(row.luck["K"]) > 0.05 for row in results.rows if row.luck)


def test_who_begins_by_lot_is_luck_too() -> None:
    """Of the two who might have begun, one gains what the other loses."""
    games = ewala.load("kingdom-run", first="lot", **QUICK).lots()
    [one, other] = [luck_of(Record(game, game.start(), by_lot=True), Effort(1)) for game in games]
    assert one is not None
    assert other is not None
    assert abs(one["K"]) > 1e-3
    assert other == {seat: pytest.approx(-luck, abs=1e-8) for seat, luck in one.items()}


def even_but_for_luck(results: ArenaResults, deals: int) -> ArenaResults:
    """The same games again and again, in which the first seat always wins; by luck, when squire has it."""
    rows = []
    for deal in range(1, deals + 1):
        for row in results.rows[:2]:
            luck = 0.8 + 0.01 * (deal % 5) if row.seats["K"] == "squire@1" else 0.2
            lucky = structs.replace(row, deal=deal, winners=["K"], luck={"K": luck, "S": -luck})
            rows.append(lucky)
    return ArenaResults(results.contest, Standings(results.contest, 2 * deals, rows))


def test_both_shares_are_told(results: ArenaResults) -> None:
    found = even_but_for_luck(results, 20).summary()
    [line] = found.meetings[0].lines
    assert (line.share.value, line.told_apart) == (0.5, -1)
    assert line.earned is not None
    assert line.earned.value == pytest.approx((1 - 0.82 + 0.2) / 2)
    assert line.worth is not None
    assert line.worth == pytest.approx(
        40 * ((line.share.high - line.share.low) / (line.earned.high - line.earned.low)) ** 2
    )
    said = f"as sure as {round(line.worth):,} plain games: saves {round(line.worth) - 40:,}"
    assert said in as_text(found)
    assert said in report_of(found)
    assert "Without luck" in report_of(found)
    assert "ranger@1 is the stronger" in report_of(found)


def test_the_test_goes_by_what_was_earned(results: ArenaResults) -> None:
    sure = structs.replace(results.contest, until_sure=True, margin=0.3)
    lucky = even_but_for_luck(ArenaResults(sure, results.standings), 30)
    assert lucky.summary().meetings[0].decision == "second"
    fair = Standings(sure, 60, [structs.replace(row, luck=None) for row in lucky.standings.rows()])
    assert fair.decision(fair.meetings[0]) == "alike"


def test_plain_results_are_as_they_fell() -> None:
    rows = play_arena("kingdom-run", LEVELS, games=2, plain=True, **QUICK)
    assert [row.luck for row in rows.rows] == [None, None]
    assert "Without luck" not in as_text(rows.summary())
    assert "Without luck" not in report_of(rows.summary())


def test_among_plain_bots_nothing_is_reckoned() -> None:
    assert play_arena("kingdom-run", ["random", "greedy"], games=2, **QUICK).rows[0].luck is None


def test_results_from_before_are_read_and_gone_on_with(tmp_path: Path) -> None:
    play_arena("kingdom-run", LEVELS, games=2, folder=tmp_path, plain=True, **QUICK)
    kept = Folder(tmp_path)
    _without(kept.settings, "plain")
    kept.lines.write_text("".join(_line_without_luck(row) for row in kept.read()), encoding="utf-8")
    more = play_arena("kingdom-run", LEVELS, games=4, folder=tmp_path, resume=True, **QUICK)
    assert [row.luck is None for row in more.rows] == [True, True, False, False]
    assert more.summary().meetings[0].lines[0].earned is not None
    assert kept.read() == more.rows


def _without(file: Path, setting: str) -> None:
    settings = msgspec.json.decode(file.read_bytes())
    del settings[setting]
    file.write_bytes(msgspec.json.encode(settings))


def _line_without_luck(row: GameRow) -> str:
    told = msgspec.to_builtins(row, str_keys=True)
    del told["luck"]
    return msgspec.json.encode(told).decode() + "\n"


def test_the_table_has_everybodys_luck(results: ArenaResults, folder: Path) -> None:
    polars = pytest.importorskip("polars")
    table: Any = polars.read_parquet(folder / "results.parquet")
    assert table["luck_1"].to_list() == [row.luck["K"] for row in results.rows if row.luck]


def test_bots_that_mix_tell_their_lots_and_their_luck_is_taken_off() -> None:
    results = play_arena("chronicles-of-run", ["mercenary@1", "warlord@1"], games=2)
    assert all(row.luck and abs(row.luck["O"]) > 1e-3 for row in results.rows)
    assert all(row.luck and row.luck["O"] == -row.luck["C"] for row in results.rows)


@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_an_arbiter_says_the_same_again_and_what_it_says_adds_up(name: str) -> None:
    rng, state = random.Random(5), ewala.load(name).start()
    states: list[State] = []
    while len(states) < 30 and state.to_act is not None:
        states.append(state)
        state = state.play(rng.choice(state.moves()))
    kit = kit_of(name)
    arbiter = kit.arbiter(state.game, Effort(1))
    assert arbiter is not None
    first = [arbiter.worth(state) for state in states]
    again = [arbiter.worth(state) for state in reversed(states)]
    assert first == again[::-1]
    assert all(sum(worth) == pytest.approx(1) for worth in first)


EXACT = 1e-12

Odds = dict[int, float]
Player = Callable[[State], Odds]  # how likely it makes each move
Floats = np.ndarray[Any, np.dtype[np.float64]]


class Remembering(Arbiter):
    """An arbiter that is asked for all outcomes of a roll again and again."""

    def __init__(self) -> None:
        self._after: dict[bytes, list[Chances]] = {}

    def after(self, state: State, moves: Sequence[int]) -> list[Chances]:
        if state.data not in self._after:
            self._after[state.data] = super().after(state, moves)
        return self._after[state.data]


class Absurd(Remembering):
    """Thinks anything of any position, far beyond what could be; the same each time."""

    def worth(self, state: State) -> Chances:
        rng = random.Random(state.data)
        return tuple(rng.uniform(-5, 5) for _ in state.game.seats)


class Knowing(Remembering):
    """Knows what every position is worth."""

    def __init__(self, worths: dict[bytes, Chances]) -> None:
        super().__init__()
        self.worths = worths

    def worth(self, state: State) -> Chances:
        return self.worths[state.data]


# --- Kingdom Run: a graph, since a game may come back to a position

# The shortest circuit: four spaces and three lakes. Fourteen of sixteen runners are home, and one place is left.
CIRCUIT = "oooo|~~~ 1:2,4:1 15,14,13,12,11,10,9,8,7,6,5,4,3,3,2"
NEAR_THE_END = "-/-/-/-/-/S/K KKKSSSFFFFGGGG 3,9 KS K roll"


def resolute(state: State) -> Odds:
    """Rolls a lulling die again, and takes the first action that there is."""
    moves = state.moves()
    return {state.game.move_code("r:L" if "r:L" in moves else moves[0]): 1.0}


def wavering(state: State) -> Odds:
    """Likewise, but it often forgets to roll again."""
    [chosen] = resolute(state)
    forgot = state.game.move_code(state.moves()[0])
    return {chosen: 1.0} if chosen == forgot else {chosen: 0.75, forgot: 0.25}


class Graph:
    """Every position to which a game can come under its players, and where each leads with which probability."""

    def __init__(self, start: State, player: Player) -> None:
        self.states = [start]
        self.edges: list[dict[int, tuple[int, float]]] = []  # of each position, by move: where to, and how likely
        numbers = {start.data: 0}
        for state in self.states:  # grows meanwhile
            edges = {}
            for move, chance in odds_in(state, player).items():
                after = state.game.engine.apply(state.data, move)
                if after not in numbers:
                    numbers[after] = len(self.states)
                    self.states.append(State(state.game, after))
                edges[move] = numbers[after], chance
            self.edges.append(edges)

    def moments(self, arbiter: Arbiter | None) -> tuple[Floats, Floats]:
        """The mean, and the mean square, of what the first seat gets from each position on, less its luck if there is
        an arbiter: linear equations, solved exactly."""
        size = len(self.states)
        steps = [(n, to, chance) for n, edges in enumerate(self.edges) for to, chance in edges.values()]
        rows, columns, chances = (np.array(part) for part in zip(*steps, strict=True))
        gained = np.array([gain for n in range(size) for gain in self._gains(n, arbiter)])
        mean = self.summed(np.bincount(rows, chances * gained, size))
        square = self.summed(np.bincount(rows, chances * (gained**2 + 2 * gained * mean[columns]), size))
        return mean, square

    def summed(self, own: Any) -> Floats:
        """The expected sum of what each position brings, from each position on."""
        size = len(self.states)
        steps = [(n, to, chance) for n, edges in enumerate(self.edges) for to, chance in edges.values()]
        rows, columns, chances = zip(*steps, strict=True)
        left = identity(size) - csc_array((chances, (rows, columns)), shape=(size, size))
        found: Floats = splu(left.tocsc()).solve(np.array(own))
        return found

    def _gains(self, n: int, arbiter: Arbiter | None) -> Iterator[float]:
        """What each step from a position brings: the result where the game ends, less luck."""
        state, edges = self.states[n], self.edges[n]
        odds = {move: chance for move, (_, chance) in edges.items()}
        for move, (to, _) in edges.items():
            known = arbiter if state.to_act is ewala.CHANCE else None
            yield share_of_first(self.states[to]) - (luck(known, state, odds, move)[0] if known else 0.0)


def odds_in(state: State, player: Player) -> Odds:
    if state.to_act is None:
        return {}
    if state.to_act is ewala.CHANCE:
        return {state.game.move_code(move): float(chance) for move, chance in state.chances().items()}
    return player(state)


def share_of_first(state: State) -> float:
    winners = state.winners()
    return float(state.game.seats[0] in winners) / len(winners) if winners else 0.0


@pytest.fixture(scope="module")
def start() -> State:
    return ewala.load("kingdom-run", players="KS", circuit=CIRCUIT).parse(NEAR_THE_END)


@pytest.fixture(scope="module")
def graph(start: State) -> Graph:
    return Graph(start, resolute)


def test_the_expectation_is_the_same_whatever_the_arbiter_thinks(graph: Graph) -> None:
    plain, square = graph.moments(None)
    earned, absurd = graph.moments(Absurd())
    assert 0.1 < plain[0] < 0.9
    assert earned[0] == pytest.approx(plain[0], abs=EXACT)
    assert absurd[0] > 2 * square[0]  # only that an absurd opinion leaves more of chance than there was


def knowing(graph: Graph) -> tuple[Knowing, Floats]:
    mean, _ = graph.moments(None)
    worths = [
        share_of_first(state) if state.to_act is None else one for state, one in zip(graph.states, mean, strict=True)
    ]
    return Knowing({state.data: (one, 1 - one) for state, one in zip(graph.states, worths, strict=True)}), mean


def test_with_a_perfect_arbiter_nothing_is_left_of_chance(graph: Graph) -> None:
    arbiter, plain = knowing(graph)
    mean, square = graph.moments(arbiter)
    assert mean[0] == pytest.approx(plain[0], abs=EXACT)
    assert square[0] - mean[0] ** 2 == pytest.approx(0, abs=EXACT)


def test_with_a_perfect_arbiter_what_is_left_is_what_players_draw(start: State) -> None:
    graph = Graph(start, wavering)
    arbiter, plain = knowing(graph)
    mean, square = graph.moments(arbiter)
    worths = np.array([arbiter.worth(state)[0] for state in graph.states])
    drawn = [
        sum(chance * (worths[to] - worths[n]) ** 2 for to, chance in edges.values())
        if state.to_act in start.game.seats
        else 0.0
        for n, (state, edges) in enumerate(zip(graph.states, graph.edges, strict=True))
    ]
    assert mean[0] == pytest.approx(plain[0], abs=EXACT)
    assert square[0] - mean[0] ** 2 == pytest.approx(graph.summed(drawn)[0], abs=EXACT)
    assert graph.summed(drawn)[0] > 1e-6


# --- The Chronicles: a tree of whole games, through the very function that the arena asks


@dataclass
class Way:
    """One way that a game can go: how likely it is, through which positions, by which moves, drawn from what."""

    chance: float
    states: list[State]
    moves: list[str] = field(default_factory=list)
    drawn: dict[int, Drawn] = field(default_factory=dict)

    def on(self, player: Player) -> Iterator["Way"]:
        """All the ways that it can go on to the end."""
        state = self.states[-1]
        if state.to_act is None:
            yield self
            return
        odds = {state.game.move_text(code): chance for code, chance in odds_in(state, player).items()}
        for move, chance in odds.items():
            decided = {} if state.to_act is ewala.CHANCE else {len(self.moves): Drawn(move, odds, move)}
            longer = [*self.states, state.play(move)], [*self.moves, move], {**self.drawn, **decided}
            yield from Way(self.chance * chance, *longer).on(player)

    def earned(self, arbiter: Arbiter) -> float:
        return share_of_first(self.states[-1]) - luck_in(arbiter, self.states, self.moves, self.drawn)[0]


def mixing(state: State) -> Odds:
    """In the first and the last turn either of two moves, unevenly; in between the first one."""
    turn, moves = state.text.split()[4][0], state.moves()
    if turn in "19" and len(moves) > 1:
        return {state.game.move_code(moves[1]): 0.3, state.game.move_code(moves[-1]): 0.7}
    return {state.game.move_code(moves[0]): 1.0}


@pytest.fixture(scope="module")
def ways() -> list[Way]:
    state = ewala.load("chronicles-of-run").start()
    for tile in (7, 2, 9, 4, 5, 1, 3):
        state = state.play(f"!{tile}")
    return list(Way(1.0, [state]).on(mixing))


def test_likewise_for_deals_and_for_moves_that_are_drawn(ways: list[Way]) -> None:
    assert len(ways) >= 2 * 2 * 2**4
    assert sum(way.chance for way in ways) == pytest.approx(1, abs=EXACT)
    plain = sum(way.chance * share_of_first(way.states[-1]) for way in ways)
    earned = sum(way.chance * way.earned(Absurd()) for way in ways)
    assert 0.05 < plain < 0.95
    assert earned == pytest.approx(plain, abs=EXACT)


def test_a_perfect_arbiter_leaves_nothing_of_told_draws_either(ways: list[Way]) -> None:
    likely: dict[bytes, float] = {}
    won: dict[bytes, float] = {}
    for way in ways:
        for state in way.states:
            likely[state.data] = likely.get(state.data, 0.0) + way.chance
            won[state.data] = won.get(state.data, 0.0) + way.chance * share_of_first(way.states[-1])
    worths = {data: won[data] / chance for data, chance in likely.items()}
    arbiter = Knowing({data: (one, 1 - one) for data, one in worths.items()})
    start = worths[ways[0].states[0].data]
    assert len({share_of_first(way.states[-1]) for way in ways}) > 1
    for way in ways:
        assert way.earned(arbiter) == pytest.approx(start, abs=EXACT)
