"""Bots of one's own: as an object or as `module:Class`, wherever a bot's name is taken."""

import copy
import pickle
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ewala
from ewala.cli import main
from ewala.games.given_bots import bot, check_it_travels, entry_given, named
from ewala.games.roster import entry_called
from ewala.lab.arena import play_arena
from ewala.lab.simulation import simulate

CODE = """
class First:
    \"\"\"The first move that is legal.\"\"\"

    def choose(self, view, *, budget, rng):
        return view.moves()[0]


class Mute:
    pass


class Choosy:
    def __init__(self, taste):
        self.taste = taste


class Stubborn:
    def choose(self, view, *, budget, rng):
        return "D4K"


class Failing:
    def choose(self, view, *, budget, rng):
        raise ZeroDivisionError("of its own")


class Rooms:
    Inner = First


ready = First()
"""


@pytest.fixture(scope="module", autouse=True)
def own_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A module beside the program, as somebody has who writes a bot."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "own_bots.py").write_text(CODE, encoding="utf-8")
    (folder / "broken_bots.py").write_text("import nothing_of_that_name", encoding="utf-8")
    with pytest.MonkeyPatch.context() as here:
        here.chdir(folder)
        here.setattr(sys, "path", list(sys.path))
        yield


def odd(value: object) -> Any:
    """A value of another kind than belongs there."""
    return value


def first() -> Any:
    import own_bots  # type: ignore[import-not-found]

    return own_bots.First()


KINGDOM = ewala.load("kingdom-run", players="KS")
VIEW = KINGDOM.start().play("!DDLX").view("K")
BUDGET, RNG = ewala.Budget(iterations=1), random.Random(1)


@pytest.mark.parametrize("name", ["own_bots:First", "own_bots:ready", "own_bots:Rooms.Inner"])
def test_a_class_is_made_and_what_lies_ready_is_taken(name: str) -> None:
    assert bot(KINGDOM, name).choose(VIEW, budget=BUDGET, rng=RNG) == VIEW.moves()[0]
    assert bot("kingdom-run", name) is bot(KINGDOM, name)


def test_the_roster_is_at_the_top() -> None:
    assert ewala.bot("kingdom-run", "greedy") is entry_called("kingdom-run", "greedy").bot


REFUSED: list[tuple[str, Callable[[], object], str, str]] = [
    ("no such name", lambda: ewala.bot("kingdom-run", "nobody"), "setup/bot", "the bots are"),
    ("no such game", lambda: ewala.bot("chess", "greedy"), "setup/unknown-game", "chess"),
    ("no such module", lambda: ewala.bot(KINGDOM, "missing_bots:First"), "bot/module", "no module 'missing_bots'"),
    ("a broken module", lambda: ewala.bot(KINGDOM, "broken_bots:First"), "bot/module", "nothing_of_that_name"),
    ("no such class", lambda: ewala.bot(KINGDOM, "own_bots:Second"), "bot/module", "own_bots has no Second"),
    ("a class that wants more", lambda: ewala.bot(KINGDOM, "own_bots:Choosy"), "bot/module", "taste"),
    ("a class that does not choose", lambda: ewala.bot(KINGDOM, "own_bots:Mute"), "bot/choose", "choose"),
    ("an object that does not choose", lambda: ewala.bot(KINGDOM, odd(object())), "bot/choose", "choose"),
    ("a class in place of a bot", lambda: ewala.bot(KINGDOM, odd(type(first()))), "bot/choose", r"First\(\)"),
    ("an answer that is no move here", lambda: asked("own_bots:Stubborn"), "bot/answer", "Stubborn answered 'D4K'"),
    ("a bot that fails", lambda: asked("own_bots:Failing"), "bot/failed", "ZeroDivisionError: of its own"),
    ("no opinion", lambda: bot(KINGDOM, first()).assess(VIEW, budget=BUDGET), "bot/assess", "First"),
    ("a state in place of a view", lambda: asked("random", KINGDOM.start()), "bot/view", "view"),
    ("another game's view", lambda: asked("squire", other()), "bot/game", "plays Kingdom Run"),
    ("another game's view, thought about", lambda: thought("oracle", VIEW), "bot/game", "plays The Chronicles"),
    ("somebody else's turn", lambda: asked("greedy", KINGDOM.start().view("S")), "move/not-your-turn", "has to act"),
]


