"""The command: who takes part, what it prints and writes, and how it stops."""

import argparse
import importlib.util
import json
from pathlib import Path

import pytest
from measurements import measured

from ewala.core.extras import NotInstalled
from ewala.lab.bench import browser as bench_browser
from ewala.lab.bench.browser_figures import IN_NODE, figures
from ewala.lab.bench.measure import Measurement


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ewala bench browser")
    bench_browser.add_arguments(parser)
    return parser.parse_args(words)


@pytest.fixture
def everyone() -> list[Measurement]:
    return [
        measured("Tag", "compiled", True, 6000, 60_000),
        measured("Tag, for two", "compiled", True, 7000, 60_000),
        measured("Tag", IN_NODE, True, 4800, 48_000),
        measured("Tag, the Catcher's search", "compiled", True, 4, 4000),
        measured("Tag, the Catcher's search", IN_NODE, True, 2, 2000),
        measured("OpenSpiel go fish", "C++ rollouts", False, 200, None),
    ]


def test_webassembly_is_held_against_the_same_game_compiled_and_against_peers(everyone: list[Measurement]) -> None:
    found = figures(everyone)
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_compiled] == [
        ("Tag", "compiled", 0.8),
        ("Tag, the Catcher's search", "compiled", 0.5),
    ]
    assert [(ratio.of, ratio.to, ratio.games_per_second) for ratio in found.to_peers] == [
        ("Tag", "OpenSpiel go fish, C++ rollouts", 24.0)
    ]


def test_the_page(everyone: list[Measurement]) -> None:
    expected = """\
                                 games/s      (min–max)  moves/s  moves/game
Tag, compiled                      3,000  (3,000–3,000)   30,000        10.0
Tag, for two, compiled             3,500  (3,500–3,500)   30,000         8.6
Tag, WebAssembly in Node           2,400  (2,400–2,400)   24,000        10.0
OpenSpiel go fish, C++ rollouts      100      (100–100)        —           —

Ratios of games/s (not of moves/s: what counts as a move differs from game to game)
                                     Tag
to OpenSpiel go fish, C++ rollouts  24 ×

                                                rounds of decisions/s  positions/s
Tag, the Catcher's search, compiled                              2.00        2,000
Tag, the Catcher's search, WebAssembly in Node                   1.00        1,000

WebAssembly to machine code
Tag                        80%
Tag, the Catcher's search  50%
"""
    assert figures(everyone).as_text() == expected


def test_what_a_program_reads(everyone: list[Measurement]) -> None:
    found = json.loads(json.dumps(figures(everyone).as_json()))
    assert found.keys() == {"rows", "ratios_to_compiled", "ratios_to_peers"}
    assert found["ratios_to_compiled"][0] == {"of": "Tag", "to": "compiled", "games_per_second": 0.8}


def test_without_the_linker_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "ziglang" else find(name))
    with pytest.raises(NotInstalled, match="`make browser` installs it"):
        bench_browser.run(arguments())


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        bench_browser.run(arguments("--json", str(tmp_path / "missing" / "figures.json")))
