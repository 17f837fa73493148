"""Small changes of a kernel's source, one at a time: what a test that holds it has to notice.

The operators are mutmut's where a kernel has what they change. Instead of its `x = None`, at which any code falls over,
a statement is left out.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_CALLS = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Mutant:
    """A function of a module with one change; `was` and `now` are the changed statement's first line."""

    module: str
    function: str
    was: str
    now: str
    nth: int  # of those of the function that read alike
    code: CodeType

    @property
    def text(self) -> str:
        again = f" ({self.nth + 1})" if self.nth else ""
        return f"{self.function}: {self.was} → {self.now}{again}"


def mutants_of(path: Path, module: str) -> Iterator[Mutant]:
    """Every change of every kernel function of a module."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and _is_kernel(function):
            seen: dict[tuple[str, str], int] = {}
            for was, changed in _changes(function):
                now = _first_difference(was, changed)
                nth = seen[now] = seen.get(now, -1) + 1
                code = compile(ast.Module([changed], []), str(path), "exec")
                yield Mutant(module, function.name, *now, nth, _code_of(code, function.name))


def watched(path: Path, module: str) -> Iterator[tuple[str, CodeType]]:
    """Every kernel function of a module, with code that first adds its name to the set `called` of that module."""
    for function in ast.parse(path.read_text("utf-8"), str(path)).body:
        if isinstance(function, ast.FunctionDef) and _is_kernel(function):
            note = f"__import__('sys').modules[{module!r}].called.add({function.name!r})"  # its globals may be a game's
            function.body.insert(0, ast.parse(note).body[0])
            code = compile(ast.Module([function], []), str(path), "exec")
            yield function.name, _code_of(code, function.name)


def _is_kernel(function: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in function.decorator_list)


def _code_of(module: CodeType, function: str) -> CodeType:
    return next(code for code in module.co_consts if isinstance(code, CodeType) and code.co_name == function)


def _first_difference(was: ast.FunctionDef, now: ast.FunctionDef) -> tuple[str, str]:
    """The line in which two forms of a function differ first, in each."""
    lines = zip(ast.unparse(was).split("\n"), ast.unparse(now).split("\n"), strict=False)
    return next((a.strip(), b.strip()) for a, b in lines if a != b)


def _changes(function: ast.FunctionDef) -> Iterator[tuple[ast.FunctionDef, ast.FunctionDef]]:
    """The function and a changed copy, for every change."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    plain = copy.copy(function)
    plain.body = body or function.body
    for at, node in enumerate(ast.walk(plain)):
        for number in range(len(_replacements(node))):
            changed = copy.deepcopy(plain)
            target = next(other for n, other in enumerate(ast.walk(changed)) if n == at)
            _replace(changed, target, _replacements(target)[number])
            yield plain, ast.fix_missing_locations(changed)


def _replace(function: ast.FunctionDef, target: ast.AST, by: ast.AST) -> None:
    for node in ast.walk(function):
        for name, value in ast.iter_fields(node):
            if value is target:
                setattr(node, name, by)
                return
            if isinstance(value, list):
                for n, each in enumerate(value):
                    if each is target:
                        value[n] = by
                        return
    raise AssertionError("the node is not in the function")


def _replacements(node: ast.AST) -> list[ast.AST]:
    """What may stand in a node's place, each a change of one thing."""
    match node:
        case ast.Constant(value=bool(value)):
            return [ast.Constant(not value)]
        case ast.Constant(value=int(value)):
            return [ast.Constant(value + 1)]
        case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
            return [ast.BinOp(left, _OPERATORS[type(op)](), right)]
        case ast.AugAssign(target, op, value):
            other = [ast.AugAssign(target, _OPERATORS[type(op)](), value)] if type(op) in _OPERATORS else []
            return [*other, ast.Assign([target], value), ast.Pass()]
        case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.Expr(ast.Call()):
            return [ast.Pass()]
        case ast.Compare(left, [op], [right]):
            return [ast.Compare(left, [_COMPARISONS[type(op)]()], [right])]
        case ast.Compare(left, [first, *ops], rights):
            return [ast.Compare(left, [_COMPARISONS[type(first)](), *ops], rights)]
        case ast.BoolOp(op, values):
            return [ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.If(test, body, orelse) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            return [ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.IfExp(test, body, orelse) if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            return [ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)]
        case ast.Break():
            return [ast.Continue()]
        case ast.Call(ast.Name(id=name), args, keywords) if name in _CALLS:
            return [ast.Call(ast.Name(_CALLS[name], ast.Load()), args, keywords)]
    return []
