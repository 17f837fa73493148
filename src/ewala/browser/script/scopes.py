"""Which names are a function's own."""

import ast
import re
from collections.abc import Iterator

from ewala.browser.script.sources import imported

_RESERVED_WORDS = """
arguments await break case catch class const continue debugger default delete do else enum eval export
extends false finally for function if implements import in instanceof interface let new null package
private protected public return static super switch this throw true try typeof undefined var void while
with yield
"""
_RESERVED = frozenset(_RESERVED_WORDS.split())
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_APART = (*FUNCTIONS, ast.ClassDef, ast.Lambda)
_NAMING = (*FUNCTIONS, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def script_local(name: str) -> str:
    """A local name as the script has it."""
    return f"{name}_" if name in _RESERVED else name


def kind_of_node(node: ast.AST) -> str:
    """`NamedExpr` as `named_expr`: what the method that writes it is called by."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(node).__name__).lower()


class Scope:
    """The names of a function, or of a comprehension in it, and the modules that it imports for itself."""

    def __init__(self, names: set[str], imports: dict[str, tuple[str, str]] | None = None) -> None:
        self.names = names
        self.imports = imports or {}
        self.made: dict[str, ast.Call] = {}  # names of what a call gives
        self.extra: list[str] = []  # what the script needs besides, for what has no name in Python

    def temporary(self) -> str:
        name = f"t${len(self.extra)}"
        self.extra.append(name)
        return name


def own_nodes(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node of a function's body that belongs to it and to no function within."""
    left: list[ast.AST] = list(body)
    while left:
        node = left.pop()
        yield node
        if isinstance(node, _APART):
            left += node.decorator_list if not isinstance(node, ast.Lambda) else []
        else:
            left += ast.iter_child_nodes(node)


def locals_of(node: FunctionNode) -> Scope:
    """A function's parameters and whatever is assigned in it."""
    names = {argument.arg for argument in every_argument(node.args)}
    imports: dict[str, tuple[str, str]] = {}
    outer: set[str] = set()
    within = _bound_in_comprehensions(node.body)
    for part in own_nodes(node.body):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part not in within:
            names.add(part.id)
        elif isinstance(part, _NAMING) and part.name:
            names.add(part.name)
        elif isinstance(part, ast.Import | ast.ImportFrom):
            imports |= imported(part)
        elif isinstance(part, ast.Nonlocal | ast.Global):
            outer |= set(part.names)
    scope = Scope(names - outer, imports)
    scope.made = dict(_made(node.body))
    return scope


def _made(body: list[ast.stmt]) -> Iterator[tuple[str, ast.Call]]:
    for part in own_nodes(body):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                yield name, call


def every_argument(arguments: ast.arguments) -> list[ast.arg]:
    several = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *several]


def _bound_in_comprehensions(body: list[ast.stmt]) -> set[ast.AST]:
    """Names that comprehensions bind for themselves."""
    return {
        name
        for node in own_nodes(body)
        if isinstance(node, _COMPREHENSIONS)
        for generator in node.generators
        for name in ast.walk(generator.target)
    }
