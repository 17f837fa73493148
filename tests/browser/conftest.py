"""Modules and translated Python for the tests, each made once and kept, and the browser that runs them."""

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from in_chromium import Script, module_at_work, script_at_work
from in_javascript import write_calls
from playwright.sync_api import Browser
from programs import skip
from third import third_game

from ewala.browser.build import Module, module_of
from ewala.browser.node import Machine
from ewala.games.registry import GAMES


@pytest.fixture(scope="session")
def module() -> Callable[[str], Module]:
    """The module of a game."""
    if importlib.util.find_spec("ziglang") is None:
        skip("the linker for browsers is missing: make browser")
    return cache(module_of)


@pytest.fixture(scope="session")
def machine(module: Callable[[str], Module], browser: Browser) -> Callable[[str], Machine]:
    """The module of a game, at work."""
    return cache(lambda name: module_at_work(browser, module(name)))


@pytest.fixture(scope="session")
def script(
    module: Callable[[str], Module], browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Script]:
    """The translated functions of tests/browser/scripts, at work: `script(luck=7)`."""

    @cache
    def written() -> Path:
        folder = tmp_path_factory.mktemp("script")
        with third_game():  # registered from elsewhere, it is played without a server all the same
            write_calls(folder, map(module, GAMES))
        return folder

    return cache(lambda luck=0, tick=0.0: script_at_work(browser, written(), luck, tick))
