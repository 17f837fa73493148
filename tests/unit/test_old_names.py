"""Public modules that moved are found by their old names, with a warning."""

import importlib
import sys

import pytest

import ewala

OLD = {
    "ewala.lab.arena": "ewala.lab.arena",
    "ewala.games.given_bots": "ewala.games.given_bots",
    "ewala.games.roster": "ewala.games.roster",
    "ewala.games.analyse": "ewala.games.analyse",
    "ewala.games.hints": "ewala.games.hints",
    "ewala.tables.match": "ewala.tables.match",
    "ewala.tables.table": "ewala.tables.table",
    "ewala.kit.ratings": "ewala.kit.ratings",
    "ewala.tables.messages": "ewala.tables.messages",
    "ewala.lab.simulation": "ewala.lab.simulation",
    "ewala.lab.studies": "ewala.lab.studies",
}


@pytest.mark.parametrize("old", OLD)
def test_an_old_name_leads_to_the_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=" is now ") as caught:  # of its package, too
        assert importlib.import_module(old) is importlib.import_module(OLD[old])
    assert str(caught[-1].message) == f"{old} is now {OLD[old]}"


def test_old_names_are_attributes_too() -> None:
    sys.modules.pop("ewala.lab.simulation", None)
    vars(ewala).pop("simulation", None)
    with pytest.warns(DeprecationWarning, match=r"ewala\.simulation is now ewala\.lab\.simulation"):
        assert ewala.lab.simulation is importlib.import_module("ewala.lab.simulation")


def test_a_name_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("ewala.arenas")
    with pytest.raises(AttributeError, match="no attribute 'arenas'"):
        _ = ewala.arenas
