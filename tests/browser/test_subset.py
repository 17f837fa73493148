"""The subset of Python that is translated is the one that docs/python-subset.md tells of, and grows no more."""

import ast
import re
from pathlib import Path

from ewala.browser.script.classes import ClassWriter
from ewala.browser.script.program import RUNTIME
from ewala.browser.script.scopes import kind_of_node

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
