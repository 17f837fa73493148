"""Changes of a kernel's source that tests have to notice (tools/mutations.py)."""

from pathlib import Path

import pytest
from mutations import mutants_of

CASES = [
    ("return x + 1", ["return x - 1", "return x + 2"]),
    ("return x < y and (not x)", ["return x < y or not x", "return x <= y and (not x)", "return x < y and x"]),
    ("return 1 if x else 0", ["return 2 if x else 0", "return 1 if not x else 0", "return 1 if x else 1"]),
    ("x.a = -x.b", ["pass", "x.a = x.b"]),
    ("x.a += 2", ["x.a -= 2", "x.a = 2", "pass", "x.a += 3"]),
    ("x.a(max(x.b, x.c))", ["pass", "x.a(min(x.b, x.c))"]),
    ("return True", ["return False"]),
]


@pytest.mark.parametrize(("statement", "changed"), CASES, ids=[statement for statement, _ in CASES])
def test_every_thing_that_can_be_changed_is_changed_once(statement: str, changed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(f'@kernel\ndef rule(x):\n    """Nothing here, 1 + 1, is changed."""\n    {statement}\n')
    mutants = list(mutants_of(path, "rules"))
    assert sorted(mutant.now for mutant in mutants) == sorted(changed)
    assert {mutant.was for mutant in mutants} == {statement}


def test_a_mutant_is_code_that_stands_in_for_the_function(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text("@kernel\ndef rule(x):\n    return x + 1\n\n\ndef other(x):\n    return x + 1\n")

    def rule(x: int) -> int:
        return x + 1

    answers = []
    for mutant in mutants_of(path, "rules"):
        rule.__code__ = mutant.code
        answers.append((mutant.text, rule(5)))
    assert sorted(answers) == [("rule: return x + 1 → return x + 2", 7), ("rule: return x + 1 → return x - 1", 4)]
