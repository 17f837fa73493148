"""Kingdom Run's bots."""

import random
import time
from typing import Any

import pytest

from ewala import CHANCE
from ewala.core.engine import Rng
from ewala.core.errors import BadSetup, NotYourTurn
from ewala.core.state import State
from ewala.games.kingdom_run.bots import bot as bot_module
from ewala.games.kingdom_run.bots import search_pool
from ewala.games.kingdom_run.bots.bot import KingdomRunBot
from ewala.games.kingdom_run.bots.levels import LEVELS
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.bot import Budget

FEW = Budget(iterations=2)
START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K "
# Knights win by crossing the line with their last runner; a sorcerer in front would otherwise be ahead.
WINNING = "SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/S/K KKK 3,9 KS K act:DL:CB"


def whole_game(game: KingdomRun, bots: list[KingdomRunBot], seed: int, budget: Budget) -> State:
    dice, rngs = Rng(seed), [random.Random(seed + n) for n in range(len(bots))]
    state = game.start()
    while (to_act := state.to_act) is not None:
        if to_act is CHANCE:
            state = state.play(state.sample(dice))
        else:
            seat = game.seats.index(str(to_act))
            state = state.play(bots[seat].choose(state.view(to_act), budget=budget, rng=rngs[seat]))
    return state


def loaded(*, backend: str = "auto", **options: Any) -> KingdomRun:
    return KingdomRun.from_options(options, backend)


@pytest.mark.parametrize("options", [{"players": "KS", "may_pass": True}, {"players": "GKF", "edition": "fr"}, {}])
def test_every_level_plays_whole_games(options: dict[str, Any]) -> None:
    game = loaded(**options)
    levels = list(LEVELS.values())
    for first in (0, 3):
        bots = [levels[(first + seat) % 5] for seat in range(len(game.seats))]
        assert whole_game(game, bots, first, Budget(iterations=5)).winners()


def test_the_gentlest_beats_chance() -> None:
    game = loaded(players="KS")
    gentle = next(iter(LEVELS.values()))
    won = 0
    for seed in range(20):
        dice, rng = Rng(seed), random.Random(seed)
        mine = game.seats[seed % 2]
        state = game.start()
        while (to_act := state.to_act) is not None:
            if to_act is CHANCE:
                move = state.sample(dice)
            elif to_act == mine:
                move = gentle.choose(state.view(mine), budget=FEW, rng=rng)
            else:
                move = rng.choice(state.moves())
            state = state.play(move)
        won += mine in state.winners()
    assert won >= 15, "of twenty games; a fair coin gets there once in fifty"


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_and_iterations_choose_alike(name: str) -> None:
    game = loaded(players="KS")
    for phase in ("keep:DDLX", "act:DCBL:-"):
        view = game.parse(START + phase).view("K")
        chosen = {LEVELS[name].choose(view, budget=FEW, rng=random.Random(5)) for _ in range(3)}
        assert len(chosen) == 1
        assert chosen <= set(view.moves())


def test_it_plays_for_the_seat_that_has_to_act_alone() -> None:
    view = loaded(players="KS").parse(START + "keep:DDLX").view("S")
    with pytest.raises(NotYourTurn):
        KingdomRunBot().choose(view, budget=FEW, rng=random.Random(1))


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize("bot", [KingdomRunBot(), KingdomRunBot(replies=5, reply_width=1)])
def test_it_wins_when_it_can(bot: KingdomRunBot, backend: str) -> None:
    state = loaded(players="KS", backend=backend).parse(WINNING)
    rng = random.Random(1)
    while state.to_act == "K":
        state = state.play(bot.choose(state.view("K"), budget=FEW, rng=rng))
    assert state.winners() == {"K"}


def test_it_plays_on_along_its_line_without_thinking_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state, rng, bot = loaded(players="KS").parse(START + "act:DCBL:-"), random.Random(3), KingdomRunBot(width=3)
    state = state.play(bot.choose(state.view("K"), budget=FEW, rng=rng))
    monkeypatch.setattr(bot_module, "borrowed_search", None)
    moves = 1
    while state.to_act == "K":
        state = state.play(bot.choose(state.view("K"), budget=FEW, rng=rng))
        moves += 1
    assert moves >= 4


