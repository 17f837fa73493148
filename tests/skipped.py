"""Nothing is skipped unseen: with `EWALA_SKIPS=card`, tests that were skipped for want of anything but a graphics card
make the run fail. A machine that can install what is missing has no reason to go without."""

import os

import pytest

CARD = "NVIDIA card"


def _unexcused(config: pytest.Config) -> list[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("EWALA_SKIPS") != "card" or reporter is None:
        return []
    skipped = [(report.nodeid, str(report.longrepr)) for report in reporter.stats.get("skipped", [])]
    return [f"{test}: {why}" for test, why in skipped if CARD not in why]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _unexcused(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in _unexcused(config):
        terminalreporter.write_line(f"SKIPPED, though this machine could have run it: {line}", red=True)
