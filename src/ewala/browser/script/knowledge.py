"""What is known of the whole program while its parts are written: signatures, methods, and what the runtime has."""

import ast
import json
from dataclasses import dataclass, field
from typing import Any

from ewala.browser.script.scopes import FUNCTIONS, FunctionNode
from ewala.browser.script.sources import Definition, Module, Outside, Sources, Target, names_bound

# What these take by name, in the order in which the runtime takes it.
BUILTIN_KEYWORDS = {
    "sorted": ("key", "reverse"),
    "min": ("key", "default"),
    "max": ("key", "default"),
    "zip": ("strict",),
}

_BUILTIN_METHODS_WORDS = """
append extend insert pop remove index count sort reverse copy clear get items keys values update
setdefault add discard union intersection join split strip startswith endswith format lower upper replace
find isdecimal partition rpartition splitlines encode decode hex __getitem__ __contains__
"""
_BUILTIN_METHODS = frozenset(_BUILTIN_METHODS_WORDS.split())


@dataclass(frozen=True)
class Signature:
    """Where arguments stand: by their names, then what gathers others by name, then the rest by place."""

    names: tuple[str, ...]
    places: int  # how many of them may be given by place
    gathers: bool = False
    rest: bool = False

    @classmethod
    def of(cls, arguments: ast.arguments, skipped: int = 0) -> "Signature":
        by_place = [*arguments.posonlyargs, *arguments.args][skipped:]
        names = tuple(argument.arg for argument in [*by_place, *arguments.kwonlyargs])
        return cls(names, len(by_place), arguments.kwarg is not None, arguments.vararg is not None)

    @property
    def between(self) -> int:
        """How many arguments stand between those by place and the rest."""
        return len(self.names) - self.places + self.gathers

    def text(self) -> str:
        """For whoever puts arguments in place at run time."""
        return f"[{json.dumps(self.names)}, {self.places}, {str(self.gathers).lower()}]"


@dataclass
class Knowledge:
    sources: Sources
    builtins: frozenset[str]
    classes: set[Definition] = field(default_factory=set)
    members: dict[str, list[ast.stmt]] = field(default_factory=dict)  # of all classes, by the names that they give
    asked_at: dict[str, Exception] = field(default_factory=dict)  # attributes, and what to say if nothing has them
    named_at: dict[Outside, Exception] = field(default_factory=dict)  # likewise of names that are not ours
    given: set[str] = field(default_factory=set)  # attributes that something is given
    called_by_name: set[str] = field(default_factory=set)  # methods whose arguments are put in place at run time

    def learn(self, definition: Definition) -> None:
        if definition.kind != "class" or definition in self.classes:
            return
        self.classes.add(definition)
        for part in definition.node.body:  # type: ignore[attr-defined]
            for name in _bound(part):
                self.members.setdefault(name, []).append(part)

    def has(self, attribute: str) -> bool:
        """Whether any object may have it, for all that is known: by a class, or since it is given one."""
        return attribute in self.given or attribute in self.members

    def is_field(self, attribute: str) -> bool:
        """Whether some object may have it as a value."""
        return attribute in self.given or any(
            not isinstance(part, FUNCTIONS) or _reads_as_field(part) for part in self.members.get(attribute, ())
        )

    def methods_named(self, name: str) -> list[FunctionNode]:
        return [part for part in self.members.get(name, ()) if isinstance(part, FUNCTIONS)]

    def has_method(self, definition: Definition, name: str) -> bool:
        """Whether a class itself has a method of this name, and not a value that is reckoned."""
        assert isinstance(definition.node, ast.ClassDef)
        return any(
            isinstance(part, FUNCTIONS) and part.name == name and not _reads_as_field(part)
            for part in definition.node.body
        )

    def may_be_method(self, name: str) -> bool:
        """Whether an attribute of this name may be a method, which Python binds to its object."""
        if name in _BUILTIN_METHODS:
            return True
        return any(not _reads_as_field(method) for method in self.methods_named(name))

    def signature_of(self, node: ast.Call, target: Target) -> Signature | None:
        """Where the arguments of a call stand, if that can be told now."""
        if isinstance(target, Definition):
            if target.kind == "function":
                return Signature.of(target.node.args)  # type: ignore[attr-defined]
            if target.kind == "class":
                return self.constructor(target)
        if target is None and isinstance(node.func, ast.Attribute):
            found = {
                Signature.of(method.args, 0 if _is_static(method) else 1)
                for method in self.methods_named(node.func.attr)
                if not _reads_as_field(method)
            }
            named = {keyword.arg for keyword in node.keywords}
            fitting = [one for one in found if one.gathers or named <= set(one.names)]
            if len(fitting) == 1 and node.func.attr not in _BUILTIN_METHODS:
                return fitting[0]
        return None

    def inherited(self, definition: Definition, method: str) -> Signature | None:
        """Of the method that a class has from one before it, if that is one of ours."""
        for base in bases_of(definition, self.sources):
            if method == "__init__":
                return self.constructor(base)
            for part in base.node.body:  # type: ignore[attr-defined]
                if isinstance(part, FUNCTIONS) and part.name == method:
                    return Signature.of(part.args, 0 if _is_static(part) else 1)
            return self.inherited(base, method)
        return None

    def constructor(self, definition: Definition) -> Signature | None:
        """Of a class: its own `__init__`, or its fields."""
        now: Definition | None = definition
        while now is not None:
            for part in now.node.body:  # type: ignore[attr-defined]
                if isinstance(part, FUNCTIONS) and part.name == "__init__":
                    return Signature.of(part.args, 1)
            if class_kind(now, self.sources) in ("dataclass", "struct", "tuple"):
                names = tuple(fields_of(now, self.sources))
                return Signature(names, len(names))
            now = next(iter(bases_of(now, self.sources)), None)
        return None


