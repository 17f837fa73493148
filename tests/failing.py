"""What fails is named when it fails, not when all is done: of a run that somebody ends early one would otherwise know
only how many letters F it printed."""

import pytest


class Naming:
    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._reporter.verbosity <= 0:
            self._reporter.ensure_newline()
            self._reporter.write_line(f"FAILED {report.nodeid} ({report.when}, {report.duration:.0f} s)", red=True)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:  # those who run tests for others have none: they tell them
        config.pluginmanager.register(Naming(reporter), "naming failures")
