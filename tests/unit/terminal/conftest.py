"""The terminal's tests read English, whatever language whoever runs them speaks."""

import pytest


@pytest.fixture(autouse=True)
def an_english_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
