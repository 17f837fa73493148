"""The roster, and the plain bots on it."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from ewala import CHANCE, SPECTATOR, load
from ewala.core.dice import Dice
from ewala.core.errors import BadSetup, NotYourTurn
from ewala.core.game import Game
from ewala.games import warm_up as warm
from ewala.games.registry import GAMES
from ewala.games.roster import entry_called, levels, roster, stand_in, strongest
from ewala.kit.bot import Bot, Budget
from ewala.kit.plain_bots import GreedyBot, RandomBot
from ewala.tables.match import Match

KEEP = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K keep:DDLX"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_five_levels_gentlest_first(game: str) -> None:
    found = levels(game)
    assert [entry.level for entry in found] == [1, 2, 3, 4, 5]
    assert strongest(game) is found[-1]
    assert {name: entry.name for name, entry in roster(game).items()} == {name: name for name in roster(game)}


@pytest.mark.parametrize("game", GAMES)
def test_no_two_bots_have_the_same_title(game: str) -> None:
    entries = roster(game).values()
    assert len({str(entry.title) for entry in entries}) == len(entries)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_stands_in_is_of_the_middle_level(game: str) -> None:
    assert entry_called(game, stand_in(game)).level == 3


def test_names_that_old_tables_have_are_still_known() -> None:
    for game in GAMES:
        assert isinstance(entry_called(game, "greedy").bot, GreedyBot)
        assert entry_called(game, "random").level == 0


@pytest.mark.parametrize(
    ("game", "name", "right"),
    [
        ("kingdom-run", "kasparov", "champion"),
        ("kingdom-run", "oracle", "ranger"),
        ("chronicles-of-run", "ranger", "oracle"),
    ],
)
def test_an_unknown_bot_or_one_of_the_other_game_is_refused_with_the_names_that_would_be_right(
    game: str, name: str, right: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        entry_called(game, name)
    assert refused.value.code == "setup/bot"
    assert repr(name) in str(refused.value)
    assert right in str(refused.value)


def test_the_roster_loads_no_search_before_one_is_wanted() -> None:
    """Searches need numpy and Numba: a command that plays no game must not wait for them."""
    code = "import sys, ewala.games.roster; sys.exit('numpy' in sys.modules or 'numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_makes_a_legal_move(game: str) -> None:
    view = next(warm.decisions(game))
    for entry in roster(game).values():
        assert entry.bot.choose(view, budget=Budget(iterations=1), rng=random.Random(1)) in view.moves(), entry.name


FACE_DOWN = (
    "block 123456789 (O{})|./.|./.|./.|./.|./.|./.|./.|./.|. O{}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:C"  # one rune bid
)

MOMENT = Budget(iterations=1)


def test_every_legal_move_comes_up_and_no_other() -> None:
    view, rng = load("kingdom-run").parse(KEEP).view("K"), random.Random(1)
    chosen = {RandomBot().choose(view, budget=MOMENT, rng=rng) for _ in range(500)}
    assert chosen == set(view.moves())


def test_the_same_seed_chooses_alike() -> None:
    view = load("kingdom-run").parse(KEEP).view("K")
    games = [
        [RandomBot().choose(view, budget=MOMENT, rng=rng) for _ in range(20)]
        for rng in (random.Random(7), random.Random(7))
    ]
    assert games[0] == games[1]


@pytest.mark.parametrize("kind", [RandomBot, GreedyBot])
def test_neither_looks_at_a_rune_face_down(kind: type[Bot]) -> None:
    choices = []
    for rune in (4, 11):
        hand = ",".join(str(n) for n in range(1, 12) if n != rune)
        view = load("chronicles-of-run").parse(FACE_DOWN.format(rune, hand)).view("C")
        choices.append([kind().choose(view, budget=MOMENT, rng=random.Random(seed)) for seed in range(50)])
    assert choices[0] == choices[1]


def test_it_plays_for_the_seat_that_has_to_act_alone() -> None:
    state = load("kingdom-run").parse(KEEP)
    for viewer in ("S", SPECTATOR):
        with pytest.raises(NotYourTurn):
            RandomBot().choose(state.view(viewer), budget=MOMENT, rng=random.Random(1))


def winners(game: Game, bots: dict[str, Bot], seed: int) -> set[str]:
    rng = random.Random(seed)
    match = Match.begin(game, dice=Dice(rng.randbytes(32)))
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(bots[seat].choose(match.view(seat), budget=MOMENT, rng=rng), seat)
    return match.state.winners()


@pytest.mark.parametrize(("name", "options"), [("kingdom-run", {"players": "KS"}), ("chronicles-of-run", {})])
def test_it_beats_the_random_bot(name: str, options: dict[str, str]) -> None:
    game = load(name, **options)
    points = 0.0
    for seed in range(30):
        mine = game.seats[seed % 2]
        other = game.seats[1 - seed % 2]
        won = winners(game, {mine: GreedyBot(), other: RandomBot()}, seed)
        points += 0.5 if not won or len(won) == 2 else float(mine in won)
    assert points >= 22, "of thirty games, as often first as second; a fair coin gets there once in two hundred"


def test_it_takes_what_is_worth_most_at_once() -> None:
    """Knights can put a runner across the line; nothing else scores as much."""
    state = load("kingdom-run", players="KS").parse("SFG/SFG/KSFG/KSFG/K/-/-/-/-/-/-/-/-/K - 6,6 KS K act:D:DBB")
    assert GreedyBot().choose(state.view("K"), budget=MOMENT, rng=random.Random(1)) == "D14K"


KINDS = {"kingdom-run": {"keep", "act", "sow"}, "chronicles-of-run": {"bid", "effect"}}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_decision_is_thought_about(game: str) -> None:
    decisions = [view for view, _ in zip(warm.decisions(game), range(warm.DECISIONS), strict=False)]
    assert {view.text.split()[-1].partition(":")[0] for view in decisions} == KINDS[game]
    assert all(view.viewer == view.to_act for view in decisions)


def test_it_is_marked_when_all_is_done_and_not_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "code_folder", lambda: tmp_path / "code")
    monkeypatch.setattr(warm, "GAMES", ())
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    assert not warm.is_warm()
    assert warm.main() == 0
    assert warm.is_warm()


def test_another_version_of_the_compiler_needs_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "code_folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "GAMES", ())
    monkeypatch.setattr("os.nice", lambda _: 0, raising=False)
    warm.main()
    monkeypatch.setattr("importlib.metadata.version", lambda _: "999")
    assert not warm.is_warm()
