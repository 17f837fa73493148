"""Pictures in notebooks: a state shows all that stands, a view no more than its viewer may know."""

import pickle
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import ewala
from ewala.games.registry import GAMES


def hidden_bid(rune: int) -> ewala.State:
    """The Chronicles after a first bid that lies face down."""
    state, rng = ewala.load("chronicles-of-run").start(), ewala.Rng(3)
    while state.to_act is ewala.CHANCE:
        state = state.play(state.sample(rng))
    return state.play(f"{rune}>3a")


@pytest.mark.parametrize("name", GAMES)
def test_states_views_and_records_are_drawn(name: str) -> None:
    record = ewala.Record.begin(ewala.load(name))
    for thing in (record.state, record.state.view(ewala.SPECTATOR), record):
        picture = thing._repr_svg_()
        assert picture is not None
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_a_view_draws_nothing_that_is_hidden() -> None:
    one, other = hidden_bid(8), hidden_bid(10)
    mover = next(seat for seat in "OC" if seat != one.to_act)
    for viewer in (str(one.to_act), ewala.SPECTATOR):
        assert one.view(viewer)._repr_svg_() == other.view(viewer)._repr_svg_()
    assert one.view(mover)._repr_svg_() != other.view(mover)._repr_svg_()
    assert one._repr_svg_() != other._repr_svg_()


def test_what_was_read_from_a_file_is_drawn() -> None:
    """In a process that has loaded no game by itself."""
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)._repr_svg_()[:4])"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(hidden_bid(8)), capture_output=True, check=True, timeout=60
    )
    assert done.stdout.decode().strip() == "<svg"


def test_drawing_is_loaded_when_somebody_looks() -> None:
    code = (
        "import sys, ewala; s = ewala.load('kingdom-run').start(); s.moves()\n"
        "print([name for name in sys.modules if 'present.picture' in name or name == 'numpy'])\n"
        "s._repr_svg_(); print('numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split("\n")[:2] == ["[]", "False"]
