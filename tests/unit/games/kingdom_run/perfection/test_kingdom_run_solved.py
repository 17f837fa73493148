"""Small races that are solved, and measures held against them."""

import random
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from ewala.core.engine import OVER_NODE
from ewala.core.errors import BadSetup
from ewala.core.state import State, View
from ewala.games.given_bots import entry_given
from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.perfection import long_search, yardsticks
from ewala.games.kingdom_run.perfection.against_perfect import NOTHING, Played, play
from ewala.games.kingdom_run.perfection.asking import asked, perfect, plan_of
from ewala.games.kingdom_run.perfection.endgames import ENDGAMES, Endgame
from ewala.games.kingdom_run.perfection.long_search import judged, own_turns
from ewala.games.kingdom_run.perfection.solution import Solution
from ewala.games.kingdom_run.perfection.solving import CLOSE, solve
from ewala.games.kingdom_run.perfection.yardsticks import YARDSTICKS
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import AGAIN
from ewala.kit.bot import Assessment, Budget
from ewala.kit.plain_bots import RandomBot
from ewala.kit.yardstick import Contender, Figure, Findings, Sampling

pytestmark = pytest.mark.long  # solves small boards

ONE = Budget(iterations=1)
PODIUM = ",".join(["200"] * 15)
LAST_LAKE = "-/-/-/-/-/-/KS KSSKKSFFFFGGGG 6,6 KS K roll"


def nobody_watches(done: float) -> None:
    """Nobody watches."""


def root(position: str, circuit: str = f"oooo|~~~ 1:3 {PODIUM}", **options: object) -> State:
    return KingdomRun.from_options({"players": "KS", "circuit": circuit, **options}).parse(position)


@cache
def last_lake() -> Solution:
    """Both have one runner left, in the lake before the line, and no tokens make up for being second."""
    return Solution(root(LAST_LAKE), nobody_watches)


@cache
def brink() -> Solution:
    return Solution(ENDGAMES[0].root(), nobody_watches)


def test_who_needs_one_bath_and_rolls_first_wins_as_reckoned_by_hand() -> None:
    """A bath in four dice, or in the same four rolled again: 1 - (5/6)^8 a turn, and the turns alternate (KR-6.3)."""
    missed = (5 / 6) ** 8
    assert last_lake().values[0] == pytest.approx(1 / (1 + missed), abs=1e-9)
    assert last_lake().found.error <= CLOSE


def test_all_that_matters_is_tokens_taken_apart_from_the_runners() -> None:
    """One place of runners, thirteen ways to share the tokens, two seats; and each of them over (KR-1.2)."""
    family = last_lake().family
    assert len(family.alive()) == 13 * 2


def by_the_rules(game: KingdomRun, data: bytes, worth: Callable[[bytes], float]) -> float:
    """What a turn is worth to its mover before the roll, from `worth` of positions once the dice lie.

    Chances, rerolls and their outcomes as the rules' kernel lists them; nothing else.
    """
    engine = game.engine
    known: dict[bytes, float] = {}

    def expected(node: bytes, then: Callable[[bytes], float]) -> float:
        outcomes = engine.chances(node)
        return sum(ways * then(engine.apply(node, move)) for move, ways in outcomes) / sum(ways for _, ways in outcomes)

    def acting(node: bytes) -> float:
        if node not in known:
            known[node] = worth(node)
        return known[node]

    def kept(node: bytes) -> float:
        if node not in known:
            known[node] = expected(node, acting) if engine.look(node).phase == AGAIN else worth(node)
        return known[node]

    def rolled(node: bytes) -> float:
        return max(kept(engine.apply(node, move)) for move in engine.legal(node))

    return expected(data, rolled)


