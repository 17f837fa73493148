"""Functions within expressions: lambdas and comprehensions."""

import ast
from typing import Any

from ewala.browser.script.expressions import Expressions
from ewala.browser.script.scopes import Scope, every_argument, script_local

_RESULT: dict[type[ast.expr], tuple[str, ...]] = {
    ast.ListComp: ("elt",),
    ast.SetComp: ("elt",),
    ast.DictComp: ("key", "value"),
    ast.GeneratorExp: ("elt",),
}


class Comprehensions(Expressions):
    """Writes what has names of its own."""

    def write_lambda(self, node: ast.Lambda) -> str:
        if node.args.vararg and node.args.kwonlyargs:
            raise self.refuse(node, "a lambda with both *arguments and arguments by name")
        before, defaults = self.kept_defaults(node.args)
        self.scopes.append(Scope({argument.arg for argument in every_argument(node.args)}))
        self.kinds.append({})
        parameters = ", ".join(self.parameters(node.args, defaults))
        body = self.write(node.body)
        extra = self.scopes.pop().extra
        self.kinds.pop()
        if extra:
            return before.replace("{}", f"(({parameters}) => {{ let {', '.join(extra)}; return {body}; }})")
        return before.replace("{}", f"(({parameters}) => {f'({body})' if body.startswith('{') else body})")

    def kept_defaults(self, arguments: ast.arguments) -> tuple[str, list[str]]:
        """Defaults of a function within another are reckoned when it is made: an outer function keeps them, with `{}`
        where the inner one is to stand, and what they are called there."""
        given = [default for default in (*arguments.defaults, *arguments.kw_defaults) if default is not None]
        if all(isinstance(default, ast.Constant) for default in given):
            return "{}", [self.write(default) for default in given]
        names = [f"d${n}" for n in range(len(given))]
        return f"(({', '.join(names)}) => {{}})({', '.join(map(self.write, given))})", names

    def parameters(self, arguments: ast.arguments, defaults: list[str] | None = None) -> list[str]:
        """As the script has them: first those by place, then those by name, then what gathers the rest. Of a function
        at the top the script reckons defaults whenever one is needed."""
        by_place = [*arguments.posonlyargs, *arguments.args]
        own: list[ast.expr | None] = [
            *[None] * (len(by_place) - len(arguments.defaults)),
            *arguments.defaults,
            *arguments.kw_defaults,
        ]
        kept = iter(defaults or [])
        written = []
        for argument, default in zip([*by_place, *arguments.kwonlyargs], own, strict=True):
            name = script_local(argument.arg)
            if default is None:
                written.append(name)
            else:
                written.append(f"{name} = {self.write(default) if defaults is None else next(kept)}")
        if arguments.kwarg:
            written.append(f"{script_local(arguments.kwarg.arg)} = $.mapping([])")
        if arguments.vararg:
            written.append(f"...{script_local(arguments.vararg.arg)}")
        return written

    def _comprehension(self, node: Any, add: str, *, lazy: bool = False) -> str:
        """Loops within loops, in a function of their own."""
        scope = Scope({n.id for part in node.generators for n in ast.walk(part.target) if isinstance(n, ast.Name)})
        first = self.write(node.generators[0].iter)  # outside: as Python reckons it
        self.scopes.append(scope)
        self.kinds.append(self.kinds[-1].copy())
        for name in scope.names:
            self.kinds[-1].pop(name, None)
        loops = ""
        for n, part in enumerate(node.generators):
            source = "$$" if n == 0 else self.write(part.iter)
            loops += f"for ({self.loop_target(part.target)} of {source}) "
            for condition in part.ifs:
                loops += f"if ({self.test(condition)}) "
        body = add.format(*(self.write(getattr(node, name)) for name in _RESULT[type(node)]))
        names = [script_local(name) for name in sorted(scope.names)]
        self.scopes.pop()
        self.kinds.pop()
        declared = f"let {', '.join([*names, *scope.extra])}; "
        if lazy:
            return f"(function* ($$) {{ {declared}{loops}{body} }})({first})"
        return f"(($$) => {{ const $r = []; {declared}{loops}{body} return $r; }})({first})"

    def loop_target(self, node: ast.expr) -> str:
        """Where a loop puts what comes next."""
        if isinstance(node, ast.Name):
            return script_local(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            return f"[{', '.join(self.loop_target(one) for one in node.elts)}]"
        if isinstance(node, ast.Starred):
            return f"...{self.loop_target(node.value)}"
        if isinstance(node, ast.Attribute):
            self.ask_for(node.attr, node)
            self.known.given.add(node.attr)
            return f"{self.write(node.value)}.${node.attr}"
        raise self.refuse(node, "this as a place to assign to")

    def write_list_comp(self, node: ast.ListComp) -> str:
        return self._comprehension(node, "$r.push({0});")

    def write_set_comp(self, node: ast.SetComp) -> str:
        return f"$.set({self._comprehension(node, '$r.push({0});')})"

    def write_dict_comp(self, node: ast.DictComp) -> str:
        return f"$.mapping({self._comprehension(node, '$r.push([{0}, {1}]);')})"

    def write_generator_exp(self, node: ast.GeneratorExp) -> str:
        return self._comprehension(node, "yield {0};", lazy=True)

    def write_await(self, node: ast.Await) -> str:
        return f"(await {self.write(node.value)})"

    def write_yield(self, node: ast.Yield) -> str:
        return f"(yield {self.write(node.value) if node.value else 'null'})"

    def write_yield_from(self, node: ast.YieldFrom) -> str:
        return f"(yield* {self.write(node.value)})"
