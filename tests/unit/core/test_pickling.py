"""Games, positions, records and errors travel: copied, written down, sent to another process."""

import copy
import multiprocessing
import pickle
import random
from collections.abc import Callable
from operator import methodcaller
from typing import Any

import pytest

import ewala
from ewala.core.dice import Dice

DICE = Dice(bytes(range(32)))
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
    "copied": copy.copy,
    "deep-copied": copy.deepcopy,
}


def begun(name: str, **options: str) -> ewala.Record:
    """A record of some moves; everything that is kept for later has been asked for."""
    record = ewala.Record.begin(ewala.load(name, **options), dice=DICE)
    choose = random.Random(3)
    while len(record.moves) < 14:
        state = record.state
        if state.to_act is ewala.CHANCE:
            record.roll(DICE)
        else:
            record.play(choose.choice(state.moves()))
    assert record.state.moves()
    assert record.state.scores()
    assert record.state.view(record.game.seats[0]).observation()
    assert record.text()
    return record


RECORDS = [
    begun("kingdom-run", players="KS"),
    begun("kingdom-run", backend="compiled", circuit="C',A',B'"),
    begun("chronicles-of-run", layout="ring"),
]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_what_was_used_comes_back_equal_and_goes_on(record: ewala.Record, way: Callable[[Any], Any]) -> None:
    state = record.state
    view = state.view(record.game.seats[1])
    for thing in (record.game, state, view):
        again = way(thing)
        assert again == thing
        assert hash(again) == hash(thing)
    assert way(record.game).backend == record.game.backend
    assert way(state).moves() == state.moves()
    assert way(view).observation() == view.observation()
    again = way(record)
    assert again == record
    assert again.text() == record.text()


@pytest.mark.parametrize("way", ["pickled", "deep-copied"])
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.game.name)
def test_a_copied_record_goes_its_own_way(record: ewala.Record, way: str) -> None:
    again, before = WAYS[way](record), list(record.moves)
    while again.state.to_act is ewala.CHANCE:
        again.roll(DICE)
    again.play(again.state.moves()[0])
    assert record.moves == before
    assert len(list(again.states())) == len(again.moves) + 1 > len(list(record.states()))


def test_engines_stay_behind() -> None:
    state = RECORDS[0].state
    assert len(pickle.dumps(state)) < 1500
    assert "interpreted" not in pickle.loads(pickle.dumps(state)).game.__dict__


def test_other_processes_play_on_and_refuse_alike() -> None:
    states = [record.state for record in RECORDS]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        listed = pool.map_async(methodcaller("moves"), states).get(timeout=60)
        after = [pool.apply_async(state.play, (state.moves()[0],)) for state in states]
        assert listed == [state.moves() for state in states]
        assert [one.get(timeout=60) for one in after] == [state.play(state.moves()[0]) for state in states]
        with pytest.raises(ewala.UnreadableText) as caught:
            pool.apply_async(states[0].play, ("no move",)).get(timeout=60)
    with pytest.raises(ewala.UnreadableText) as here:
        states[0].play("no move")
    assert str(caught.value) == str(here.value)
    assert vars(caught.value).keys() == vars(here.value).keys()


@pytest.mark.parametrize(
    "error",
    [
        ewala.IllegalMove("move/x", "KR-1.1", "D4K", "a reason with {braces}"),
        ewala.BadSetup("setup/x", "KR-1.1", "why"),
        ewala.NotYourTurn("why"),
        ewala.DamagedRecord("record/x", 3, "why", record=RECORDS[0], move="D4K"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_keep_what_they_say(error: ewala.EwalaError) -> None:
    again = WAYS["pickled"](error)
    assert type(again) is type(error)
    assert str(again) == str(error)
    kept = {name: value for name, value in vars(error).items() if name != "sentence"}
    assert {name: getattr(again, name) for name in kept} == kept
