"""Games over which the suite runs, random play in them, and a browser."""

import asyncio
import inspect
import random
import signal
from asyncio.events import _get_running_loop, _set_running_loop
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from rules_to_try import all_rules, load_rules, rules_id
from third import third_game

from ewala.core.game import Game
from ewala.core.state import State
from ewala.games.registry import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

# A shell that starts something in the background has it ignore Ctrl-C, and so would all whom tests start and stop.
signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("suite")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is a coroutine runs in a loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(pyfuncitem.obj(**given))
    return True


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that tests have opened keeps its event loop until all of them are done; others may run after it in the
    same process, and have loops of their own."""
    running = _get_running_loop()
    if running is None or "page" in request.path.parts or "playwright" in request.fixturenames:
        yield
        return
    _set_running_loop(None)
    try:
        yield
    finally:
        _set_running_loop(running)


@pytest.fixture(scope="session")
def playwright() -> Iterator["Playwright"]:
    from playwright.sync_api import sync_playwright  # here: most tests have no use for it

    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: "Playwright") -> Iterator["Browser"]:
    """One for all the tests of a worker."""
    from browsers import launched

    with launched(playwright) as found:
        yield found


@pytest.fixture(name="third_game")
def registered_third_game() -> Iterator[str]:
    with third_game() as name:
        yield name


@pytest.fixture(autouse=True)
def _where_every_game_is_tried(request: pytest.FixtureRequest) -> None:
    """The third game is registered for tests of every game."""
    if {"game", "twins"} & set(request.fixturenames):
        request.getfixturevalue("third_game")


@pytest.fixture(scope="session", params=all_rules(), ids=rules_id)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game with every edition and variant, interpreted; `twins` compares the engines."""
    return load_rules(request.param, "interpreted")


@pytest.fixture(scope="session", params=all_rules(), ids=lambda rules: f"{rules_id(rules)}-both-compiled")
def twins(request: pytest.FixtureRequest) -> tuple[Game, Game]:
    """Every game with every edition and variant: interpreted and compiled."""
    return load_rules(request.param, "interpreted"), load_rules(request.param, "compiled")


@pytest.fixture(scope="session")
def playing() -> Callable[[Game, int], Iterator[tuple[State, str]]]:
    """Random play of a whole game from a seed: every position with the move that is made there.

    Outcomes of chance are as likely as one another, not as the dice have them: rare ones come sooner.
    """

    games: dict[tuple[Game, str, int], list[tuple[State, str]]] = {}

    def play(game: Game, seed: int) -> Iterator[tuple[State, str]]:
        choose = random.Random(seed)
        state = game.start()
        while state.to_act is not None:
            move = choose.choice(state.moves())
            yield state, move
            state = state.play(move)
        yield state, ""

    def played(game: Game, seed: int) -> Iterator[tuple[State, str]]:
        key = (game, game.backend, seed)
        if key not in games:
            games[key] = list(play(game, seed))
        return iter(games[key])

    return played


@pytest.fixture(scope="session")
def within_chance() -> Callable[[list[int], list[float]], bool]:
    """Whether counts fit what was expected: a chi-square test that refuses one honest sample in five hundred.

    Both tails count: numbers that fit too well were not drawn either. Critical values by Wilson and Hilferty.
    """

    def fits(counts: list[int], expected: list[float]) -> bool:
        assert len(counts) == len(expected)
        assert min(expected) > 5
        statistic = sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))
        df, z = len(counts) - 1, 3.09
        spread: float = (2 / (9 * df)) ** 0.5
        low: float = df * (1 - 2 / (9 * df) - z * spread) ** 3
        high: float = df * (1 - 2 / (9 * df) + z * spread) ** 3
        return low < statistic < high

    return fits


@pytest.fixture(scope="session")
def after() -> Callable[..., str]:
    """The text of the position to which moves lead: `after(game, position, "B1K L2S", edition="fr")`."""

    def lead(name: str, position: str, moves: str, **options: Any) -> str:
        state = load(name, **options).parse(position)
        for move in moves.split():
            state = state.play(move)
        return state.text

    return lead
