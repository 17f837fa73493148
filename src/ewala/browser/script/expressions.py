"""Expressions of Python as expressions of the script. What cannot be known of a value is left to the runtime (`$`)."""

import ast
import json
from collections.abc import Sequence
from typing import Any

from ewala.browser.script.knowledge import Knowledge
from ewala.browser.script.scopes import Scope, kind_of_node, script_local
from ewala.browser.script.sources import Definition, Inside, Module, Outside, Target

ARITHMETIC = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.BitAnd: "bitand",
    ast.BitOr: "bitor",
    ast.BitXor: "bitxor",
    ast.LShift: "shl",
    ast.RShift: "shr",
}
_ORDER: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "lt"),
    ast.LtE: ("<=", "le"),
    ast.Gt: (">", "gt"),
    ast.GtE: (">=", "ge"),
}
_PLAIN = {ast.Add: "+", ast.Sub: "-"}


class Expressions:
    """Writes expressions of one definition, and notes what they use."""

    def __init__(self, module: Module, knowledge: Knowledge) -> None:
        self.module = module
        self.known = knowledge
        self.scopes: list[Scope] = []
        self.uses: set[Definition] = set()
        self.attributes: set[str] = set()
        self.called_attributes: set[str] = set()  # those of them that are called
        self.outside: set[Outside] = set()
        self.kinds: list[dict[str, str]] = [{}]
        self.class_now: Definition | None = None
        self.method_self = ""  # what a method calls its object, or its class
        self.is_class_method = False
        self.class_names: set[str] = set()  # what the class that is being written has defined so far
        self.loops: list[str] = []  # the labels of those to leave, "" where none is needed
        self.caught: list[ast.AST] = []

    def refuse(self, node: ast.AST, what: str) -> Exception:
        return self.module.refuse(node, what)

    def ask_for(self, attribute: str, node: ast.AST, *, call: bool = False) -> None:
        """A part of some value is asked for, set or called by its name."""
        self.attributes.add(attribute)
        if call:
            self.called_attributes.add(attribute)
        self.known.asked_at.setdefault(attribute, self.refuse(node, f".{attribute}, which nothing in it has"))

    # --- Names

    def target_of(self, node: ast.expr) -> Target:
        """What a name, or a name within modules, stands for, if it is defined at the top of some module."""
        if isinstance(node, ast.Name):
            for scope in reversed(self.scopes):
                if node.id in scope.imports:
                    return self.known.sources.imported(*scope.imports[node.id])
                if node.id in scope.names:
                    return None
            return self.known.sources.lookup(self.module, node.id)
        if isinstance(node, ast.Attribute):
            within = self.target_of(node.value)
            if isinstance(within, Inside):
                return self.known.sources.imported(within.name, node.attr)
            if isinstance(within, Outside) and not within.name:
                return Outside(within.module, node.attr)
        return None

    def is_local(self, name: str) -> bool:
        return any(name in scope.names for scope in self.scopes)

    def named(self, target: Target, node: ast.expr) -> str:
        if isinstance(target, Definition):
            self.uses.add(target)
            return target.script_name
        if isinstance(target, Outside):
            self.outside.add(target)
            name = f"{target.module}.{target.name}".rstrip(".")
            self.known.named_at.setdefault(target, self.refuse(node, f"{name}, which nobody has written for it"))
            whole = f"${target.module.replace('.', '_')}"
            return f"{whole}.{target.name}" if target.name else whole
        raise self.refuse(node, f"the name {ast.unparse(node)}")

    def write_name(self, node: ast.Name) -> str:
        if self.class_now and node.id in self.class_names and not self.scopes:
            return f"{self.class_now.script_name}.${node.id}"
        target = self.target_of(node)
        if target is not None:
            return self.named(target, node)
        if self.is_local(node.id):
            return script_local(node.id)
        if node.id in self.known.builtins:
            return f"$.{script_local(node.id)}"
        if node.id == "__name__":
            return json.dumps(self.module.name)
        raise self.refuse(node, f"the name {node.id}")

    # --- Leaves

    def write(self, node: ast.expr) -> str:
        method: Any = getattr(self, f"write_{kind_of_node(node)}", None)
        if method is None:
            raise self.refuse(node, f"this kind of expression: {type(node).__name__}")
        text: str = method(node)
        return text

    def write_constant(self, node: ast.Constant) -> str:
        value = node.value
        if value is None or value is Ellipsis:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, bytes):
            return f"$.bytes_of({json.dumps(value.decode('latin-1'))})"
        if isinstance(value, int) and abs(value) >= 2**53:
            return f"{value}n"
        return json.dumps(value)

    def write_joined_str(self, node: ast.JoinedStr) -> str:
        parts = [json.dumps(part.value) if isinstance(part, ast.Constant) else self.write(part) for part in node.values]
        if not parts or not isinstance(node.values[0], ast.Constant):
            parts.insert(0, '""')  # so that all of it is a text
        return f"({' + '.join(parts)})"

    def write_formatted_value(self, node: ast.FormattedValue) -> str:
        value = self.write(node.value)
        spec = self.write(node.format_spec) if node.format_spec else '""'
        if node.conversion == ord("r"):
            value = f"$.repr({value})"
        if node.format_spec is None:
            return value if self.kind(node.value) == "str" and node.conversion < 0 else f"$.str({value})"
        return f"$.format({value}, {spec})"

    def write_list(self, node: ast.List) -> str:
        return f"[{', '.join(map(self.write, node.elts))}]"

    write_tuple: Any = write_list

    def write_set(self, node: ast.Set) -> str:
        return f"$.set([{', '.join(map(self.write, node.elts))}])"

    def write_starred(self, node: ast.Starred) -> str:
        return f"...{self.write(node.value)}"

    def write_dict(self, node: ast.Dict) -> str:
        return f"$.mapping([{self.pairs(node.keys, node.values)}])"

    def pairs(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr]) -> str:
        parts = []
        for key, value in zip(keys, values, strict=True):
            if key is None:
                parts.append(f"...$.pairs({self.write(value)})")
            else:
                parts.append(f"[{self.write(key)}, {self.write(value)}]")
        return ", ".join(parts)

    # --- What is known of a value

    def kind(self, node: ast.expr) -> str:
        """`num`, `str` or `bool` where that is plain; else nothing."""
        if isinstance(node, ast.Constant):
            for kind, name in ((bool, "bool"), (int, "num"), (float, "num"), (str, "str")):
                if isinstance(node.value, kind):
                    return name
        if isinstance(node, ast.JoinedStr):
            return "str"
        if isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            return "bool"
        if isinstance(node, ast.BoolOp):
            kinds = {self.kind(value) for value in node.values}
            return kinds.pop() if len(kinds) == 1 else ""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not self.is_local(node.func.id):
            known = {"len": "num", "isinstance": "bool", "any": "bool", "all": "bool", "bool": "bool", "ord": "num"}
            return known.get(node.func.id, "str" if node.func.id in ("str", "repr", "chr") else "")
        if isinstance(node, ast.Name):
            return self.kinds[-1].get(node.id, "")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            left, right = self.kind(node.left), self.kind(node.right)
            return "num" if left == right == "num" else ""
        return ""

    # --- Operations

    def write_bin_op(self, node: ast.BinOp) -> str:
        left, right = self.write(node.left), self.write(node.right)
        plain = _PLAIN.get(type(node.op))
        kinds = {self.kind(node.left), self.kind(node.right)}
        if plain and (kinds == {"num"} or (plain == "+" and kinds == {"str"})):
            return f"({left} {plain} {right})"
        return f"$.{ARITHMETIC[type(node.op)]}({left}, {right})"

    def write_unary_op(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        if isinstance(node.op, ast.USub):
            return f"(-{self.write(node.operand)})"
        if isinstance(node.op, ast.Invert):
            return f"$.invert({self.write(node.operand)})"
        return self.write(node.operand)

    def test(self, node: ast.expr) -> str:
        """An expression of which only counts whether it is true."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(map(self.test, node.values))})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        text = self.write(node)
        return text if self.kind(node) == "bool" else f"$.truth({text})"

    def write_bool_op(self, node: ast.BoolOp) -> str:
        if self.kind(node) == "bool":
            return self.test(node)
        name = "both" if isinstance(node.op, ast.And) else "either"
        first, *others = node.values
        text = self.write(first)
        for other in others:
            text = f"$.{name}({text}, () => {self.write(other)})"
        return text

    def write_if_exp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? {self.write(node.body)} : {self.write(node.orelse)})"

    def write_named_expr(self, node: ast.NamedExpr) -> str:
        return f"({script_local(node.target.id)} = {self.write(node.value)})"

    def write_compare(self, node: ast.Compare) -> str:
        values = [node.left, *node.comparators]
        texts = [self.write(values[0])]
        for between in values[1:-1]:
            if isinstance(between, ast.Name | ast.Constant):
                texts.append(self.write(between))
            else:
                name = self.scopes[-1].temporary() if self.scopes else ""
                if not name:
                    raise self.refuse(node, "a chain of comparisons at the top of a module")
                texts.append(f"({name} = {self.write(between)})")
        if len(values) > 1:
            texts.append(self.write(values[-1]))
        parts = []
        for n, sign in enumerate(node.ops):
            left = texts[n].partition(" = ")[0].lstrip("(") if n and texts[n].startswith("(t$") else texts[n]
            parts.append(self._compared(sign, left, texts[n + 1], values[n], values[n + 1]))
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _compared(self, sign: ast.cmpop, left: str, right: str, first: ast.expr, second: ast.expr) -> str:
        if isinstance(sign, ast.In | ast.NotIn):
            return f"{'!' if isinstance(sign, ast.NotIn) else ''}$.contains({right}, {left})"
        unlike = "!" if isinstance(sign, ast.IsNot | ast.NotEq) else "="
        if isinstance(sign, ast.Is | ast.IsNot):
            none = isinstance(second, ast.Constant) and second.value is None
            return f"({left} {unlike}= null)" if none else f"({left} {unlike}== {right})"
        if isinstance(sign, ast.Eq | ast.NotEq):
            if any(isinstance(one, ast.Constant) and not isinstance(one.value, bytes) for one in (first, second)):
                return f"({left} {unlike}== {right})"
            return f"{'!' if unlike == '!' else ''}$.eq({left}, {right})"
        plain, name = _ORDER[type(sign)]
        if self.kind(first) in ("num", "str") or self.kind(second) in ("num", "str"):
            return f"({left} {plain} {right})"
        return f"$.{name}({left}, {right})"

    # --- Parts of values

    def owner(self, node: ast.expr) -> str:
        """What something is asked of."""
        text = self.write(node)
        return f"({text})" if isinstance(node, ast.Constant) and not isinstance(node.value, str) else text

    def write_attribute(self, node: ast.Attribute) -> str:
        target = self.target_of(node)
        if target is not None:
            return self.named(target, node)
        made_by = self._class_of(node.value)  # whoever takes a method of its objects along will call it
        self.ask_for(node.attr, node, call=made_by is not None and self.known.has_method(made_by, node.attr))
        value = self.owner(node.value)
        if self.known.may_be_method(node.attr):
            return f"$.attribute({value}, {json.dumps('$' + node.attr)})"
        return f"{value}.${node.attr}"

    def _class_of(self, node: ast.expr) -> Definition | None:
        """The class of an object, where it is seen at a glance: it was made here, or has the method that is written."""
        if isinstance(node, ast.Call):
            target = self.target_of(node.func)
            return target if isinstance(target, Definition) and target.kind == "class" else None
        if not isinstance(node, ast.Name):
            return None
        if node.id == self.method_self and not self.is_class_method:
            return self.class_now
        scope = next((scope for scope in reversed(self.scopes) if node.id in scope.names), None)
        return self._class_of(scope.made[node.id]) if scope and node.id in scope.made else None

    def write_subscript(self, node: ast.Subscript) -> str:
        value = self.write(node.value)
        if isinstance(node.slice, ast.Slice):
            return f"$.slice({value}, {self.slice_of(node.slice)})"
        return f"$.at({value}, {self.write(node.slice)})"

    def slice_of(self, part: ast.Slice) -> str:
        bounds = [self.write(bound) if bound else "null" for bound in (part.lower, part.upper, part.step)]
        while bounds[-1] == "null" and len(bounds) > 2:
            bounds.pop()
        return ", ".join(bounds)
