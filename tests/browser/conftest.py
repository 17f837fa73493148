"""Modules and translated Python for the tests, each made once and kept; and the machines that run them.

That is a real browser; with `EWALA_BROWSER=node` the same tests hold Node against the processor.
"""

import importlib.util
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from in_chromium import InChromium
from in_javascript import Machines, Script, write_calls
from in_node import InNode
from playwright.sync_api import Playwright
from programs import skip
from third import third_game

from ewala.browser.build import Module, module_of
from ewala.browser.node import Machine
from ewala.games.registry import GAMES

IN_NODE = os.environ.get("EWALA_BROWSER") == "node"


@pytest.fixture(scope="session")
def module() -> Callable[[str], Module]:
    """The module of a game."""
    if importlib.util.find_spec("ziglang") is None:
        skip("the linker for browsers is missing: make browser")
    return cache(module_of)


@pytest.fixture(scope="session")
def node(module: Callable[[str], Module]) -> Iterator[Callable[[str], Machine]]:
    """The module of a game, at work in Node, for tests of what is measured there."""
    running = InNode()
    yield cache(lambda name: running.module(module(name)))
    running.close()


@pytest.fixture(scope="session")
def machines(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Machines]:
    """Whoever names Playwright among their fixtures keeps its event loop, as tests/conftest.py has it."""
    running = InNode() if IN_NODE else InChromium(request.getfixturevalue("browser"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def machine(module: Callable[[str], Module], machines: Machines) -> Callable[[str], Machine]:
    """The module of a game, at work."""
    return cache(lambda name: machines.module(module(name)))


@pytest.fixture(scope="session")
def script(
    module: Callable[[str], Module], machines: Machines, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Script]:
    """The translated functions of tests/browser/scripts, at work: `script(luck=7)`."""

    @cache
    def written() -> Path:
        folder = tmp_path_factory.mktemp("script")
        with third_game():  # registered from elsewhere, it is played without a server all the same
            write_calls(folder, map(module, GAMES))
        return folder

    return cache(lambda luck=0, tick=0.0: machines.script(written(), luck=luck, tick=tick))
