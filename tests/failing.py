"""What fails is named when it fails, with the reason, not when all is done: of a run that somebody ends early one would
otherwise know only how many letters F it printed."""

import pytest

SAID = 600  # characters of what went wrong: enough for its kind


class Naming:
    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self._reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self._reporter.verbosity <= 0:
            self._reporter.ensure_newline()
            self._reporter.write_line(f"FAILED {report.nodeid} ({report.when}, {report.duration:.0f} s)", red=True)
            if crash := getattr(report.longrepr, "reprcrash", None):
                self._reporter.write_line(f"    {crash.path}:{crash.lineno}: {crash.message[:SAID]}")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:  # those who run tests for others have none: they tell them
        config.pluginmanager.register(Naming(reporter), "naming failures")
