"""Tools: mutants of kernels, and the plugins that run these tests."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pluggy
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


TESTS = Path(__file__).parents[1]


def run(folder: Path, plugin: str, text: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """These tests, with that plugin and nothing else of ours."""
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", plugin, "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "--rootdir", str(folder), "test_it.py"],
        cwd=folder,
        env={
            **os.environ,
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            **environment,
            "PYTHONPATH": str(TESTS),
        },
        capture_output=True,
        text=True,
    )


def test_a_failure_is_named_before_the_next_test_runs(tmp_path: Path) -> None:
    text = "def test_it():\n    assert 0\n\n\ndef test_next():\n    print('next')\n"
    said = run(tmp_path, "failing", text).stdout
    assert said.index("FAILED test_it.py::test_it") < said.index("next"), said


@pytest.mark.parametrize(
    ("why", "skips", "fails"),
    [
        ("there is no PostgreSQL", "card", True),
        ("there is no PostgreSQL", "", False),
        ("needs an NVIDIA card", "card", False),
    ],
)
def test_skipping_is_failing_where_nothing_need_be_skipped(tmp_path: Path, why: str, skips: str, fails: bool) -> None:
    text = f"import pytest\n\n\ndef test_it():\n    pytest.skip({why!r})\n"
    done = run(tmp_path, "skipped", text, EWALA_SKIPS=skips)
    assert (done.returncode == 1) is fails, done.stdout
    assert ("though this machine could have run it" in done.stdout) is fails


class TwoCores:
    @pytest.hookimpl
    def pytest_xdist_auto_num_workers(self) -> int:
        return 2


@pytest.mark.parametrize(("told", "workers"), [("", 3), ("2", 2)])
def test_there_is_a_worker_more_than_cores_unless_somebody_says_how_many(
    told: str, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", told)
    plugins = pluggy.PluginManager("pytest")
    plugins.add_hookspecs(importlib.import_module("xdist.newhooks"))
    for plugin in (TwoCores(), importlib.import_module("crew")):
        plugins.register(plugin)
    assert plugins.hook.pytest_xdist_auto_num_workers(config=None) == workers
