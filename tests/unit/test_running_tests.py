"""What our own pytest plugins promise to whoever reads a run of the tests."""

import importlib
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pluggy
import pytest

TESTS = Path(__file__).parents[1]


def run(folder: Path, text: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """These tests, with our plugin and nothing else of ours."""
    (folder / "test_it.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "suite_plugin", "-p", "no:cacheprovider"]
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
    said = run(tmp_path, text).stdout
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
    done = run(tmp_path, text, EWALA_SKIPS=skips)
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
    for plugin in (TwoCores(), importlib.import_module("suite_plugin")):
        plugins.register(plugin)
    assert plugins.hook.pytest_xdist_auto_num_workers(config=None) == workers


@pytest.mark.parametrize(
    ("files", "collect_only", "compiles"),
    [
        (["unit/test_one.py"], False, False),
        (["page/test_one.py"], False, True),
        ([f"unit/test_{n}.py" for n in range(50)], False, True),
        (["page/test_one.py"], True, False),
    ],
)
def test_the_rules_are_compiled_before_a_run_of_many_files_or_of_the_page(
    files: list[str], collect_only: bool, compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = importlib.import_module("suite_plugin")
    compiled: list[bool] = []
    monkeypatch.setattr(plugin, "compile_once", lambda: compiled.append(True))
    session = SimpleNamespace(
        items=[SimpleNamespace(path=Path(file)) for file in files],
        config=SimpleNamespace(option=SimpleNamespace(collectonly=collect_only)),
    )
    plugin.pytest_collection_finish(session)
    assert bool(compiled) is compiles


@pytest.mark.parametrize("warm", [True, False])
def test_only_a_cold_cache_is_filled(warm: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plugin = importlib.import_module("suite_plugin")
    started: list[list[str]] = []
    monkeypatch.setenv("EWALA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("ewala.games.warm_up.is_warm", lambda: warm)
    monkeypatch.setattr(plugin.subprocess, "run", lambda command, **options: started.append(command))
    plugin.compile_once()
    assert [command[1:] for command in started] == (
        [] if warm else [[str(TESTS.parent / "tools" / "compile_kernels.py")]]
    )
