"""Kingdom Run's yardsticks as tables, over as little as will do."""

from collections.abc import Sequence

import pytest

from ewala.core.state import View
from ewala.games.given_bots import entry_given
from ewala.games.kingdom_run.perfection import long_search, yardsticks
from ewala.games.kingdom_run.perfection.endgames import ENDGAMES, Endgame
from ewala.games.kingdom_run.perfection.yardsticks import YARDSTICKS
from ewala.kit.bot import Budget
from ewala.kit.random_bot import RandomBot
from ewala.kit.yardstick import Contender, Figure, Findings, Sampling

ONE = Budget(iterations=1)
LAST_LAKE = Endgame(
    "last lake",
    "one bath before the line",
    f"oooo|~~~ 1:3 {','.join(['200'] * 15)}",
    "-/-/-/-/-/-/KS KSSKKSFFFFGGGG 6,6 KS K roll",
    tabulated=True,
)


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardsticks, "ENDGAMES", (LAST_LAKE,))
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
