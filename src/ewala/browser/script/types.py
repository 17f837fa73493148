"""What fields may hold, as data of the script: for whoever reads structures from JSON."""

import ast
import json
from typing import Any

from ewala.browser.script.sources import Definition, Outside

_PLAIN = {"str", "int", "float", "bool", "object", "bytes"}
_LISTS = {"list", "Sequence", "tuple", "Iterable"}
_DICTIONARIES = {"dict", "Mapping"}


def type_text(writer: Any, node: ast.expr) -> str:
    """A type: a word, a function that gives a class, or a list that begins with a word."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            return type_text(writer, ast.parse(node.value, mode="eval").body)
        return '"none"'
    if isinstance(node, ast.BinOp):
        return f'["union", {type_text(writer, node.left)}, {type_text(writer, node.right)}]'
    if isinstance(node, ast.Subscript):
        return _subscript(writer, node)
    target = writer.target_of(node)
    if isinstance(target, Definition) and target.kind == "class":
        return f"() => {writer.named(target, node)}"
    if isinstance(target, Definition) and target.kind == "value":
        return _alias(writer, target)
    if isinstance(node, ast.Name) and node.id in _PLAIN:
        return json.dumps(node.id)
    return '"object"'


def _alias(writer: Any, target: Definition) -> str:
    """Another name for a type, in the words of the module that gives it."""
    value = getattr(target.node, "value", None)
    assert isinstance(value, ast.expr)
    before, writer.module = writer.module, target.module
    text = type_text(writer, value)
    writer.module = before
    return text


def _subscript(writer: Any, node: ast.Subscript) -> str:
    name = ast.unparse(node.value).rpartition(".")[2]
    inside = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if name == "Literal":
        return f'["literal", {", ".join(writer.write(one) for one in inside)}]'
    if name == "Annotated":
        return _annotated(writer, inside)
    if name in _LISTS:
        return f'["list", {type_text(writer, inside[0])}]'
    if name in _DICTIONARIES:
        return f'["dict", {type_text(writer, inside[0])}, {type_text(writer, inside[1])}]'
    return '"object"'


def _annotated(writer: Any, inside: list[ast.expr]) -> str:
    """A type with bounds: those of `Meta` that are numbers."""
    bounds = [
        f"{word.arg}: {writer.write(word.value)}"
        for one in inside[1:]
        if isinstance(one, ast.Call) and writer.target_of(one.func) == Outside("msgspec", "Meta")
        for word in one.keywords
        if word.arg in ("min_length", "max_length", "ge", "le")
    ]
    return f'["bounded", {type_text(writer, inside[0])}, {{ {", ".join(bounds)} }}]'