def _bound(part: ast.stmt) -> list[str]:
    """The names that a statement of a class gives it."""
    if isinstance(part, FUNCTIONS):
        return [part.name]
    if isinstance(part, ast.AnnAssign):
        return names_bound([part.target])
    return names_bound(part.targets) if isinstance(part, ast.Assign) else []


def bases_of(definition: Definition, sources: Sources) -> list[Definition]:
    found = (base_target(definition.module, base, sources) for base in definition.node.bases)  # type: ignore[attr-defined]
    return [base for base in found if isinstance(base, Definition)]


def base_target(module: Module, node: ast.expr, sources: Sources) -> Target:
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        return sources.lookup(module, node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        within = sources.lookup(module, node.value.id)
        if isinstance(within, Outside) and not within.name:
            return Outside(within.module, node.attr)
    return None


def class_kind(definition: Definition, sources: Sources) -> str:
    """`dataclass`, `struct`, `tuple`, `enum`, or `plain`."""
    node: Any = definition.node
    for decorator in node.decorator_list:
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if base_target(definition.module, named, sources) == Outside("dataclasses", "dataclass"):
            return "dataclass"
    for base in node.bases:
        target = base_target(definition.module, base, sources)
        if isinstance(target, Outside):
            known = {"Struct": "struct", "NamedTuple": "tuple", "Enum": "enum", "IntEnum": "enum", "StrEnum": "enum"}
            if target.name in known:
                return known[target.name]
        if isinstance(target, Definition):
            kind = class_kind(target, sources)
            if kind in ("struct", "enum"):
                return kind
    return "plain"


def fields_of(definition: Definition, sources: Sources) -> dict[str, tuple[ast.AnnAssign, Module]]:
    """The fields of a class in their order, those of the classes before it first, and in which module each stands."""
    found: dict[str, tuple[ast.AnnAssign, Module]] = {}
    for base in bases_of(definition, sources):
        found |= fields_of(base, sources)
    if class_kind(definition, sources) in ("dataclass", "struct", "tuple"):
        for part in definition.node.body:  # type: ignore[attr-defined]
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and not _is_class_var(part):
                found[part.target.id] = part, definition.module
    return found


def _is_class_var(part: ast.AnnAssign) -> bool:
    return "ClassVar" in ast.unparse(part.annotation)


def _is_static(method: FunctionNode) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in method.decorator_list)


def _reads_as_field(method: FunctionNode) -> bool:
    """Whether it is read without being called."""
    return any(
        (isinstance(one, ast.Name) and one.id in ("property", "cached_property"))
        or (isinstance(one, ast.Attribute) and one.attr in ("setter", "cached_property"))
        for one in method.decorator_list
    )
