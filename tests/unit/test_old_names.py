"""Public modules that moved are found by their old names, with a warning."""

import importlib
import sys

import pytest

import ewala

OLD = {
    "ewala.arena": "ewala.lab.arena",
    "ewala.bots.given": "ewala.games.given_bots",
    "ewala.bots.roster": "ewala.games.roster",
    "ewala.coach.analyse": "ewala.games.coach",
    "ewala.coach.hints": "ewala.games.coach",
    "ewala.core.record_writing": "ewala.core.record",
    "ewala.envs.agents": "ewala.envs.aec",
    "ewala.kit.roster": "ewala.kit.bot",
    "ewala.play.match": "ewala.tables.match",
    "ewala.play.table": "ewala.tables.table",
    "ewala.ratings": "ewala.kit.ratings",
    "ewala.server.wire.messages": "ewala.tables.messages",
    "ewala.simulation": "ewala.lab.simulation",
    "ewala.studies": "ewala.lab.studies",
}


@pytest.mark.parametrize("old", OLD)
def test_an_old_name_leads_to_the_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=" is now ") as caught:  # of its package, too
        assert importlib.import_module(old) is importlib.import_module(OLD[old])
    assert str(caught[-1].message) == f"{old} is now {OLD[old]}"


def test_old_names_are_attributes_too() -> None:
    sys.modules.pop("ewala.simulation", None)
    vars(ewala).pop("simulation", None)
    with pytest.warns(DeprecationWarning, match=r"ewala\.simulation is now ewala\.lab\.simulation"):
        assert ewala.simulation is importlib.import_module("ewala.lab.simulation")


def test_a_name_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("ewala.arenas")
    with pytest.raises(AttributeError, match="no attribute 'arenas'"):
        _ = ewala.arenas
