"""Classes of Python as the runtime's classes: a description, and methods that are written one by one."""

import ast
import json
from dataclasses import dataclass, field
from typing import Literal

from ewala.browser.script.knowledge import Knowledge, Signature, base_target, class_kind, fields_of
from ewala.browser.script.scopes import FUNCTIONS, FunctionNode
from ewala.browser.script.sources import Definition, Outside
from ewala.browser.script.statements import Statements
from ewala.browser.script.types import type_text

# Methods that nothing in the script calls by name, and that it does not need.
_NEVER = {
    "__reduce__",
    "__deepcopy__",
    "__copy__",
    "__getstate__",
    "__setstate__",
    "__init_subclass__",
    "__class_getitem__",
    "__del__",
}
_FORMLESS = {"Protocol", "Generic", "ABC", "NamedTuple", "Struct", "Enum", "TypedDict"}  # bases that are only a form


@dataclass
class Written:
    """A text of the script, and what it needs."""

    text: str
    uses: set[Definition] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)  # those of them that are called
    outside: set[Outside] = field(default_factory=set)
    section: Literal["plain", "cached", "class", "static"] = "plain"  # of a method: how it belongs to its class
    takes: str = ""  # where its arguments stand,
    is_read: bool = False  # and whether it is a property


@dataclass
class WrittenClass(Written):
    methods: dict[str, Written] = field(default_factory=dict)
    values: list[str] = field(default_factory=list)


def is_always_there(method: str) -> bool:
    """Whether a class has the method even if nobody names it: the runtime may call it."""
    return method.startswith("__") and method.endswith("__") and method not in _NEVER


class ClassWriter(Statements):
    def collected(self, text: str) -> Written:
        return Written(text, self.uses, self.attributes, self.called_attributes, self.outside)


def write_definition(definition: Definition, knowledge: Knowledge) -> Written:
    """A definition as a text of the script. Of a class, methods stand by themselves."""
    writer = ClassWriter(definition.module, knowledge)
    node = definition.node
    name = definition.script_name
    if isinstance(node, FUNCTIONS):
        return writer.collected(_function(writer, node, name))
    if isinstance(node, ast.ClassDef):
        return _class(writer, node, definition)
    if isinstance(node, ast.AnnAssign):
        assert node.value is not None
        return writer.collected(f"let {name} = {writer.write(node.value)};")
    assert isinstance(node, ast.Assign)
    value = writer.write(node.value)
    first, *others = node.targets
    if isinstance(first, ast.Tuple):
        prefix = name.rpartition("$")[0]
        names = [f"{prefix}${one.id}" for one in first.elts if isinstance(one, ast.Name)]
        if len(names) != len(first.elts) or others:
            raise writer.refuse(node, "this at the top of a module")
        return writer.collected(f"let [{', '.join(names)}] = {value};")
    if others:
        raise writer.refuse(node, "two names for one value at the top of a module")
    return writer.collected(f"let {name} = {value};")


def _function(writer: ClassWriter, node: FunctionNode, name: str) -> str:
    wrapping = [
        decorator
        for decorator in node.decorator_list
        if not (isinstance(decorator, ast.Name) and decorator.id in ("kernel", "overload", "final", "override"))
    ]
    if not wrapping:
        text = writer.function_text(node, f"function{{star}} {name}")
        return f"{text}\n{_arguments(name, node)}"
    text = writer.function_text(node, "function{star} ")
    for decorator in reversed(wrapping):
        text = f"{writer.write(decorator)}({text})"
    return f"const {name} = {text};"


def _arguments(name: str, node: FunctionNode) -> str:
    return f"{name}._takes = {Signature.of(node.args).text()};"


def _class(writer: ClassWriter, node: ast.ClassDef, definition: Definition) -> Written:
    name, sources = definition.script_name, writer.known.sources
    writer.class_now = definition
    kind = class_kind(definition, sources)
    bases = []
    for base in node.bases:
        target = base_target(definition.module, base, sources)
        if isinstance(target, Outside) and target.name in _FORMLESS:
            continue
        bases.append(writer.write(base.value if isinstance(base, ast.Subscript) else base))
    about = [f"kind: {json.dumps(kind)}"]
    if kind in ("dataclass", "struct", "tuple"):
        about.append(f"fields: [{', '.join(_fields(writer, definition, kind))}]")
    about += [
        f"{word.arg}: {writer.write(word.value)}" for word in node.keywords if word.arg and word.arg != "metaclass"
    ]
    if kind == "dataclass":
        about += _options(node)
    signature = writer.known.constructor(definition)
    if signature:
        about.append(f"takes: {signature.text()}")
    layout = _layout(node)
    if layout:
        about.append(f"layout: {json.dumps(layout)}")
    members, values = _values(writer, node, kind, definition)
    if kind == "enum":
        about.append(f"members: [{', '.join(members)}]")
    head = f"const {name} = $.cls({json.dumps(node.name)}, [{', '.join(bases)}], {{ {', '.join(about)} }}"
    methods: dict[str, FunctionNode] = {}
    for part in node.body:
        if isinstance(part, FUNCTIONS) and part.name not in _NEVER:
            methods.setdefault(part.name, part)  # of a property, what reads it comes first
    written = WrittenClass(
        head, writer.uses, writer.attributes, writer.called_attributes, writer.outside, values=values
    )
    for method, part in methods.items():
        written.methods[method] = _method(definition, writer, part)
        written.methods[method].takes = Signature.of(part.args, 1).text()
    return written


