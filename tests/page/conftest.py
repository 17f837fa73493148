"""One server for each test."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browsers import Visitor, visitor
from playwright.sync_api import Browser
from same_chance import page_with_same_chance
from table_server import Server, served

from ewala.games.warm_up import is_warm


@pytest.fixture(scope="session", autouse=True)
def machine_code() -> None:
    """Whoever plays against the computer here waits for a move, not for a compiler."""
    if not is_warm():
        subprocess.run([sys.executable, "-m", "ewala.games.warm_up"], check=True, capture_output=True)


@pytest.fixture(scope="session")
def same_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, with dice that fall the same way in every run."""
    return page_with_same_chance(tmp_path_factory.mktemp("same") / "page")


@pytest.fixture
def server(tmp_path: Path, same_page: Path) -> Iterator[Server]:
    with served(tmp_path, absent_seconds=0, page_dir=same_page) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens the page for another person: `visit(size=PHONE, language="fr")`."""
    with ExitStack() as people:

        def open_for(**options: Any) -> Visitor:
            return people.enter_context(visitor(browser, f"http://127.0.0.1:{server.port}", **options))

        yield open_for
