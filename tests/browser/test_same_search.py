"""Processor and WebAssembly, one search: after each call of a kernel all buffers are the same, bit for bit."""

import random
from collections.abc import Callable, Iterator

import pytest
from in_chromium import check

from ewala.browser.node import Machine
from ewala.browser.recorded import RecordingMachine
from ewala.core.engine import Rng
from ewala.core.state import State
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.bots.fitted import fitted_network
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.bots.search import Search
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State as Bids
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import shipped_values
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.state import ACT, SOW
from ewala.games.kingdom_run.rules.state import State as Position
from ewala.games.registry import load
from ewala.kit.bot import Budget

pytestmark = pytest.mark.long  # hundreds of positions of every game, edition and layout

Modules = Callable[[str], Machine]


def decisions(game: KingdomRun, seed: int) -> Iterator[State]:
    """Two decisions before actions and two in the middle of them, of a game at random."""
    rng, dice, state = random.Random(seed), Rng(seed), game.start()
    met: dict[bool, list[State]] = {True: [], False: []}
    while state.to_act is not None:
        if isinstance(state.to_act, str):
            met[Position.unpack(state.data).phase in (ACT, SOW)].append(state)
            state = state.play(rng.choice(state.moves()))
        else:
            state = state.play(state.sample(dice))
    for some in met.values():
        yield from rng.sample(some, 2)


@pytest.mark.parametrize("players", ["KS", "KSF", "KSFG"])
def test_turns_are_looked_through_alike(players: str, machine: Modules) -> None:
    game = load("kingdom-run", players=players)
    assert isinstance(game, KingdomRun)
    recorded = RecordingMachine()
    search = TurnSearch(game, shipped_values(game, "learned"), recorded)
    search.__dict__["_wide"] = search._narrow  # a large one would take long to compare
    for state in decisions(game, len(players)):
        search.judge(state.data)
        search.features(state.data)
        if Position.unpack(state.data).phase in (ACT, SOW):
            search.ends(state.data, width=20, most=9, noise=0.02, seed=6)
        else:
            search.look(state.data, width=3)
    assert {step.call for step in recorded.steps} >= {"grow", "note_stuck", "expect_keeping", "judge_board"}
    check(recorded, machine(game.name))


def test_bids_are_weighed_alike(machine: Modules) -> None:
    """From an early turn to the last: by learned values, by the end of the game, and with errors."""
    recorded = RecordingMachine()
    game = load("chronicles-of-run")
    assert isinstance(game, Chronicles)
    search = Search(game, "win", fitted_network(), recorded)

    class Recorded(ChroniclesBot):
        def search_for(self, game: Chronicles) -> Search:
            return search

    for seed, turn in enumerate((3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9)):
        state = public_position(turn, seed)
        assert isinstance(state.to_act, str)
        view = state.view(state.to_act)
        Recorded(turns_exact=2, noise=0.1).think(view, Budget(iterations=8), random.Random(seed) if seed % 2 else None)
        search.worth(Bids.unpack(state.data), 1)
    assert {step.call for step in recorded.steps} == {
        "blur",
        "forget",
        "lay_out_slot",
        "pair_worth",
        "solve_game",
        "worth",
    }
    check(recorded, machine(game.name))
