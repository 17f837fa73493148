"""The benchmark with real modules: everyone plays, for a moment."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from compile_kernels import write_browser_kernels

from ewala.browser.build import Module
from ewala.browser.node import Machine
from ewala.games.registry import GAMES
from ewala.lab.bench import browser as bench_browser


def test_every_game_is_measured_in_node_beside_the_processor(
    node: Callable[[str], Machine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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


def test_every_game_has_a_module_and_its_description(module: Callable[[str], Module], tmp_path: Path) -> None:
    written = {one.name: one for one in write_browser_kernels(tmp_path)}
    assert set(written) == set(GAMES)
    for name in GAMES:
        assert (tmp_path / f"{name}.wasm").read_bytes() == module(name).code
        assert json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")) == written[name].about
