"""Calls: arguments by name are put in their places, as far as it is known who is called."""

import ast
import json
from typing import Any

from ewala.browser.script.comprehensions import Comprehensions
from ewala.browser.script.knowledge import BUILTIN_KEYWORDS, Signature
from ewala.browser.script.scopes import script_local
from ewala.browser.script.sources import Outside
from ewala.browser.script.types import type_text

_READING = {"msgspec.json.Decoder": "Decoder", "msgspec.convert": "convert"}


class Calls(Comprehensions):
    """Writes calls of functions, methods and classes."""

    def write_call(self, node: ast.Call) -> str:
        special: Any = getattr(self, f"call_{node.func.id}", None) if isinstance(node.func, ast.Name) else None
        if special and not self.is_local(node.func.id) and self.target_of(node.func) is None:  # type: ignore[attr-defined]
            text: str = special(node)
            return text
        if _is_super(node.func):
            return self._call_super(node)
        if (reading := _READING.get(ast.unparse(node.func))) and self.target_of(_root(node.func)) == Outside(
            "msgspec", ""
        ):
            return self._call_reading(node, reading)
        target = self.target_of(node.func)
        if isinstance(target, Outside) and target.module in ("typing", "typing_extensions") and target.name == "cast":
            return self.write(node.args[1])
        if target is None and isinstance(node.func, ast.Attribute):
            self.ask_for(node.func.attr, node, call=True)
            callee = f"{self.owner(node.func.value)}.${node.func.attr}"
        else:
            callee = self.write(node.func)
        return self.called(callee, node, self.known.signature_of(node, target))

    def called(self, callee: str, node: ast.Call, signature: Signature | None) -> str:
        starred = any(isinstance(argument, ast.Starred) for argument in node.args)
        if node.keywords:
            if signature is None or starred:
                return self._called_by_name(callee, node)
            return f"{callee}({', '.join(self._arranged(node, signature))})"
        given = list(map(self.write, node.args))
        if signature and signature.rest and signature.between and len(given) > signature.places:
            if any(isinstance(argument, ast.Starred) for argument in node.args[: signature.places]):
                raise self.refuse(node, "a starred argument before others")
            given[signature.places : signature.places] = ["undefined"] * signature.between
        return f"{callee}({', '.join(given)})"

    def _arranged(self, node: ast.Call, signature: Signature) -> list[str]:
        """The arguments by their places; where nothing is given the script's own defaults hold."""
        given = [self.write(argument) for argument in node.args]
        slots: list[str] = ["undefined"] * len(signature.names)
        slots[: min(len(given), signature.places)] = given[: signature.places]
        gathered = []
        for keyword in node.keywords:
            value = self.write(keyword.value)
            if keyword.arg in signature.names:
                slots[signature.names.index(keyword.arg)] = value
            elif not signature.gathers:
                raise self.refuse(node, f"the argument {keyword.arg}, which is not among {signature.names}")
            elif keyword.arg is None:
                gathered.append(f"...$.pairs({value})")
            else:
                gathered.append(f"[{json.dumps(keyword.arg)}, {value}]")
        rest = given[signature.places :]
        if signature.gathers:
            slots.append(f"$.mapping([{', '.join(gathered)}])" if gathered else "undefined")
        slots += rest
        while slots and slots[-1] == "undefined":
            slots.pop()
        return slots

    def _called_by_name(self, callee: str, node: ast.Call) -> str:
        """Whoever is called says at run time where its arguments stand."""
        given = ", ".join(map(self.write, node.args))
        named = self.pairs(
            [ast.Constant(word.arg) if word.arg is not None else None for word in node.keywords],
            [word.value for word in node.keywords],
        )
        if isinstance(node.func, ast.Attribute) and self.target_of(node.func) is None:
            self.known.called_by_name.add(node.func.attr)
            owner = self.write(node.func.value)
            return f"$.call_method({owner}, {json.dumps('$' + node.func.attr)}, [{given}], [{named}])"
        return f"$.call({callee}, [{given}], [{named}])"

    def _call_super(self, node: ast.Call) -> str:
        """`super().method(…)`: the method of the class before this one."""
        func = node.func
        assert isinstance(func, ast.Attribute)
        assert self.class_now is not None
        self.ask_for(func.attr, node, call=True)
        owner = f"{self.class_now.script_name}._base"
        place = owner if self.is_class_method else f"{owner}.prototype"
        signature = self.known.inherited(self.class_now, func.attr)
        if node.keywords and signature is None:
            raise self.refuse(node, "arguments by name to a method of the class before, which is not ours")
        given = self._arranged(node, signature) if signature and node.keywords else list(map(self.write, node.args))
        return f"{place}.${func.attr}.call({', '.join([script_local(self.method_self), *given])})"

    def _call_reading(self, node: ast.Call, name: str) -> str:
        """A function of msgspec's that is given a type."""
        self.outside.add(Outside("msgspec", name))
        *values, kind = [*node.args, *(word.value for word in node.keywords if word.arg == "type")]
        return f"$msgspec.{name}({', '.join([*map(self.write, values), type_text(self, kind)])})"

    def call_isinstance(self, node: ast.Call) -> str:
        value, kinds = node.args
        return f"$.isinstance({self.write(value)}, [{', '.join(self._kinds(kinds))}])"

    def _kinds(self, node: ast.expr) -> list[str]:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._kinds(node.left) + self._kinds(node.right)
        if isinstance(node, ast.Tuple):
            return [kind for one in node.elts for kind in self._kinds(one)]
        return [self.write(node)]

    def call_super(self, node: ast.Call) -> str:
        raise self.refuse(node, "super() without a method")

    def _builtin(self, node: ast.Call) -> str:
        """A function of Python's own that takes arguments by name: they follow, in a fixed order, behind a list."""
        assert isinstance(node.func, ast.Name)
        order = BUILTIN_KEYWORDS[node.func.id]
        named = {word.arg: self.write(word.value) for word in node.keywords}
        if set(named) - set(order):
            raise self.refuse(node, f"{node.func.id}({', '.join(map(str, named))})")
        given = [f"[{', '.join(map(self.write, node.args))}]", *(named.get(name, "undefined") for name in order)]
        while given[-1] == "undefined":
            given.pop()
        return f"$.{node.func.id}_({', '.join(given)})"

    call_sorted = call_min = call_max = call_zip = _builtin


def _root(node: ast.expr) -> ast.expr:
    return _root(node.value) if isinstance(node, ast.Attribute) else node


def _is_super(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Call)
        and isinstance(func.value.func, ast.Name)
        and func.value.func.id == "super"
    )
