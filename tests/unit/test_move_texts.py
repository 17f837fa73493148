"""Texts of moves are cut in `notation.py` alone: everybody else asks a move for its parts."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CUTTING = {"startswith", "endswith", "partition", "rpartition", "split", "removeprefix", "removesuffix", "strip"}
CUTTING |= {"isupper", "islower", "isdecimal", "isdigit", "index", "find", "lstrip", "rstrip"}
# Where texts of moves are read and written, and where records are.
MAY_CUT = ("rules/notation.py", "core/move.py", "core/text.py", "core/record_text.py")
SOURCES = [
    path
    for folder in ("src/ewala", "tools", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.as_posix().endswith(MAY_CUT)
]


def is_a_move_text(value: ast.expr) -> bool:
    """Whether an expression is called like the text of a move: `move`, `better.move`, `last_move`, `moves[0]`."""
    if isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice):
        return called(value.value) == "moves" or called(value.value).endswith("_moves")
    return called(value) == "move" or called(value).endswith("_move")


def called(value: ast.expr) -> str:
    return value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""


def is_a_letter_or_part(index: ast.expr) -> bool:
    """Places that are written as numbers: rows of numbers that are called `moves` are asked for computed ones."""
    ends = [index.lower, index.upper] if isinstance(index, ast.Slice) else [index]
    numbers = [end.operand if isinstance(end, ast.UnaryOp) else end for end in ends]
    return all(number is None or isinstance(number, ast.Constant) for number in numbers)


def cuts_in(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and is_a_move_text(node.value) and is_a_letter_or_part(node.slice):
            found.append(f"{node.lineno}: {ast.unparse(node)}")
        if isinstance(node, ast.Attribute) and is_a_move_text(node.value) and node.attr in CUTTING:
            found.append(f"{node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize(
    "source", ["move[0]", "move[1:]", "move[-1].upper()", 'better.move.partition(">")[0]', 'moves[0].startswith("!")']
)
def test_a_cut_is_found(source: str) -> None:
    assert cuts_in(source)


@pytest.mark.parametrize("source", ["move.space", "moves[0]", "moves[:3]", "moves[n]", "move.text", "play(move)"])
def test_a_part_is_no_cut(source: str) -> None:
    assert not cuts_in(source)


def test_nobody_but_notation_cuts_the_text_of_a_move() -> None:
    found = [f"{path.relative_to(ROOT)}:{cut}" for path in SOURCES for cut in cuts_in(path.read_text(encoding="utf-8"))]
    assert not found, "\n".join(found)
