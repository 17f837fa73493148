"""The coach in a browser: its hints and analyses are Python's, byte for byte, in several languages.

What it thinks is counted in iterations, or in looks at a clock that both are given.
"""

import random
import re
from collections.abc import Callable
from itertools import count
from typing import Any
from unittest import mock

import coaching
import pytest
from in_chromium import Script
from random_games import NAMES, part_of, played

from ewala.core.record import Record
from ewala.core.state import State
from ewala.locale.languages import LANGUAGES

pytestmark = pytest.mark.long  # the coach looks through games in the browser

TICK = 1 / 64  # seconds by which the clock goes on whenever somebody looks
SECONDS = 0.25
SEED = 5
HINTS = 5  # positions of each game
Job = tuple[Any, ...]


def decisions(record: Record) -> list[str]:
    """Some positions of a game in which somebody decides, from its beginning to its end."""
    rng = random.Random(SEED)
    met: list[State] = [state for state in record.states() if isinstance(state.to_act, str)]
    part = len(met) // HINTS
    return [rng.choice(met[n * part : (n + 1) * part]).text for n in range(HINTS)]


def hints(game: str, options: dict[str, object]) -> Job:
    return "whispered", game, options, decisions(played(game, options)), NAMES, list(LANGUAGES), SECONDS


def analysis(game: str, options: dict[str, object], part: slice, iterations: int, language: str) -> Job:
    """Of some of a game's moves."""
    return "looked_through", part_of(played(game, options), part).text(), iterations, language


JOBS: dict[str, Job] = {
    "hints in a race for two": hints("kingdom-run", {"players": "KS"}),
    "hints in a race for three": hints("kingdom-run", {"players": "SFG", "may_pass": True}),
    "hints in a duel": hints("chronicles-of-run", {"layout": "ring"}),
    "the end of a race": analysis("kingdom-run", {"players": "KS"}, slice(-14, None), 5, "fr"),
    "the middle of a race": analysis("kingdom-run", {"players": "KSF"}, slice(40, 49), 1, "nl"),
    "a duel": analysis("chronicles-of-run", {}, slice(None), 2, "en"),
    "the end of a duel": analysis("chronicles-of-run", {"layout": "ring"}, slice(-9, None), 5, "es"),
}


@pytest.mark.parametrize("name", JOBS)
def test_the_coach_says_in_javascript_what_it_says_in_python(name: str, script: Callable[..., Script]) -> None:
    what, *given = JOBS[name]
    clock = (looks * TICK for looks in count(1)).__next__
    with mock.patch("time.perf_counter", clock), mock.patch("time.monotonic", clock):
        here = getattr(coaching, what)(*given)
    assert len(here) >= HINTS
    assert re.search('"reason":"[^"]', "".join(here))
    assert script(tick=TICK).ask(what, *given) == here
