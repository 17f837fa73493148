"""Stories as tables of numbers that a network is fitted on."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ewala.games.kingdom_run.bots.features import FEATURES
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.state import State
from ewala.games.kingdom_run.training.self_play import Story

# How far a target trusts what came a turn of everybody's later: 1 is to the end, 0 no farther than a look. With more
# players, more of what comes is chance of which a look knows nothing.
TRACE = {2: 0.9, 3: 0.8, 4: 0.7}
COLUMNS = ("features", "sums", "progress", "target", "outcome")


def lessons(search: TurnSearch, stories: Sequence[Story]) -> dict[str, Any]:
    """For each position: every seat's features and plain sum, the podium's progress, what to expect, what happened."""
    seats = len(search.game.seats)
    many = sum(len(story.turns) for story in stories)
    table: dict[str, Any] = {
        "features": np.zeros((many, seats, FEATURES), np.float16),  # small whole numbers, and tenths
        "sums": np.zeros((many, seats), np.float32),
        "progress": np.zeros(many, np.float32),
        "target": np.zeros((many, seats), np.float32),
        "outcome": np.zeros((many, seats), np.float32),
    }
    n = 0
    rows = np.array(search.sums, np.float64)
    for story in stories:
        for turn, target in zip(story.turns, targets(story), strict=True):
            arrived = State.unpack(turn.start).arrived
            seen = np.array(search.features(turn.start))
            table["features"][n], table["sums"][n] = seen, seen @ rows[arrived]
            table["progress"][n] = arrived / search.game.rules.places
            table["target"][n], table["outcome"][n] = target, story.outcome
            n += 1
    return table


def targets(story: Story) -> list[Any]:
    """For each turn what was expected of it, and what the turns from there on were better and worse than expected.

    The luck of the dice is left out, so that less chance has to be averaged away: a turn is held against what could be
    expected once its dice lay there. Later turns weigh less and less.
    """
    later: Any = np.array(story.outcome)
    players = len(story.outcome)
    trust = TRACE[players] ** (1 / players)
    found = []
    for turn in reversed(story.turns):
        later = np.array(turn.outlook) + trust * (later - np.array(turn.thrown))
        found.append(later)
    return found[::-1]


def joined(tables: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Several tables, one below the other."""
    return {name: np.concatenate([table[name] for table in tables]) for name in COLUMNS}
