"""The kernels in a real browser give the answers that they give on the processor."""

import base64
import importlib.util

import pytest
from in_chromium import InChromium
from native import Native
from playwright.sync_api import Browser
from programs import skip

from ewala.browser.build import module_of
from ewala.core.engine import Rng
from ewala.games.registry import GAMES, load


@pytest.mark.parametrize("name", GAMES)
def test_the_same_games_answers_and_counts(name: str, browser: Browser) -> None:
    if importlib.util.find_spec("ziglang") is None:
        skip("the linker for browsers is missing: make browser")
    game = load(name, backend="compiled")
    start = game.start()
    rules, rng = base64.b64encode(game.rules.pack()).decode(), str(Rng(3).word)
    native = Native(game)
    page = browser.new_page()
    try:
        there = InChromium(page, module_of(name))
        for do, job in (("walk", {"positions": 500, "seats": len(game.seats)}), ("games", {"games": 1000})):
            assert there.ask(do, rules=rules, rng=rng, **job) == native.ask(do, rules=rules, rng=rng, **job)
        state = base64.b64encode(start.data).decode()
        assert there.ask("perft", rules=rules, state=state, depth=3) == game.perft(start, 3)
    finally:
        page.close()
