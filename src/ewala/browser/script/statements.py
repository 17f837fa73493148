"""Statements of Python as statements of the script."""

import ast
from typing import Any

from ewala.browser.script.patterns import Patterns
from ewala.browser.script.scopes import FunctionNode, every_argument, kind_of_node, locals_of, own_nodes, script_local

_NUMBERS = {"int", "float"}


class Statements(Patterns):
    """Writes the bodies of functions."""

    # --- Functions

    def function_text(self, node: FunctionNode, head: str, *, own: str = "", defaults: list[str] | None = None) -> str:
        """A function from its parameters to its end. `own` is the parameter that is the object, or the class;
        `defaults` are what its defaults are called where they were reckoned before."""
        scope = locals_of(node)
        arguments = node.args
        if own:
            arguments = _without_first(arguments)
        self.scopes.append(scope)
        self.kinds.append(_annotated(node))
        parameters = ", ".join(self.parameters(arguments, defaults))
        body = self.block(node.body)
        given = {argument.arg for argument in every_argument(node.args)}
        declared = [script_local(name) for name in sorted(scope.names - given)] + scope.extra
        self.scopes.pop()
        self.kinds.pop()
        lines = [f"const {script_local(own)} = this;"] if own else []
        if declared:
            lines.append(f"let {', '.join(declared)};")
        star = "*" if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in own_nodes(node.body)) else ""
        waits = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
        return f"{waits}{head.format(star=star)}({parameters}) {{\n" + "\n".join([*lines, *body]) + "\n}"

    def block(self, body: list[ast.stmt]) -> list[str]:
        return [line for statement in body for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        method: Any = getattr(self, f"do_{kind_of_node(node)}", None)
        if method is None:
            raise self.refuse(node, f"this kind of statement: {type(node).__name__}")
        lines: list[str] = method(node)
        return lines

    def do_function_def(self, node: FunctionNode) -> list[str]:
        before, defaults = self.kept_defaults(node.args)
        text = before.replace("{}", self.function_text(node, "function{star} ", defaults=defaults))
        for decorator in reversed(node.decorator_list):
            text = f"{self.write(decorator)}({text})"
        return [f"{script_local(node.name)} = {text};"]

    do_async_function_def = do_function_def

    # --- Simple statements

    def do_pass(self, node: ast.Pass) -> list[str]:
        return []

    do_import = do_import_from = do_global = do_nonlocal = do_assert = do_pass

    def do_expr(self, node: ast.Expr) -> list[str]:
        if isinstance(node.value, ast.Constant):
            return []
        return [f"{self.write(node.value)};"]

    def do_return(self, node: ast.Return) -> list[str]:
        return [f"return {self.write(node.value) if node.value else 'null'};"]

    def do_delete(self, node: ast.Delete) -> list[str]:
        lines = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.refuse(node, "del of anything but a part")
            if isinstance(target.slice, ast.Slice):
                lines.append(f"$.drop_slice({self.write(target.value)}, {self.slice_of(target.slice)});")
            else:
                lines.append(f"$.drop({self.write(target.value)}, {self.write(target.slice)});")
        return lines

    def do_assign(self, node: ast.Assign) -> list[str]:
        value = self.write(node.value)
        if len(node.targets) == 1:
            return self.assigned(node.targets[0], value)
        name = self.scopes[-1].temporary()
        lines = [f"{name} = {value};"]
        for target in node.targets:
            lines += self.assigned(target, name)
        return lines

    def do_ann_assign(self, node: ast.AnnAssign) -> list[str]:
        if isinstance(node.target, ast.Name) and isinstance(node.annotation, ast.Name):
            kind = _kind_named(node.annotation.id)
            if kind:
                self.kinds[-1][node.target.id] = kind
        return self.assigned(node.target, self.write(node.value)) if node.value else []

    def assigned(self, target: ast.expr, value: str) -> list[str]:
        """Put a value where it is to be."""
        if isinstance(target, ast.Subscript):
            if isinstance(target.slice, ast.Slice):
                return [f"$.put_slice({self.write(target.value)}, {value}, {self.slice_of(target.slice)});"]
            return [f"$.put({self.write(target.value)}, {self.write(target.slice)}, {value});"]
        if isinstance(target, ast.Tuple | ast.List):
            return self._unpacked(target, value)
        return [f"{self.place(target)} = {value};"]

    def place(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name) and not self.is_local(target.id):
            return self.write_name(ast.Name(target.id, ast.Load()))
        return self.loop_target(target)

    def _unpacked(self, target: ast.Tuple | ast.List, value: str) -> list[str]:
        """One value into several places."""
        starred = [n for n, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
        simple = all(isinstance(one, ast.Name | ast.Attribute) for one in target.elts)
        if simple and not starred:
            return [f"[{', '.join(map(self.place, target.elts))}] = $.exactly({value}, {len(target.elts)});"]
        name = self.scopes[-1].temporary()
        at = starred[0] if starred else -1
        lines = [f"{name} = $.unpacked({value}, {len(target.elts)}, {at});"]
        for n, one in enumerate(target.elts):
            lines += self.assigned(one.value if isinstance(one, ast.Starred) else one, f"{name}[{n}]")
        return lines

    def do_aug_assign(self, node: ast.AugAssign) -> list[str]:
        if isinstance(node.target, ast.Subscript):
            if isinstance(node.target.slice, ast.Slice):
                raise self.refuse(node, "this on a slice")
            owner, place = self.scopes[-1].temporary(), self.scopes[-1].temporary()
            lines = [f"{owner} = {self.write(node.target.value)};", f"{place} = {self.write(node.target.slice)};"]
            changed = self._operated(node, f"$.at({owner}, {place})", "")
            return [*lines, f"$.put({owner}, {place}, {changed});"]
        place = self.place(node.target)
        kind = self.kind(ast.Name(node.target.id, ast.Load())) if isinstance(node.target, ast.Name) else ""
        return [f"{place} = {self._operated(node, place, kind)};"]

    def _operated(self, node: ast.AugAssign, now: str, kind: str) -> str:
        by = self.write(node.value)
        if isinstance(node.op, ast.Add | ast.Sub) and kind == self.kind(node.value) == "num":
            return f"{now} {'+' if isinstance(node.op, ast.Add) else '-'} {by}"
        return f"$.{self.operation(node.op)}({now}, {by})"

    # --- Conditions and loops

    def do_if(self, node: ast.If) -> list[str]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return []
        lines = [f"if ({self.test(node.test)}) {{", *self.block(node.body)]
        if node.orelse:
            lines += ["} else {", *self.block(node.orelse)]
        return [*lines, "}"]

    def do_while(self, node: ast.While) -> list[str]:
        return self._loop(f"while ({self.test(node.test)})", [], node)

    def do_for(self, node: ast.For) -> list[str]:
        source = self.write(node.iter)
        if isinstance(node.target, ast.Name):
            return self._loop(f"for ({self.place(node.target)} of {source})", [], node)
        name = self.scopes[-1].temporary()
        return self._loop(f"for ({name} of {source})", self.assigned(node.target, name), node)

    def _loop(self, head: str, first: list[str], node: ast.While | ast.For) -> list[str]:
        self.loops.append("" if not node.orelse else f"loop{len(self.loops)}")
        lines = [f"{head} {{", *first, *self.block(node.body), "}"]
        label = self.loops.pop()
        if label:
            return [f"{label}: {{", *lines, *self.block(node.orelse), "}"]
        return lines

    def do_break(self, node: ast.Break) -> list[str]:
        return [f"break {self.loops[-1]};" if self.loops[-1] else "break;"]

    def do_continue(self, node: ast.Continue) -> list[str]:
        return ["continue;"]

    # --- What goes wrong

    def do_raise(self, node: ast.Raise) -> list[str]:
        if node.exc is None:
            return [f"throw error${len(self.caught)};"]
        return [f"throw $.raised({self.write(node.exc)});"]

    def do_try(self, node: ast.Try) -> list[str]:
        lines = ["try {", *self.block(node.body)]
        done = ""
        if node.orelse:
            done = self.scopes[-1].temporary()
            lines = [f"{done} = false;", *lines, f"{done} = true;"]
        if node.handlers:
            self.caught.append(node)
            error = f"error${len(self.caught)}"
            lines += [f"}} catch (thrown) {{ const {error} = $.caught(thrown);"]
            for n, handler in enumerate(node.handlers):
                kinds = ", ".join(self._kinds(handler.type)) if handler.type else "$.Exception"
                lines.append(f"{'} else ' if n else ''}if ($.isinstance({error}, [{kinds}])) {{")
                if handler.name:
                    lines.append(f"{script_local(handler.name)} = {error};")
                lines += self.block(handler.body)
            lines += [f"}} else throw {error};"]
            self.caught.pop()
        if node.finalbody:
            lines += ["} finally {", *self.block(node.finalbody)]
        lines.append("}")
        if done:
            lines += [f"if ({done}) {{", *self.block(node.orelse), "}"]
        return lines

    def do_with(self, node: ast.With) -> list[str]:
        opening: list[str] = []
        closing: list[str] = []
        for item in node.items:
            name = self.scopes[-1].temporary()
            opening.append(f"{name} = {self.write(item.context_expr)};")
            entered = f"{name}.$__enter__()"
            opening += self.assigned(item.optional_vars, entered) if item.optional_vars else [f"{entered};"]
            opening.append("try {")
            closing.insert(0, f"}} catch (thrown) {{ $.left({name}, thrown); }} finally {{ $.leave({name}); }}")
        return [*opening, *self.block(node.body), *closing]

    def do_class_def(self, node: ast.ClassDef) -> list[str]:
        raise self.refuse(node, f"a class within a function: {node.name}")


def _without_first(arguments: ast.arguments) -> ast.arguments:
    by_place = [*arguments.posonlyargs, *arguments.args][1:]
    return ast.arguments(
        [], by_place, arguments.vararg, arguments.kwonlyargs, arguments.kw_defaults, arguments.kwarg, arguments.defaults
    )


def _kind_named(name: str) -> str:
    return "num" if name in _NUMBERS else name if name in ("str", "bool") else ""


def _annotated(node: FunctionNode) -> dict[str, str]:
    """The kinds of parameters that are numbers, texts or truths."""
    found = {}
    for argument in every_argument(node.args):
        if isinstance(argument.annotation, ast.Name) and (kind := _kind_named(argument.annotation.id)):
            found[argument.arg] = kind
    if node.args.vararg:
        found.pop(node.args.vararg.arg, None)
    if node.args.kwarg:
        found.pop(node.args.kwarg.arg, None)
    return found
