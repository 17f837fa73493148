"""The package's names, what importing it costs, and the pictures it draws in notebooks."""

import pickle
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import ewala
from ewala.games.registry import GAMES


def test_all_is_sorted_and_complete() -> None:
    assert ewala.__all__ == sorted(ewala.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert dir(ewala) == sorted(ewala.__all__)
    assert set(ewala._HOME) | {"__version__"} == set(ewala.__all__)


@pytest.mark.parametrize("name", ewala.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(ewala, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        ewala.chess  # noqa: B018


IMPORTS = {
    "the package": "import ewala",
    "a game and its moves": "import ewala; ewala.load('kingdom-run').start().moves()",
    "both games, counted a little": (
        "import ewala\n"
        "for name in ('kingdom-run', 'chronicles-of-run'):\n"
        "    game = ewala.load(name)\n"
        "    game.perft(game.parse(game.start().text), 2)"
    ),
    "a record": "import ewala; r = ewala.Record.begin(ewala.load('kingdom-run')); ewala.read_record(r.text())",
}


@pytest.mark.parametrize("code", IMPORTS.values(), ids=IMPORTS)
def test_single_positions_need_neither_numpy_nor_numba(code: str) -> None:
    heavy = {"numpy", "numba", "polars", "litestar", "sqlalchemy", "msgspec", "gymnasium", "ray", "tqdm"}
    report = f"import sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("room", ["envs", "lab.arena", "lab.simulation", "lab.studies"])
def test_rooms_are_there_without_an_import_of_their_own(room: str) -> None:
    code = f"import ewala; print(ewala.{room}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == f"ewala.{room}\n"


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
