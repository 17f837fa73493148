"""What a kernel gets that it does not define: an open game with a loaded die, interpreted and compiled."""

from collections import Counter
from typing import Any

import loaded_die
import pytest

from ewala.core.defaults import fill_in
from ewala.core.engine import CHANCE_NODE, OVER_NODE, Compiled, Engine, Interpreted, Rng
from ewala.core.rng import seeded


@pytest.fixture(params=[Interpreted, Compiled])
def engine(request: pytest.FixtureRequest) -> Engine:
    rules = loaded_die.Rules()
    rules.players = 2
    made: Engine = request.param("loaded_die", rules)
    return made


def test_chances_moves_and_the_end_follow_from_why_not_weight_and_scores(engine: Engine) -> None:
    start = engine.start()
    assert engine.to_act(start) == CHANCE_NODE
    assert engine.chances(start) == [(1, 1), (2, 2), (3, 3)]
    rolled = engine.apply(start, 3)
    assert (engine.to_act(rolled), engine.legal(rolled), engine.chances(rolled)) == (0, [0, 4], [])
    over = engine.apply(engine.apply(engine.apply(rolled, 0), 1), 0)
    assert (engine.to_act(over), engine.legal(over)) == (OVER_NODE, [])
    assert engine.result(over, 2) == ([3, 1], [True, False])
    assert engine.perft(start, 4) == 36
    assert engine.play_out_many(3, Rng(1)) == 12


def test_outcomes_are_drawn_by_their_weight(engine: Engine) -> None:
    rng, start = Rng(5), engine.start()
    drawn = Counter(engine.sample(start, rng) for _ in range(600))
    assert all(abs(drawn[move] - 100 * move) < 40 for move in (1, 2, 3))


def test_outcomes_fall_by_weight_and_every_legal_move_is_equally_likely_in_random_play() -> None:
    kernel: Any = loaded_die
    rules, rng, points = kernel.Rules(), [seeded(7)], Counter[int]()
    rules.players = 2
    for _ in range(600):
        s = kernel.State()
        kernel.play_on(s, rules, rng)
        kernel.play_on(s, rules, rng)
        points[s.points[0]] += 1
    assert sorted(points) == [1, 2, 3, 11, 12, 13]
    assert all(abs(points[n] - 50 * n) < 40 and abs(points[10 + n] - 50 * n) < 40 for n in (1, 2, 3))


def test_nothing_is_hidden_and_a_learner_sees_every_number(engine: Engine) -> None:
    state = engine.apply(engine.start(), 3)
    assert engine.redact(state, 1) == engine.determinize(state, Rng(1)) == state
    assert engine.seen(state, 3, 1) == 3
    assert engine.observe(state, 1) == [1, *(3, 0), 0, 1]
    assert engine.observe(state, -1) == [0, *(3, 0), 0, 1]


def test_whoever_weighs_outcomes_must_draw_from_them() -> None:
    with pytest.raises(TypeError, match="sample"):
        fill_in({"chances": loaded_die.weight})


def test_nothing_is_left_to_chance_where_a_kernel_does_not_say_what_is() -> None:
    names: dict[str, Any] = {**vars(loaded_die)}
    del names["is_chance"]
    fill_in(names)
    assert names["is_chance"](object()) is False
