"""Plain Python as JavaScript: whatever it is asked, in a browser it answers as it does in Python."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import language
import pytest
import tables
from in_chromium import Script

from ewala.browser.script.classes import ClassWriter
from ewala.browser.script.program import RUNTIME, Order, translated
from ewala.browser.script.scopes import kind_of_node
from ewala.browser.script.sources import CannotTranslate

JOBS: dict[str, tuple[Any, ...]] = {
    "a race": ("kingdom-run", {"players": "KSF"}, 2, 60),
    "a duel": ("chronicles-of-run", {"layout": "line"}, 7, 60),
    "a game from elsewhere": ("race-of-pebbles", {"players": "ABC"}, 3, 60),
}


@pytest.fixture(scope="session")
def said(script: Callable[..., Script]) -> dict[str, str]:
    """What Python is like in JavaScript."""
    answers: dict[str, str] = script().ask("everything")
    return answers


@pytest.mark.parametrize("part", sorted(language.everything()))
def test_python_itself(said: dict[str, str], part: str) -> None:
    assert said[part].split("\n") == language.everything()[part].split("\n")


@pytest.mark.parametrize("name", JOBS)
def test_a_game_at_a_table_is_told_alike_in_every_language(
    third_game: str, script: Callable[..., Script], name: str
) -> None:
    expected = tables.spoken(*JOBS[name])
    assert len(expected) > 300
    assert script().ask("spoken", *JOBS[name]) == expected


WRITE = """
import sys
from dataclasses import replace
from ewala.browser.script.program import translated
from page_generated import THINKING, page_order
sys.stdout.write(translated(replace(page_order(), entries=THINKING)))
"""
TOOLS = Path(__file__).parents[2] / "tools"


def test_what_is_written_twice_is_the_same_in_whatever_order_sets_are() -> None:
    """Else a page would be built anew for nothing, and no release would be the same as another."""
    written = [
        subprocess.run(
            [sys.executable, "-c", WRITE],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(TOOLS)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "13"
    ]
    assert len(set(written)) == 1


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("return nobody(x)", "line 2: the page cannot have the name nobody"),
        ("return x.frobnicate()", "line 2: the page cannot have .frobnicate, which nothing in it has"),
        ("class Inner: pass", "line 2: the page cannot have a class within a function: Inner"),
        ("match x:\n  case {'a': 1}: pass", "line 3: the page cannot have this kind of pattern: MatchMapping"),
        ("return other(x, z=1)", "line 2: the page cannot have the argument z, which is not among ('y',)"),
        ("import fractions\n return fractions.gcd(x)", "line 3: the page cannot have fractions.gcd"),
        ("import zlib\n return zlib.crc32(x)", "line 3: the page cannot have zlib.crc32"),
        ("return [lambda *a, b=1: b for n in x]", "line 2: the page cannot have a lambda with both"),
    ],
)
def test_what_the_page_cannot_have_is_refused_by_its_line(tmp_path: Path, body: str, what: str) -> None:
    source = f"def entry(x):\n {body}\n\n\ndef other(y):\n return y\n"
    (tmp_path / "sample.py").write_text(source, encoding="utf-8")
    with pytest.raises(CannotTranslate) as refused:
        translated(Order(("sample:entry",), roots=(tmp_path,)))
    assert refused.value.code == "script/cannot"
    assert what in str(refused.value)


SOURCE = """
class Turn:
    def __init__(self, board):
        self.board = board


class Kit:
    def board(self):
        return self.frobnicate()

    def pieces(self):
        return [self.board]


def entry(x):
    kit = Kit()
    return [Turn(x).board, HOW]
"""


@pytest.mark.parametrize("how", ["kit.board()", "kit.board", "Kit().board", "kit.pieces()"])
def test_a_method_comes_along_only_with_who_asks_for_it_and_not_for_a_value_of_its_name(
    tmp_path: Path, how: str
) -> None:
    order = Order(("sample:entry",), roots=(tmp_path,))
    (tmp_path / "sample.py").write_text(SOURCE.replace("HOW", "kit"), encoding="utf-8")
    assert "frobnicate" not in translated(order)
    (tmp_path / "sample.py").write_text(SOURCE.replace("HOW", how), encoding="utf-8")
    with pytest.raises(CannotTranslate, match=r"\.frobnicate"):
        translated(order)


# --- The subset that is translated is the one of docs/python-subset.md, and grows no more

PAGE = Path(__file__).parents[2] / "docs" / "python-subset.md"


def refused(base: type[ast.AST], prefix: str) -> set[str]:
    """The kinds of nodes that nothing writes."""
    return {kind.__name__ for kind in base.__subclasses__() if not hasattr(ClassWriter, prefix + kind_of_node(kind()))}


def test_every_statement_and_expression_but_these_is_understood() -> None:
    later = {"Interpolation", "TemplateStr", "TypeAlias"}  # of Pythons after 3.11
    assert refused(ast.stmt, "do_") - later == {"AsyncFor", "AsyncWith", "TryStar"}
    assert refused(ast.expr, "write_") - later == {"Slice"}, "which is written with what it cuts"


def test_the_page_lists_every_module_of_the_runtime() -> None:
    modules = PAGE.read_text(encoding="utf-8").partition("## Modules")[2].partition("## ")[0]
    listed = set(re.findall(r"`(\w+)`", modules))
    assert listed == {path.stem for path in RUNTIME.glob("*.mjs")} - {"python"}
