"""Every bot of both games, in a browser: given the same position, seed and budget it decides as in Python.

There its search is led by translated Python, on the module's kernels and the weights from their files.
"""

import json
import random
from collections.abc import Callable
from itertools import count
from unittest import mock

import pytest
import thinking
from in_chromium import Script

from ewala.core.engine import Rng
from ewala.core.state import State
from ewala.games.registry import GAMES, game_class, kit_of

pytestmark = pytest.mark.long  # every bot thinks in the browser

TICK = 1 / 1024  # seconds by which the clock goes on whenever somebody looks
SEED = 6
ITERATIONS = {"kingdom-run": 4, "chronicles-of-run": 20}  # for a decision
SECONDS = 0.05
Job = tuple[str, str, dict[str, object], str, list[str], int, float]
SETUPS: dict[str, list[dict[str, object]]] = {
    "kingdom-run": [
        {"players": "KS"},
        {"players": "KSF", "edition": "fr"},
        {"players": "KSFG"},
        {"players": "GS", "may_pass": True, "circuit": "C',A',B'"},
    ],
    "chronicles-of-run": [{}, {"layout": "ring"}, {"layout": "line"}],
}
EACH = {"kingdom-run": 3, "chronicles-of-run": 4}  # positions of a setup
BOTS = [(game, entry.name) for game in GAMES for entry in kit_of(game).opponents()]


def decisions(game: str, options: dict[str, object]) -> list[str]:
    """Some positions of a game at random in which somebody decides, from its beginning to its end."""
    rng, dice, state = random.Random(SEED), Rng(SEED), game_class(game).from_options(options).start()
    met: list[State] = []
    while state.to_act is not None:
        if isinstance(state.to_act, str):
            met.append(state)
            state = state.play(rng.choice(state.moves()))
        else:
            state = state.play(state.sample(dice))
    part = len(met) // EACH[game]
    return [rng.choice(met[n * part : (n + 1) * part]).text for n in range(EACH[game])]


@pytest.fixture(scope="session")
def jobs() -> dict[tuple[str, str], list[Job]]:
    """What each bot has to decide: by so many iterations, and once by the clock."""
    texts = {game: [decisions(game, options) for options in setups] for game, setups in SETUPS.items()}
    found: dict[tuple[str, str], list[Job]] = {}
    for game, name in BOTS:
        setups = list(zip(SETUPS[game], texts[game], strict=True))
        found[game, name] = [("thought", game, options, name, some, SEED, ITERATIONS[game]) for options, some in setups]
        options, some = setups[-1]
        found[game, name].append(("thought_in_time", game, options, name, some[-2:], SEED, SECONDS))
    return found


@pytest.mark.parametrize("bot", BOTS, ids=" ".join)
def test_a_bot_decides_in_javascript_as_in_python(
    bot: tuple[str, str], jobs: dict[tuple[str, str], list[Job]], script: Callable[..., Script]
) -> None:
    for what, *given in jobs[bot]:
        with mock.patch("time.perf_counter", (looks * TICK for looks in count(1)).__next__):
            here = getattr(thinking, what)(*given)
        assert len(here) > 2  # moves, and what it thinks of a position
        assert script(tick=TICK).ask(what, *given) == json.loads(json.dumps(here))