def _fields(writer: ClassWriter, definition: Definition, kind: str) -> list[str]:
    written = []
    for name, (part, module) in fields_of(definition, writer.known.sources).items():
        before, writer.module = writer.module, module  # names in it are those of the module in which it stands
        written.append(_field(writer, name, part, kind))
        writer.module = before
    return written


def _field(writer: ClassWriter, name: str, part: ast.AnnAssign, kind: str) -> str:
    """Its name, what it is if nothing is given, and of a structure what it may hold."""
    default = "null"
    if part.value is not None:
        value, factory = part.value, None
        if isinstance(value, ast.Call) and ast.unparse(value.func).rpartition(".")[2] == "field":
            words = {word.arg: word.value for word in value.keywords}
            value, factory = words.get("default"), words.get("default_factory")  # type: ignore[assignment]
        if factory is not None:
            default = f"() => {writer.write(factory)}()"
        elif value is not None:
            default = f"() => {writer.write(value)}"
    typed = f", {type_text(writer, part.annotation)}" if kind == "struct" else ""
    return f"[{json.dumps(name)}, {default}{typed}]"


def _options(node: ast.ClassDef) -> list[str]:
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call):
            return [f"{word.arg}: {ast.unparse(word.value).lower()}" for word in decorator.keywords]
    return []


def _layout(node: ast.ClassDef) -> list[tuple[str, int, int]]:
    """Of a record for kernels: each field's name, how many numbers it has (0: one by itself), and bytes for each."""
    found = []
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            place = part.annotation
            if isinstance(place, ast.Subscript) and ast.unparse(place.value) == "Annotated":
                assert isinstance(place.slice, ast.Tuple)
                where = place.slice.elts[1]
                if isinstance(where, ast.Constant) and isinstance(where.value, str):
                    count, size = where.value.split("i")
                    found.append((part.target.id, int(count or 0), int(size)))
    return found


def _values(writer: ClassWriter, node: ast.ClassDef, kind: str, definition: Definition) -> tuple[list[str], list[str]]:
    """What stands in the class besides methods: members of an enumeration, or values."""
    members, values = [], []
    for part in node.body:
        target: ast.expr | None = None
        value: ast.expr | None = None
        if isinstance(part, ast.Assign) and len(part.targets) == 1:
            target, value = part.targets[0], part.value
        elif isinstance(part, ast.AnnAssign) and (kind == "plain" or "ClassVar" in ast.unparse(part.annotation)):
            target, value = part.target, part.value
        if not isinstance(target, ast.Name) or value is None or target.id == "__slots__":
            continue
        if kind == "enum":
            members.append(f"[{json.dumps(target.id)}, {writer.write(value)}]")
        else:
            values.append(
                f"$.class_value({definition.script_name}, {json.dumps('$' + target.id)}, {writer.write(value)});"
            )
            writer.class_names.add(target.id)
    return members, values


def _method(definition: Definition, about: ClassWriter, node: FunctionNode) -> Written:
    """A method as a part of an object's text."""
    writer = ClassWriter(definition.module, about.known)
    writer.class_now = definition
    marks = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    marks -= {"abstractmethod", "override", "final", "overload"}
    own = node.args.args[0].arg if node.args.args and "staticmethod" not in marks else ""
    writer.method_self, writer.is_class_method = own, "classmethod" in marks
    head = "{star}$" + node.name
    section: Literal["plain", "cached", "class", "static"] = "plain"
    is_read = False
    if "property" in marks or "cached_property" in marks:
        head, is_read = f"get ${node.name}", True
        section = "cached" if "cached_property" in marks else "plain"
    elif "classmethod" in marks:
        section = "class"
    elif "staticmethod" in marks:
        section = "static"
    elif marks:
        raise writer.refuse(node, f"a method with {', '.join(marks)}")
    text = writer.function_text(node, head, own=own)
    written = writer.collected(text)
    written.section, written.is_read = section, is_read
    return written