def asked(name: str, view: Any = VIEW) -> str:
    return ewala.bot("kingdom-run", name).choose(view, budget=BUDGET, rng=RNG)


def thought(name: str, view: ewala.View) -> object:
    return ewala.bot("chronicles-of-run", name).assess(view, budget=BUDGET)


def other() -> ewala.View:
    state = ewala.load("chronicles-of-run").start()
    while state.to_act is ewala.CHANCE:
        state = state.play(state.moves()[0])
    return state.view(str(state.to_act))


@pytest.mark.parametrize(("call", "code", "said"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_is_no_bot_is_refused(call: Callable[[], object], code: str, said: str) -> None:
    with pytest.raises(ewala.EwalaError, match=said) as refused:
        call()
    assert refused.value.code == code


def test_a_seated_bot_is_copied_and_sent() -> None:
    seated = ewala.bot(KINGDOM, first())
    for again in (copy.deepcopy(seated), pickle.loads(pickle.dumps(seated))):
        assert again.choose(VIEW, budget=BUDGET, rng=RNG) == VIEW.moves()[0]
    assert copy.deepcopy(entry_given("kingdom-run", first())).bot.choose(VIEW, budget=BUDGET, rng=RNG)


def test_objects_have_names_of_their_own() -> None:
    one, two = first(), first()
    names, objects = named([one, "greedy", two, one])
    assert names == ["object:First", "greedy", "object:First-2", "object:First"]
    assert objects == {"object:First": one, "object:First-2": two}
    check_it_travels(objects)
    one.stays = lambda: None
    with pytest.raises(ewala.BadSetup, match="First can't be sent to another process") as refused:
        check_it_travels(objects)
    assert refused.value.code == "bot/travel"


def test_an_arena_takes_objects_and_classes() -> None:
    """An object plays the same games here and in other processes."""
    here = play_arena(KINGDOM, [first(), "greedy"], games=2, plain=True)
    assert here.contest.labels == ["First", "greedy"]
    by_name = play_arena("kingdom-run", ["own_bots:First@3", "greedy"], games=2, players="KS", plain=True)
    assert by_name.contest.labels == ["own_bots:First@3", "greedy"]
    assert len(by_name.rows) == 2
    there = play_arena("kingdom-run", [first(), "greedy"], games=2, workers=2, players=2, plain=True)
    assert [row.scores for row in here.rows] == [row.scores for row in there.rows]


def test_an_arena_of_objects_goes_on_with_them_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play_arena(KINGDOM, [first(), "random"], games=2, folder=tmp_path, plain=True)
    again = play_arena(KINGDOM, [first(), "random"], games=4, folder=tmp_path, resume=True, plain=True)
    assert len(again.rows) == 4
    arguments = ["arena", "kingdom-run", "object:First", "random", "--players", "KS", "--games", "8"]
    assert main([*arguments, "--plain", "--out", str(tmp_path), "--resume"]) == 1
    assert "First was an object of a program" in capsys.readouterr().err


def test_a_simulation_takes_objects_and_classes() -> None:
    tables = [
        simulate("kingdom-run", policies, games=3, seed=4, players="KS", threads=2)
        for policies in ([first(), "uniform"], ["own_bots:First", "uniform"], "own_bots:First,uniform")
    ]
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])
    assert simulate(KINGDOM, first(), games=2).height == 2
    with pytest.raises(ewala.BadSetup, match="D4K"):
        simulate(KINGDOM, "own_bots:Stubborn", games=1)


def test_the_commands_take_classes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "kingdom-run", "own_bots:First", "random", "--players", "KS", "--games", "2"]) == 0
    assert "own_bots:First against random" in capsys.readouterr().out
    assert main(["simulate", "kingdom-run", "--policies", "own_bots:First", "--games", "2"]) == 0
    assert main(["arena", "kingdom-run", "own_bots:Second", "random"]) == 1
    assert "own_bots has no Second [bot/module]" in capsys.readouterr().err
