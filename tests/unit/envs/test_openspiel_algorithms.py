"""OpenSpiel's algorithms and searches play our games."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import match_strangers
import msgspec
import numpy as np
import openspiel_match as series
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.tests import games_sim_test
from openspiel_match import Contest, Played, by_deals, opponent, play_game, summary

import ewala
from ewala.core.errors import BadSetup, UnreadableText
from ewala.envs.openspiel import register
from ewala.envs.openspiel.rollouts import CompiledRollouts
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.roster import entry_called
from ewala.kit.bot import Budget

pytestmark = pytest.mark.long  # OpenSpiel's searches and solvers play our games

# Each side has three runes left for the last zone, which decides.
LAST_TURN = "block 853927416 .|./O2|C2/O7|C5/C9|O3/O4|C7/C10|O10/C3|O9/C1|O11/C11|O1 O5,6,8:C4,6,8 9O bid:O"
# One podium place is left, for either of the two runners on the last space; the fourth die is about to be rolled.
LAST_PLACE = {
    "circuit": "oooo|~o~o~o 1:4,2:2 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1",
    "position": "-/-/-/-/-/-/-/-/-/KS FFFFGGGGKSKSKS 4,8 KS K again:DDC:1",
}
KINGDOM_RUN, IMPERFECT, CHRONICLES = (
    "python_kingdom_run(players=KS)",
    "python_kingdom_run_imperfect(players=KS)",
    "python_chronicles_of_run",
)


@pytest.fixture(scope="module", autouse=True)
def _registered() -> None:
    register()


def tiny_kingdom_run() -> Any:
    return pyspiel.load_game("python_kingdom_run", LAST_PLACE)


def tiny_chronicles() -> Any:
    return pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN})


def after_moves(spec: str, moves: int = 20, seed: int = 1) -> Any:
    """A state with a choice to make, after some random moves."""
    choose, state = random.Random(seed), pyspiel.load_game(spec).new_initial_state()
    while state.is_chance_node() or moves > 0 or len(state.legal_actions()) < 2:
        state.apply_action(choose.choice(state.legal_actions()))
        moves -= 1
    return state


@pytest.mark.parametrize("spec", [KINGDOM_RUN, IMPERFECT, CHRONICLES])
def test_openspiel_s_simulation_test_passes(spec: str) -> None:
    np.random.seed(5)  # what their test draws from
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(spec))


@pytest.mark.parametrize("spec", [KINGDOM_RUN, CHRONICLES])
def test_mcts_chooses_a_legal_move(spec: str) -> None:
    state, draws = after_moves(spec), np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, draws)
    bot = mcts.MCTSBot(state.get_game(), 2.0, 20, rollouts, random_state=draws)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("spec", [IMPERFECT, CHRONICLES])
def test_ismcts_chooses_a_legal_move(spec: str) -> None:
    state, draws = after_moves(spec), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, draws), 2.0, 20, random_state=draws)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, draws.random_sample))
    assert bot.step(state) in state.legal_actions()


def test_regret_minimisation_finds_that_only_a_stolen_token_wins() -> None:
    """The knights win if the die shows two victory points, one time in six; and then they steal before they run."""
    game = tiny_kingdom_run()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-2 / 3, abs=0.01)


@pytest.mark.parametrize(
    ("solver", "iterations"),
    [(external_sampling_mccfr.ExternalSamplingSolver, 100), (outcome_sampling_mccfr.OutcomeSamplingSolver, 300)],
)
@pytest.mark.parametrize("tiny", [tiny_kingdom_run, tiny_chronicles])
def test_sampled_regret_minimisation_beats_random_play(tiny: Any, solver: Any, iterations: int) -> None:
    np.random.seed(7)  # what their solvers draw from
    game = tiny()
    at_random = exploitability.exploitability(game, solver(game).average_policy())
    learning = solver(game)
    for _ in range(iterations):
        learning.iteration()
    assert exploitability.exploitability(game, learning.average_policy()) < at_random / 3


SPECS = (KINGDOM_RUN, "python_kingdom_run(players=SFG)", CHRONICLES)


@pytest.mark.parametrize("compiled_rollouts", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_their_search_chooses_the_same_legal_move_for_the_same_seed(spec: str, compiled_rollouts: bool) -> None:
    state = after_moves(spec)
    before = str(state), state.history()
    chosen = {
        opponent(state.get_game(), simulations=30, exploration=2.0, compiled_rollouts=compiled_rollouts, seed=4)(state)
        for _ in range(2)
    }
    assert len(chosen) == 1
    assert chosen <= set(state.legal_actions())
    assert (str(state), state.history()) == before


def test_their_search_finds_a_bid_that_cannot_lose() -> None:
    """Chaos answers a bid that lies open to it: of the six answers, it finds one that wins."""
    game = pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN.replace("9O bid", "9O*O bid")})
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("5>1a"))
    assert "[O5]" in state.observation_string(1)
    for compiled_rollouts in (False, True):
        search = opponent(game, simulations=100, exploration=2.0, compiled_rollouts=compiled_rollouts, seed=1)
        assert state.child(search(state)).returns() == [-1, 1]


def test_compiled_rollouts_draw_what_openspiel_s_do() -> None:
    """From the same state, the same mean outcome: half a point of difference is six deviations of either mean."""
    state = after_moves(CHRONICLES, 22, 8)
    theirs = mcts.RandomRolloutEvaluator(200, np.random.RandomState(1)).evaluate(state)
    ours = CompiledRollouts(200, 1).evaluate(state)
    assert ours == pytest.approx(theirs, abs=0.5)
    assert sum(ours) == pytest.approx(0)


def test_rollouts_leave_the_state_as_it_is() -> None:
    state = after_moves(SPECS[0], 30)
    before = str(state), state.legal_actions()
    CompiledRollouts(3, 1).evaluate(state)
    assert (str(state), state.legal_actions()) == before


def test_regret_minimisation_solves_the_last_turn_as_our_search_does() -> None:
    game = pyspiel.load_game("python_chronicles_of_run", {"position": LAST_TURN})
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    view = ewala.load("chronicles-of-run", backend="interpreted").parse(LAST_TURN).view("O")
    expected = ChroniclesBot().assess(view, budget=Budget(iterations=1)).expected["O"]
    assert (1 + value) / 2 == pytest.approx(expected, abs=0.01)


QUICK = Contest(game="python_chronicles_of_run", simulations=2, exploration=2.0, iterations=1)


@pytest.fixture(autouse=True)
def _our_bot_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(series, "strongest", lambda game: entry_called(game, "random"))


def game(deal: int, seat: int, share: float) -> Played:
    return Played(
        deal=deal,
        seat=seat,
        share=share,
        moves=30,
        our_decisions=10,
        our_seconds=1.0,
        their_decisions=8,
        their_seconds=4.0,
        end="",
    )


def test_every_seat_of_a_deal_meets_the_same_deal() -> None:
    played = [play_game(QUICK, deal, seat) for deal in (0, 1) for seat in (0, 1)]
    tiles = [game.end.split()[1] for game in played]
    assert tiles[0] == tiles[1] != tiles[2] == tiles[3]
    assert [game.seat for game in played] == [0, 1, 0, 1]


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    once, again = (play_game(QUICK, 3, 1) for _ in range(2))
    assert (once.end, once.share, once.moves) == (again.end, again.share, again.moves)
    assert once.end.endswith(" over")


def test_every_decision_is_somebody_s() -> None:
    played = play_game(QUICK, 5, 0)
    assert played.our_decisions >= 8
    assert played.their_decisions >= 8
    assert played.our_decisions + played.their_decisions + 10 <= played.moves  # nine tiles and the initiative
    assert played.their_seconds > 0


def test_our_share_is_that_of_our_seat() -> None:
    for deal in range(4):
        played = play_game(QUICK, deal, 1)
        position = QUICK.load().compiled.game.parse(played.end)
        assert played.share == {("C",): 1, ("O",): 0, ("C", "O"): 0.5}[tuple(sorted(position.winners()))]


def test_a_series_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    first = list(series.play_rest(QUICK, 1, 1, file, series.begin(QUICK, file)))
    assert [(game.deal, game.seat) for game in first] == [(0, 0), (0, 1)]
    with file.open("ab") as out:
        out.write(msgspec.json.encode(first[0])[:25])
    found = series.begin(QUICK, file)
    assert found == first
    more = list(series.play_rest(QUICK, 2, 1, file, found))
    assert [(game.deal, game.seat) for game in more] == [(1, 0), (1, 1)]
    assert series.read(file) == (QUICK, first + more)


def test_games_with_other_settings_are_not_mixed(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    series.begin(QUICK, file)
    with pytest.raises(BadSetup) as caught:
        series.begin(msgspec.structs.replace(QUICK, simulations=3), file)
    assert caught.value.code == "openspiel/contest"


def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n")
    with pytest.raises(UnreadableText, match="roses are red"):
        series.begin(QUICK, file)
    assert file.read_text() == "roses are red\n"


def test_the_interval_of_deals_counts_whole_deals_alone() -> None:
    games = [game(0, 0, 1), game(0, 1, 1), game(1, 0, 1), game(1, 1, 0), game(2, 0, 0)]
    assert by_deals(games, 2) == pytest.approx((0.75 - 0.49, 1.0), abs=1e-4)
    assert by_deals(games[:3], 2) is None


def test_a_summary_says_who_won_and_who_thought() -> None:
    said = summary([game(0, 0, 1), game(0, 1, 0.5), game(1, 0, 0), game(1, 1, 1)], 2)
    assert "4 games: our share 62.5%" in said
    assert "won 2, drawn 1, lost 1" in said
    assert "ours: 0.1000 s a decision, 1.00 s a game, 10.0 decisions a game" in said
    assert "theirs: 0.5000 s a decision, 4.00 s a game, 8.0 decisions a game" in said
    assert summary([], 2) == "no games yet"


def arguments(file: Path) -> list[str]:
    return ["chronicles-of-run", "--games", "2", "--simulations", "2", "--iterations", "1", "--out", str(file)]


def test_the_command_plays_and_sums_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.ndjson"
    assert match_strangers.main(arguments(file)) == 0
    assert "2 games: our share" in capsys.readouterr().out
    assert len(series.read(file)[1]) == 2


def test_the_command_stops_on_ctrl_c_and_says_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_and_then_enough(*given: Any) -> Iterator[Played]:
        yield game(0, 0, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(match_strangers, "play_rest", one_and_then_enough)
    assert match_strangers.main(arguments(tmp_path / "games.ndjson")) == 130
    said = capsys.readouterr()
    assert "1 games: our share 100.0%" in said.out
    assert "1 games are kept in" in said.err


def test_the_command_refuses_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n")
    assert match_strangers.main(arguments(file)) == 2
    assert capsys.readouterr().err.startswith("match_strangers: ")
    assert match_strangers.main([*arguments(tmp_path / "new")[:-4], "--seconds", "-1", "--out", str(file)]) == 2
    with pytest.raises(SystemExit):
        match_strangers.main([*arguments(file), "--workers", "0"])
