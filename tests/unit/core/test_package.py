"""The package's face: its names, and what importing it costs."""

import subprocess
import sys

import pytest

import ewala


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