@pytest.mark.parametrize("seed", range(3))
def test_every_value_is_that_of_the_turn_that_follows_by_the_rules_alone(seed: int) -> None:
    """Bellman's equation, with the turn gone through move for move: no search of the bots has a part in it."""
    solution = brink()
    family = solution.family
    number = random.Random(seed).choice(family.alive())
    mover = family.mover(number)
    worth = by_the_rules(family.game, family.data(number), lambda node: solution.rest_of_turn(node, mover))
    assert worth == pytest.approx(solution.share(family.data(number), mover), abs=1e-9)


def test_a_whole_game_meets_only_positions_of_the_family() -> None:
    solution, rng = brink(), random.Random(4)
    state = State(solution.family.game, solution.family.data(0))
    while state.to_act is not None:
        if isinstance(state.to_act, str):
            assert max(solution.move_values(state.data).values()) <= 1
            state = state.play(rng.choice(state.moves()))
        else:
            outcomes = state.game.engine.chances(state.data)
            state = state.play(state.game.move_text(rng.choice(outcomes)[0]))
    assert state.game.engine.to_act(state.data) == OVER_NODE


class Perfect:
    """Knows the solution."""

    def __init__(self, solution: Solution) -> None:
        self._solution = solution

    def choose(self, view: View, *, budget: Budget, rng: random.Random) -> str:
        values = self._solution.move_values(view.data)
        return view.game.move_text(max(values, key=values.__getitem__))

    def assess(self, view: View, *, budget: Budget) -> Assessment:
        first = self._solution.share(view.data, 0)
        return Assessment({view.game.seats[0]: first, view.game.seats[1]: 1 - first}, (), 1.0)


def games(solution: Solution, bot: Contender) -> list[Played]:
    return [play(solution, bot, number % 2, number) for number in range(4)]


def test_perfect_decisions_cost_nothing_and_its_opinions_are_true() -> None:
    played = games(brink(), Contender("perfect", Perfect(brink()), ONE))
    costs = [cost for game in played for cost in game.costs]
    assert len(costs) > 3
    assert max(costs) <= NOTHING
    assert not any(game.mistakes for game in played)
    assert all(thought == pytest.approx(true) for game in played for thought, true in game.opinions)


def test_no_decision_is_better_than_the_best_and_the_same_seed_gives_the_same_game() -> None:
    bot = Contender("random", RandomBot(), ONE)
    once, again = games(brink(), bot), games(brink(), bot)
    costs = [cost for game in once for cost in game.costs]
    assert min(costs) >= -NOTHING
    assert max(costs) > 0.01
    assert [game.costs for game in once] == [game.costs for game in again]


def test_a_best_answer_is_at_least_as_good_as_perfect_play() -> None:
    solution = last_lake()
    written = asked(Contender("random", RandomBot(), ONE), solution.family, 1, nobody_watches)
    best = perfect(solution)
    against_best = solve(solution.family, nobody_watches, plan_of((written, best))).middle
    against_answer = solve(solution.family, nobody_watches, plan_of((written, None))).middle
    assert (against_answer <= against_best + 1e-9).all()
    assert (against_best <= solution.values + 1e-9).all()
    assert against_answer[0] < solution.values[0] - 0.01


def test_there_is_no_better_answer_to_perfect_play_than_perfect_play() -> None:
    solution = last_lake()
    best = perfect(solution)
    for plan in ((best, best), (best, None), (None, best)):
        values = solve(solution.family, nobody_watches, plan_of(plan)).middle
        assert values == pytest.approx(solution.values, abs=1e-9)


def test_a_family_that_is_too_large_is_refused() -> None:
    with pytest.raises(BadSetup) as refused:
        Solution(ENDGAMES[0].root(), nobody_watches, most=50)
    assert refused.value.code == "perfect/size"


def test_a_position_is_solved_before_a_roll() -> None:
    with pytest.raises(BadSetup) as refused:
        Solution(root(LAST_LAKE).play("!DDDD"), nobody_watches)
    assert refused.value.code == "perfect/position"


