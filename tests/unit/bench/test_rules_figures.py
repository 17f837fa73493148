"""The arithmetic of the ratios, and what a page of figures looks like."""

import json

import pytest
from measurements import measured

from ewala.lab.bench.measure import Measurement
from ewala.lab.bench.rules_figures import figures


@pytest.fixture
def everyone() -> list[Measurement]:
    return [
        measured("Tag", "compiled", True, 6000, 60_000),
        measured("Tag", "interpreted", True, 60, 600),
        measured("OpenSpiel go fish", "C++ rollouts", False, 2000, None),
        measured("OpenSpiel go fish", "Python", False, 20, 100),
    ]


def test_ratios_are_of_games_per_second(everyone: list[Measurement]) -> None:
    found = figures(everyone)
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_peers] == [
        ("Tag", "OpenSpiel go fish, C++ rollouts", 3.0),
        ("Tag", "OpenSpiel go fish, Python", 300.0),
    ]
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_interpreted] == [
        ("Tag", "interpreted", 100.0)
    ]


def test_moves_that_nobody_counts_are_reckoned_from_the_same_game_elsewhere(everyone: list[Measurement]) -> None:
    rollouts = figures(everyone).rows[2]
    assert rollouts.moves_per_game == 5.0
    assert rollouts.moves_per_second == 5000.0


def test_moves_that_are_counted_nowhere_stay_unknown(everyone: list[Measurement]) -> None:
    found = figures(everyone[:3])
    assert found.rows[2].moves_per_second is None
    assert "—" in found.as_text()


def test_who_has_not_played_is_left_out(everyone: list[Measurement]) -> None:
    everyone[1].rounds.clear()
    found = figures(everyone)
    assert [row.name for row in found.rows] == [
        "Tag, compiled",
        "OpenSpiel go fish, C++ rollouts",
        "OpenSpiel go fish, Python",
    ]
    assert found.to_interpreted == []


def test_the_page(everyone: list[Measurement]) -> None:
    expected = """\
                                 games/s      (min–max)  moves/s  moves/game
Tag, compiled                      3,000  (3,000–3,000)   30,000        10.0
Tag, interpreted                      30        (30–30)      300        10.0
OpenSpiel go fish, C++ rollouts    1,000  (1,000–1,000)    5,000         5.0
OpenSpiel go fish, Python             10        (10–10)       50         5.0

Ratios of games/s (not of moves/s: what counts as a move differs from game to game)
                                      Tag
to OpenSpiel go fish, C++ rollouts    3 ×
to OpenSpiel go fish, Python        300 ×

Compiled to interpreted
Tag  100 ×
"""
    assert figures(everyone).as_text() == expected


def test_what_a_program_reads(everyone: list[Measurement]) -> None:
    found = json.loads(json.dumps(figures(everyone).as_json()))
    assert found["rows"][0] == {
        "game": "Tag",
        "way": "compiled",
        "ours": True,
        "games_per_second": {"median": 3000.0, "low": 3000.0, "high": 3000.0},
        "moves_per_second": 30000.0,
        "moves_per_game": 10.0,
        "rounds": 1,
    }
    assert found["ratios_to_peers"][0] == {
        "of": "Tag",
        "to": "OpenSpiel go fish, C++ rollouts",
        "games_per_second": 3.0,
    }
    assert found["ratios_to_interpreted"] == [{"of": "Tag", "to": "interpreted", "games_per_second": 100.0}]
