"""A whole program for the page: what its entries need, in an order in which it can be loaded."""

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ewala.browser.script.classes import Written, WrittenClass, is_always_there, write_definition
from ewala.browser.script.knowledge import Knowledge
from ewala.browser.script.sources import Definition, Inside, Outside, Sources

HERE = Path(__file__).parent
RUNTIME = HERE / "runtime"
STUBS = HERE / "stubs"

# What a page has no use for, though something that it has names it: machine code, and boards that it draws itself.
ABSENT = ("ewala.core.engine:Compiled", "ewala.core.game:picture_of", "ewala.tables.drawn:drawn")


@dataclass(frozen=True)
class Order:
    """What is to be translated."""

    entries: tuple[str, ...]  # `module:name`, and `module:Class.method` for what is asked of a class's objects
    whole: tuple[str, ...] = ()  # modules that can be asked for by name at run time
    roots: tuple[Path, ...] = ()  # folders in which packages lie, besides our own
    without: tuple[str, ...] = ()  # what is never used, though something names it
    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # `module:NAME` -> what it holds now
    kernels: tuple[str, ...] = ()  # asked of a machine: the WebAssembly modules have them


def translated(order: Order) -> str:
    """The script of the entries and all that they need."""
    program = _Program([HERE.parents[2], *order.roots], {*ABSENT, *order.without}, order.tables)
    parts = [entry.partition(":")[::2] for entry in order.entries]
    asked = {name.partition(".")[2] for _, name in parts} - {""}
    wanted = list(dict.fromkeys((module, name.partition(".")[0]) for module, name in parts))
    program.settle(wanted, order.whole, asked)
    program.settle(wanted, order.whole, asked)  # once more, now that all classes are known
    program.check_names(order.kernels)
    return program.text(wanted)