def costs(contender: Contender) -> list[tuple[float, float]]:
    found = []
    for turn in own_turns(contender, 2, 1):
        with borrowed_search(KingdomRun.from_options({"players": "KS"})) as search:
            one = judged(contender, turn, search, 1)
        assert one.iterations > 0
        found.append((one.reroll, one.actions))
    return found


def test_nobody_does_better_than_the_best_and_chance_does_much_worse() -> None:
    by_level, by_chance = (costs(Contender("", bot, ONE)) for bot in (LEVELS["sorceress"], RandomBot()))
    assert all(cost >= 0 for pair in by_level + by_chance for cost in pair)
    assert sum(map(sum, by_chance)) > sum(map(sum, by_level)) + 0.1


def test_the_same_seed_judges_the_same_turns_alike() -> None:
    contender = Contender("squire", LEVELS["squire"], ONE)
    assert costs(contender) == costs(contender)


AT_THE_LAST_LAKE = Endgame(
    "last lake",
    "one bath before the line",
    f"oooo|~~~ 1:3 {','.join(['200'] * 15)}",
    "-/-/-/-/-/-/KS KSSKKSFFFFGGGG 6,6 KS K roll",
    tabulated=True,
)


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardsticks, "ENDGAMES", (AT_THE_LAST_LAKE,))
    for name, width in {"WIDE": 8, "GLANCE": 1, "CLOSE": 2, "BEST": 2, "POOLED": 6}.items():
        monkeypatch.setattr(long_search, name, width)


def measured(name: str, samples: int, contenders: Sequence[Contender] = ()) -> Findings:
    heard: list[float] = []
    one = next(one for one in YARDSTICKS if one.name == name)
    by = contenders or [Contender("random", RandomBot(), ONE)]
    found = list(one.measure(by, Sampling(samples, 1, heard.append)))
    assert heard == sorted(heard)
    assert heard[-1] == pytest.approx(1)
    assert all(len(found[-1].cells(row)) == len(found[-1].columns) for row in found[-1].rows)
    return found[-1]


def figure(number: Figure) -> float:
    assert isinstance(number, (int, float))
    return float(number)


def test_chance_loses_to_the_perfect_player_and_what_it_expects_is_told() -> None:
    (row,) = measured("endgames", 6).rows
    assert row["games"] == 6
    assert figure(row["share"]) < 0.45
    assert 0 < figure(row["right"]) < 1
    assert figure(row["off"]) > 0


def test_an_opinion_that_swings_too_far_has_a_slope_below_one() -> None:
    truths = [0.3, 0.5, 0.6, 0.7]
    assert yardsticks._slope([(true, true) for true in truths]) == pytest.approx(1)
    assert yardsticks._slope([(0.5 + 2 * (true - 0.5), true) for true in truths]) == pytest.approx(0.5)


class Speechless:
    """Has no opinions."""

    def choose(self, view: View, **thinking: object) -> str:
        return view.moves()[0]


def test_who_has_no_opinions_is_measured_without_them() -> None:
    (row,) = measured("endgames", 2, [Contender("it", entry_given("kingdom-run", Speechless()).bot, ONE)]).rows
    assert row["opinions"] == 0
    assert row["off"] is None
    assert row["slope"] is None


def test_a_best_answer_gains_at_least_what_perfect_play_does() -> None:
    (row,) = measured("answers", 1).rows
    assert figure(row["response"]) <= figure(row["perfect"]) < 0.5
    assert figure(row["gain"]) == pytest.approx(0.5 - figure(row["response"]))


def test_turns_are_judged_for_each_bot() -> None:
    (row,) = measured("turns", 1).rows
    assert row["turns"] == 1
    assert figure(row["actions"]) >= 0
    assert figure(row["iterations"]) > 0


@pytest.mark.parametrize("endgame", ENDGAMES, ids=lambda endgame: endgame.name)
def test_every_endgame_can_stand(endgame: Endgame) -> None:
    assert endgame.root().text == endgame.position
