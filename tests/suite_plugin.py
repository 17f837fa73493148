"""Our pytest plugin: workers, rules compiled before the first test, failures named at once, no silent skips."""

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

CARD = "NVIDIA card"
FEW_FILES = 20  # they may compile what they need themselves
MESSAGE = 600  # characters of an error: enough for its kind
WARM_UP = Path(__file__).parents[1] / "tools" / "compile_kernels.py"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One worker more than there are cores: tests wait a quarter of their time for servers, databases and browsers."""
    cores = yield
    return cores if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") else cores + 1


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile the rules once, before any test: it takes minutes, and a test has a time limit."""
    if session.config.option.collectonly:
        return
    files = {item.path for item in session.items}
    if len(files) > FEW_FILES or any("page" in path.parts for path in files):
        compile_once()


def compile_once() -> None:
    """In one process; the other workers wait for it."""
    import fcntl  # here: Windows lacks it

    from ewala.core.compiled import code_folder
    from ewala.games.warm_up import is_warm  # here: coverage has to see the import

    if is_warm():
        return
    folder = code_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_warm():
            subprocess.run([sys.executable, str(WARM_UP)], check=True, stdout=subprocess.DEVNULL)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:  # xdist's workers have none
        config.pluginmanager.register(FailureNames(reporter), "failure-names")


class FailureNames:
    """Prints a failure and its reason when it happens, so that a run may be ended early."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._reporter.verbosity <= 0:
            self._reporter.ensure_newline()
            self._reporter.write_line(f"FAILED {report.nodeid} ({report.when}, {report.duration:.0f} s)", red=True)
            if crash := getattr(report.longrepr, "reprcrash", None):
                self._reporter.write_line(f"    {crash.path}:{crash.lineno}: {crash.message[:MESSAGE]}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `EWALA_SKIPS=card`, a test that was skipped for want of anything but a graphics card fails the run."""
    if _unexcused(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in _unexcused(config):
        terminalreporter.write_line(f"SKIPPED, though this machine could have run it: {line}", red=True)


def _unexcused(config: pytest.Config) -> list[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("EWALA_SKIPS") != "card" or reporter is None:
        return []
    skipped = [(report.nodeid, str(report.longrepr)) for report in reporter.stats.get("skipped", [])]
    return [f"{test}: {why}" for test, why in skipped if CARD not in why]