def write_script(folder: Path, order: Order) -> None:
    """The script as a module, `script.mjs`, in a folder, with what it runs on beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "script.mjs").write_text(translated(order), encoding="utf-8")
    for beside in (RUNTIME, STUBS):
        shutil.copytree(beside, folder / beside.name, dirs_exist_ok=True)


def _in_order(definitions: Iterable[Definition]) -> list[Definition]:
    """The same in every run: what comes first decides in which order a script names things."""
    return sorted(definitions, key=lambda one: one.script_name)


class _Program:
    """What is needed, as far as it is known."""

    def __init__(self, roots: list[Path], absent: set[str], tables: Mapping[str, Mapping[str, str]]) -> None:
        self._absent = absent
        self._tables = tables
        stubs = frozenset(path.stem for path in STUBS.glob("ewala.*.mjs"))
        self.sources = Sources(roots, stubs)
        self.known = Knowledge(self.sources, frozenset(name.rstrip("_") for name in _exported(RUNTIME / "python.mjs")))
        self.attributes: set[str] = set()  # by which somebody asks for parts of values,
        self.called: set[str] = set()  # and those that somebody calls
        self.written: dict[Definition, Written] = {}
        self.kept: dict[Definition, list[str]] = {}  # of each class, the methods that somebody may call
        self.whole: dict[
            str, dict[str, Definition | Inside]
        ] = {}  # modules that are values, and of each what is asked for

    def settle(self, entries: list[tuple[str, str]], whole: tuple[str, ...], asked: set[str]) -> None:
        """Write everything that is needed, until nothing more is."""
        self.written, self.kept = {}, {}
        attributes = self.attributes = set(asked)
        self.called = set(asked)
        left = [self._definition(module, name) for module, name in entries]
        size = -1
        while left or size != len(attributes) + sum(map(len, self.kept.values())):
            size = len(attributes) + sum(map(len, self.kept.values()))
            while left:
                definition = left.pop()
                if definition in self.written:
                    continue
                self.known.learn(definition)
                written = self.written[definition] = self._write(definition)
                attributes |= written.attributes
                self.called |= written.called
                left += _in_order(written.uses)
                if isinstance(written, WrittenClass):
                    self.kept[definition] = []
            for definition, names in self.kept.items():
                written = self.written[definition]
                assert isinstance(written, WrittenClass)
                for name, method in written.methods.items():
                    if name not in names and self._is_asked_for(name, method):
                        names.append(name)
                        attributes |= method.attributes
                        self.called |= method.called
                        left += _in_order(use for use in method.uses if use not in self.written)
            for name in whole:
                left += [one for one in self._members(name, attributes) if one not in self.written]

    def _is_asked_for(self, name: str, method: Written) -> bool:
        """Whether somebody may want a class's method. Who reads a name and does not call it wants a value, if there are
        values of that name: a turn's `board` does not bring the kit's `board()` along."""
        if is_always_there(name) or name in self.called:
            return True
        return name in self.attributes and (method.is_read or not self.known.is_field(name))

    def check_names(self, kernels: tuple[str, ...]) -> None:
        """Refuse what asks for something that neither a class nor the runtime has: it would fail as late as it runs."""
        provided = {name for path in (*RUNTIME.glob("*.mjs"), *STUBS.glob("*.mjs")) for name in _provided(path)}
        provided |= {name for members in self.whole.values() for name in members} | set(kernels)
        for attribute, refusal in sorted(self.known.asked_at.items()):
            if attribute in self.attributes and attribute not in provided and not self.known.has(attribute):
                raise refusal
        for outside in sorted(self._outside(), key=str):
            path = _file_of(outside.module)
            if not path.exists() or (outside.name and outside.name not in _exported(path)):
                raise self.known.named_at.get(outside, KeyError(outside))

    def _outside(self) -> set[Outside]:
        """The names that are needed and not ours."""
        found = {one for written in self.written.values() for one in written.outside}
        return found | {
            one for definition in self.written for method in self._methods(definition) for one in method.outside
        }

    def _write(self, definition: Definition) -> Written:
        name = f"{definition.module.name}:{definition.name}"
        if name in self._absent:
            return Written(f"const {definition.script_name} = $.absent({json.dumps(definition.name)});")
        if name in self._tables:
            entries = json.dumps([*self._tables[name].items()])
            return Written(f"const {definition.script_name} = $.mapping({entries});")
        return write_definition(definition, self.known)

    def _definition(self, module_name: str, name: str) -> Definition:
        found = self.sources.imported(module_name, name)
        assert isinstance(found, Definition), (module_name, name, found)
        return found

    def _members(self, asked: str, attributes: set[str]) -> list[Definition]:
        """Those names of a module by which somebody may ask for them; `module:name` is for one that is there anyhow."""
        name, _, always = asked.partition(":")
        module = self.sources.module(name)
        assert module is not None
        members = self.whole.setdefault(name, {})
        for one in [always] if always else [*module.definitions, *module.imports]:
            target = self.sources.lookup(module, one)
            if (one in attributes or always) and isinstance(target, Definition | Inside):
                members[one] = target
        found = []
        for target in list(members.values()):
            found += self._members(target.name, attributes) if isinstance(target, Inside) else [target]
        return found

    # --- The text

    def text(self, entries: list[tuple[str, str]]) -> str:
        parts: list[str] = []
        outside = self._outside()
        functions: list[Definition] = []
        others: list[Definition] = []
        for definition in self.written:
            (functions if definition.kind == "function" else others).append(definition)
        functions.sort(key=lambda one: one.script_name)
        for definition in functions:
            parts.append(self.written[definition].text)
        for definition in self._ordered(sorted(others, key=lambda one: one.script_name)):
            parts.append(self._whole_text(definition))
        for name, members in self.whole.items():
            listed = ", ".join(f"get ${one}() {{ return {_named(target)}; }}" for one, target in members.items())
            parts.append(f'const {_named(Inside(name))} = $importlib.have("{name}", {{ {listed} }});')
            outside.add(Outside("importlib", "have"))
        heads = ['import * as $ from "./runtime/python.mjs";']
        for module in sorted({one.module for one in outside}):
            path = _file_of(module)
            heads.append(f'import * as ${module.replace(".", "_")} from "./{path.parent.name}/{path.name}";')
        names = [self._definition(module, name).script_name for module, name in entries]
        exports = [f"{script} as {name}" for script, (_, name) in zip(names, entries, strict=True)]
        return "\n".join([*heads, *dict.fromkeys(parts), f"export {{ {', '.join(exports)} }};", ""])

    def _methods(self, definition: Definition) -> list[Written]:
        written = self.written[definition]
        if not isinstance(written, WrittenClass):
            return []
        return [method for name, method in written.methods.items() if name in self.kept[definition]]

    def _whole_text(self, definition: Definition) -> str:
        written = self.written[definition]
        if not isinstance(written, WrittenClass):
            return written.text
        sections: dict[str, list[str]] = {"plain": [], "cached": [], "class": [], "static": []}
        for method in self._methods(definition):
            sections[method.section].append(method.text)
        objects = ", ".join("{ " + ",\n".join(texts) + " }" for texts in sections.values())
        name, by_name = definition.script_name, self.known.called_by_name
        takes = [
            f"$.takes({name}, {json.dumps('$' + one)}, {written.methods[one].takes});"
            for one in written.methods
            if one in self.kept[definition] and one in by_name and written.methods[one].section in ("plain", "class")
        ]
        return "\n".join([f"{written.text}, {objects});", *takes, *written.values])

    def _ordered(self, definitions: list[Definition]) -> list[Definition]:
        """Classes and values, each after those that it needs while it is loaded."""
        order: list[Definition] = []
        seen: set[Definition] = set()

        def visit(definition: Definition) -> None:
            if definition in seen:
                return
            seen.add(definition)
            for use in self._needed_to_load(definition):
                visit(use)
            if definition.kind != "function":
                order.append(definition)

        for definition in definitions:
            visit(definition)
        return order

    def _needed_to_load(self, definition: Definition) -> list[Definition]:
        """What runs when it is loaded: functions that it calls, and methods of classes of which a value is made."""
        found: dict[Definition, None] = {}
        left = sorted(self.written[definition].uses, key=lambda one: one.script_name)
        while left:
            use = left.pop(0)
            if use in found:
                continue
            found[use] = None
            if use.kind == "function":
                left += sorted(self.written[use].uses, key=lambda one: one.script_name)
            elif use.kind == "class" and definition.kind == "value":
                left += sorted(
                    {one for method in self._methods(use) for one in method.uses}, key=lambda one: one.script_name
                )
        return list(found)


def _file_of(module: str) -> Path:
    """Where a module that is not translated is written for the page."""
    return (STUBS if module.startswith("ewala.") else RUNTIME) / f"{module}.mjs"


def _exported(path: Path) -> list[str]:
    found = re.findall(r"^export (?:function\*?|const|class) (\w+)", path.read_text(encoding="utf-8"), re.M)
    listed = re.findall(r"^export (?:const )?\{([^}]*)\}", path.read_text(encoding="utf-8"), re.M)
    return found + [name.split()[-1] for names in listed for name in names.split(",") if name.strip()]


def _provided(path: Path) -> list[str]:
    return re.findall(r"\$(\w+)", path.read_text(encoding="utf-8"))


def _named(target: Definition | Inside) -> str:
    if isinstance(target, Definition):
        return target.script_name
    return f"module${target.name.removeprefix('ewala.').replace('.', '_')}"
