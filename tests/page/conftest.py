"""Servers and visitors for the tests of the page."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from browsers import Visitor, visitor
from fixed_chance import page_with_same_chance
from playwright.sync_api import Browser
from table_server import Server, served

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser costs seconds: of these tests `make test` runs those marked `smoke`, the others are long."""
    for item in items:
        if item.path.parent == HERE and not item.get_closest_marker("smoke"):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def same_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, with dice that fall the same way in every run."""
    return page_with_same_chance(tmp_path_factory.mktemp("same") / "page")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, same_page: Path) -> Iterator[Server]:
    """One for all tests of a module: to start one takes half a second."""
    with served(tmp_path_factory.mktemp("server"), absent_seconds=0, page_dir=same_page) as running:
        yield running


@pytest.fixture
def fresh_server(tmp_path: Path, same_page: Path) -> Iterator[Server]:
    """One at which nobody has been; a module whose tests need that has it as its `server`."""
    with served(tmp_path, absent_seconds=0, page_dir=same_page) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Callable[..., Visitor]]:
    """Opens the page for another person: `visit(size=PHONE, language="fr")`."""
    with ExitStack() as people:

        def open_for(**options: Any) -> Visitor:
            return people.enter_context(visitor(browser, f"http://127.0.0.1:{server.port}", **options))

        yield open_for
