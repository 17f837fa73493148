"""The third game is a game like the others here."""

import pytest


@pytest.fixture(autouse=True)
def with_the_third_game(third_game: str) -> None:
    """Registered while a test runs."""