def test_who_asks_with_another_rng_gets_no_line_of_somebody_else() -> None:
    state, bot = loaded(players="KS").parse(START + "act:DCBL:-"), KingdomRunBot(width=3, noise=0.2)
    fresh, other = random.Random(3), random.Random(4)
    state = state.play(bot.choose(state.view("K"), budget=FEW, rng=fresh))
    asked = bot.choose(state.view("K"), budget=FEW, rng=other)
    assert asked == KingdomRunBot(width=3, noise=0.2).choose(state.view("K"), budget=FEW, rng=random.Random(4))


def test_a_time_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which every look at it costs a hundredth: replies stop in time."""
    ticks = iter(range(10_000))
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks) / 100)
    looks: list[bytes] = []
    look = TurnSearch.look

    def counted(self: object, state: bytes, **options: object) -> object:
        looks.append(state)
        return look(self, state, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(TurnSearch, "look", counted)
    view = loaded(players="KS").parse(START + "act:DCBL:-").view("K")
    KingdomRunBot(width=3, replies=90, reply_width=1).choose(view, budget=Budget(seconds=0.5), rng=random.Random(1))
    assert 10 < len(looks) < 45
    assert next(ticks) <= 55


def test_when_time_is_out_the_rest_is_done_in_a_hurry() -> None:
    view = loaded(players="KS").parse(START + "keep:DDLX").view("K")
    with search_pool.borrowed_search(view.game) as search:  # type: ignore[arg-type]
        before = search.met
    KingdomRunBot(reroll_width=30).choose(view, budget=Budget(iterations=1), rng=random.Random(1))
    with search_pool.borrowed_search(view.game) as search:  # type: ignore[arg-type]
        hurried = search.met - before
    KingdomRunBot(reroll_width=30).choose(view, budget=Budget(iterations=10_000), rng=random.Random(1))
    with search_pool.borrowed_search(view.game) as search:  # type: ignore[arg-type]
        assert search.met - before - hurried > 2 * hurried


@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
@pytest.mark.parametrize("phase", ["roll", "keep:XXXX", "again:DL:2", "act:DC:BV", "sow:C:DDL:4>5"])
def test_it_has_an_opinion_in_every_phase(phase: str, backend: str) -> None:
    board = "KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K "
    view = loaded(players="KS", backend=backend).parse(board + phase).view("S")
    opinion = KingdomRunBot(width=2, reroll_width=1, reply_width=1).assess(view, budget=Budget(iterations=1))
    assert sum(opinion.expected.values()) == pytest.approx(1)
    assert 0 < opinion.sure <= 1
    moves = [value.move for value in opinion.moves]
    assert sorted(moves) == sorted(view.moves() if view.to_act == "K" else [])
    values = [value.value for value in opinion.moves]
    assert values == sorted(values, reverse=True)


def test_when_all_is_over_there_is_no_doubt() -> None:
    state = loaded(players="KS").parse("SFG/SFG/SFG/FG/-/-/-/-/-/-/-/-/S/- KKKK 3,9 KS K over")
    opinion = KingdomRunBot().assess(state.view("S"), budget=FEW)
    assert opinion.expected == {"K": 1, "S": 0}
    assert opinion.moves == ()
    assert opinion.sure == 1


@pytest.fixture
def empty_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_pool, "_idle", type(search_pool._idle)())


def test_two_who_think_at_once_have_a_search_each(empty_pool: None) -> None:
    game = loaded(players="KS", backend="interpreted")
    with search_pool.borrowed_search(game) as one, search_pool.borrowed_search(game) as two:
        assert one is not two
    with search_pool.borrowed_search(game) as again:
        assert again in (one, two)


def test_searches_of_a_few_games_are_kept(empty_pool: None) -> None:
    for first in "KSFG":
        for edition in ("en", "fr", "nl"):
            with search_pool.borrowed_search(loaded(first=first, edition=edition, backend="interpreted")):
                pass
    assert len(search_pool._idle) == search_pool._KEPT


@pytest.mark.parametrize("limits", [{}, {"seconds": 1, "iterations": 1}, {"seconds": 0}, {"iterations": -1}])
def test_a_budget_is_one_of_both_and_more_than_none(limits: dict[str, int]) -> None:
    with pytest.raises(BadSetup) as refused:
        Budget(**limits)
    assert refused.value.code == "bot/budget"


def test_budgets_are_values() -> None:
    assert Budget(seconds=0.5) == Budget(seconds=0.5)
    assert Budget(iterations=3).seconds is None
