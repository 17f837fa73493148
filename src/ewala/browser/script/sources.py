"""The modules of the project as they are written: what each defines, what it imports, and what a name in it means."""

import ast
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

Kind = Literal["function", "class", "value"]
_DEFAULTS = "ewala.core.defaults"


class CannotTranslate(BadSetup):
    """Python that has no form in the script, or that nobody has needed so far."""

    def __init__(self, path: Path, line: int, what: str) -> None:
        sentence = Sentence("{where}, line {line}: the page cannot have {what}", where=path, line=line, what=what)
        super().__init__("script/cannot", "", sentence)


@dataclass(frozen=True)
class Outside:
    """A name that no module of ours defines: Python's own, or one that the page has in its own way."""

    module: str
    name: str


@dataclass(frozen=True)
class Inside:
    """A module of ours, as a whole."""

    name: str


@dataclass(eq=False)
class Definition:
    """A function, a class or a value at the top of a module."""

    module: "Module"
    name: str
    kind: Kind
    node: ast.stmt

    @property
    def script_name(self) -> str:
        return f"{self.module.alias}${self.name}"


Target = Definition | Outside | Inside | None


@dataclass(eq=False)
class Module:
    name: str
    path: Path
    definitions: dict[str, Definition] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(
        default_factory=dict
    )  # name -> module, and which of its names ("": all)

    @cached_property
    def alias(self) -> str:
        """The module's name within names of the script."""
        return self.name.removeprefix("ewala.").replace(".", "_")

    def refuse(self, node: ast.AST, what: str) -> CannotTranslate:
        return CannotTranslate(self.path, getattr(node, "lineno", 0), what)

    def fill_in(self, defaults: "Module") -> None:
        """Take over the functions that it does not define, as `ewala.core.defaults.fill_in` does."""
        for name, given in defaults.definitions.items():
            if given.kind == "function" and name not in {*self.definitions, *self.imports}:
                self.definitions[name] = Definition(self, name, "function", given.node)
        self.imports = {**defaults.imports, **self.imports}

    def read(self, body: list[ast.stmt]) -> None:
        """Note what statements at the top define and import."""
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
                self.definitions[statement.name] = Definition(self, statement.name, "function", statement)
            elif isinstance(statement, ast.ClassDef):
                self.definitions[statement.name] = Definition(self, statement.name, "class", statement)
            elif isinstance(statement, ast.Assign):
                for name in names_bound(statement.targets):
                    self.definitions[name] = Definition(self, name, "value", statement)
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if statement.value is not None:
                    self.definitions[statement.target.id] = Definition(self, statement.target.id, "value", statement)
            elif isinstance(statement, ast.Import | ast.ImportFrom):
                self.imports |= imported(statement)


def imported(statement: ast.Import | ast.ImportFrom) -> dict[str, tuple[str, str]]:
    if isinstance(statement, ast.Import):
        names = ((alias.asname or alias.name.partition(".")[0], alias) for alias in statement.names)
        return {name: (alias.name if alias.asname else name, "") for name, alias in names}
    return {alias.asname or alias.name: (statement.module or "", alias.name) for alias in statement.names}


def names_bound(targets: list[ast.expr]) -> list[str]:
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


class Sources:
    """Modules, read when somebody asks for them. Those with a stub are written by hand for the page, and not read."""

    def __init__(self, roots: list[Path], stubs: frozenset[str]) -> None:
        self._roots = roots  # folders in which packages lie
        self._stubs = stubs
        self._modules: dict[str, Module] = {}

    def module(self, name: str) -> Module | None:
        """A module of ours; None for Python's own, and for those that the page has in its own way."""
        if name in self._stubs:
            return None
        if name not in self._modules:
            path = self._path(name)
            if path is None:
                return None
            self._modules[name] = Module(name, path)
            body = ast.parse(path.read_text(), str(path)).body
            self._modules[name].read(body)
            if [ast.unparse(last) for last in body[-1:]] == ["fill_in(globals())"]:
                defaults = self.module(_DEFAULTS)
                assert defaults is not None
                self._modules[name].fill_in(defaults)
        return self._modules[name]

    def _path(self, name: str) -> Path | None:
        for root in self._roots:
            path = root.joinpath(*name.split("."))
            path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
            if path.exists():
                return path
        return None

    def lookup(self, module: Module, name: str) -> Target:
        """What a name at the top of a module means; None if it has none of that name."""
        if name in module.definitions:
            return module.definitions[name]
        if name in module.imports:
            return self.imported(*module.imports[name])
        return None

    def imported(self, module_name: str, name: str) -> Target:
        """What `from module import name` gives; the module itself where there is no name."""
        if not name:
            return Inside(module_name) if self.module(module_name) else Outside(module_name, "")
        module = self.module(module_name)
        if module is not None:
            found = self.lookup(module, name)
            if found is not None:
                return found
        whole = f"{module_name}.{name}"
        if self.module(whole):
            return Inside(whole)
        if whole in self._stubs:
            return Outside(whole, "")
        return Outside(module_name, name) if module is None else None
