"""`match` as a row of conditions."""

import ast
from abc import ABC, abstractmethod

from ewala.browser.script.calls import Calls
from ewala.browser.script.expressions import ARITHMETIC
from ewala.browser.script.knowledge import fields_of
from ewala.browser.script.scopes import script_local
from ewala.browser.script.sources import Definition


class Patterns(Calls, ABC):
    """Writes `match`, and holds what statements share."""

    def operation(self, sign: ast.operator) -> str:
        return ARITHMETIC[type(sign)]

    @abstractmethod
    def block(self, body: list[ast.stmt]) -> list[str]:
        """The lines of some statements."""

    def do_match(self, node: ast.Match) -> list[str]:
        subject = self.scopes[-1].temporary()
        lines = [f"{subject} = {self.write(node.subject)};"]
        for n, case in enumerate(node.cases):
            condition = self.matched(case.pattern, subject)
            if case.guard:
                condition = f"({condition} && {self.test(case.guard)})"
            lines += [f"{'} else ' if n else ''}if ({condition}) {{", *self.block(case.body)]
        return [*lines, "}"]

    def matched(self, pattern: ast.pattern, subject: str) -> str:
        """A condition that holds where the pattern fits, and then has bound its names."""
        if isinstance(pattern, ast.MatchValue):
            return f"$.eq({subject}, {self.write(pattern.value)})"
        if isinstance(pattern, ast.MatchSingleton):
            return f"({subject} == null)" if pattern.value is None else f"({subject} === {str(pattern.value).lower()})"
        if isinstance(pattern, ast.MatchOr):
            return f"({' || '.join(self.matched(one, subject) for one in pattern.patterns)})"
        if isinstance(pattern, ast.MatchAs):
            inner = self.matched(pattern.pattern, subject) if pattern.pattern else "true"
            return f"({inner} && ({script_local(pattern.name)} = {subject}, true))" if pattern.name else inner
        if isinstance(pattern, ast.MatchClass):
            return self._class_matched(pattern, subject)
        if isinstance(pattern, ast.MatchSequence):
            return self._sequence_matched(pattern, subject)
        raise self.refuse(pattern, f"this kind of pattern: {type(pattern).__name__}")

    def _sequence_matched(self, pattern: ast.MatchSequence, subject: str) -> str:
        """All of a list, or how it begins, with the rest behind a star."""
        *firsts, last = [*pattern.patterns, None]
        starred = bool(firsts) and isinstance(firsts[-1], ast.MatchStar)
        rest = firsts.pop() if starred else last
        parts = [f"$.has_length({subject}, {len(firsts)}{', true' if starred else ''})"]
        for n, one in enumerate(firsts):
            if one is None or isinstance(one, ast.MatchStar):
                raise self.refuse(pattern, "a star that is not the last of a pattern")
            parts.append(self.matched(one, f"{subject}[{n}]"))
        if isinstance(rest, ast.MatchStar) and rest.name:
            parts.append(f"({script_local(rest.name)} = {subject}.slice({len(firsts)}), true)")
        return f"({' && '.join(parts)})"

    def _class_matched(self, pattern: ast.MatchClass, subject: str) -> str:
        parts = [f"$.isinstance({subject}, [{self.write(pattern.cls)}])"]
        target = self.target_of(pattern.cls)
        places = list(zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True))
        if pattern.patterns:
            if not isinstance(target, Definition):
                parts += [self.matched(pattern.patterns[0], subject)]
            else:
                names = list(fields_of(target, self.known.sources))
                places = [*zip(names, pattern.patterns, strict=False), *places]
        for name, one in places:
            self.ask_for(name, pattern)
            parts.append(self.matched(one, f"{subject}.${name}"))
        return f"({' && '.join(parts)})"
