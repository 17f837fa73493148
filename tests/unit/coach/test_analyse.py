"""Whole games looked through: nothing is lost in the account, luck is nothing on the average, decisions cost."""

import hashlib
import random
from collections.abc import Callable
from typing import cast

import msgspec
import pytest

import ewala
from ewala.core.dice import Dice
from ewala.core.errors import BadSetup
from ewala.core.record import Record, draw_chance
from ewala.core.roles import CHANCE
from ewala.core.state import State as Position
from ewala.games.chronicles.bots.bot import ChroniclesBot
from ewala.games.chronicles.coach.turns import Solved, search_for
from ewala.games.chronicles.rules.game import Chronicles
from ewala.games.chronicles.rules.state import State as ChroniclesState
from ewala.games.coach import analyse, analyse_in_parts, fingerprint_of
from ewala.games.kingdom_run.bots.search_pool import borrowed_search
from ewala.games.kingdom_run.coach.looks import Looks
from ewala.games.kingdom_run.coach.turns import entries_of as kingdom_run_entries
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.kit.analysis import Analysis, Sums
from ewala.kit.bot import Bot, Budget
from ewala.kit.effort import Effort
from ewala.kit.mistakes import size_of
from ewala.kit.plain_bots import RandomBot

QUICK = Effort(1)


def _all_parts(sums: Sums) -> float:
    """What a result is made of."""
    return sums.start + sums.luck + sums.own + sums.others + sums.re_estimated


def _at_random(game: ewala.Game, seed: int) -> Record:
    """A game in which nobody thinks."""
    return _played(game, seed, RandomBot())


def _played(game: ewala.Game, seed: int, bot: Bot) -> Record:
    dice = Dice(hashlib.sha256(str(seed).encode()).digest())
    record = Record.begin(game, dice=dice, seats={seat: f"Player {seat}" for seat in game.seats})
    rng, rolls, state = random.Random(seed), 0, record.start
    while state.to_act is not None:
        if state.to_act is CHANCE:
            move, rolls = draw_chance(state, dice, rolls), rolls + 1
        else:
            move = bot.choose(state.view(state.to_act), budget=Budget(iterations=1), rng=rng)
        record.moves.append(move)
        state = state.play(move)
    return record


GAMES = {
    "kingdom-run for two": ewala.load("kingdom-run", players="KS"),
    "kingdom-run for three": ewala.load("kingdom-run", players="SFG", may_pass=True),
    "chronicles": ewala.load("chronicles-of-run"),
}


SHORT = {"kingdom-run for two": 13, "kingdom-run for three": 1, "chronicles": 5}  # seeds of games that end soon


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> tuple[Record, Analysis]:
    record = _at_random(GAMES[request.param], SHORT[request.param])
    return record, analyse(record, QUICK)


def test_result_is_start_luck_decisions_and_re_estimation(played: tuple[Record, Analysis]) -> None:
    record, analysis = played
    winners = record.state.winners()
    assert analysis.finished
    for seat, sums in analysis.sums.items():
        assert _all_parts(sums) == pytest.approx(sums.result, abs=1e-9)
        assert sums.result == pytest.approx((seat in winners) / len(winners), abs=1e-9)


def test_chances_add_up_to_one_all_along(played: tuple[Record, Analysis]) -> None:
    record, analysis = played
    for ply in range(len(record.moves) + 1):
        chances = [analysis.curve[seat][ply] for seat in analysis.seats]
        assert sum(chances) == pytest.approx(1, abs=1e-9)
        assert min(chances) >= -1e-9


def test_own_decisions_never_gain_anything(played: tuple[Record, Analysis]) -> None:
    _, analysis = played
    for step in analysis.steps:
        assert step.loss >= 0
        assert step.seat or not step.decision
        assert step.decision.get(step.seat, 0.0) <= 1e-9
    assert all(sums.own <= 0 for sums in analysis.sums.values())
    assert any(sums.own < -0.05 for sums in analysis.sums.values())  # they played at random


def test_costly_decisions_name_legal_better_moves(played: tuple[Record, Analysis]) -> None:
    record, analysis = played
    states = list(record.states())
    assert analysis.costly
    for costly in analysis.costly:
        state = states[costly.ply]
        assert (state.to_act, record.moves[costly.ply]) == (costly.seat, costly.move)
        assert costly.reason
        for better in costly.better:
            assert better.move in state.moves()
            assert better.move != costly.move or better.line
            assert better.value > costly.value
            for move in better.line:
                state = state.play(move)
            state = states[costly.ply]
    losses = [costly.loss for costly in analysis.costly]
    assert losses == sorted(losses, reverse=True)


def test_better_moves_are_said_without_the_players_name(played: tuple[Record, Analysis]) -> None:
    _, analysis = played
    said = [str(part.sentence()) for one in analysis.costly for better in one.better for part in better.said]
    assert said
    assert [words for words in said if "Player" in words] == []
    assert all(len(better.said) == max(1, len(better.line)) for one in analysis.costly for better in one.better)


def test_an_analysis_travels_as_json(played: tuple[Record, Analysis]) -> None:
    _, analysis = played
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=Analysis) == analysis


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 11, 12, 13, 17])
def test_a_game_may_stop_anywhere(name: str, moves: int) -> None:
    record = _at_random(GAMES[name], 5).cut(moves)
    analysis = analyse(record, QUICK)
    assert not analysis.finished
    assert len(analysis.steps) == len(record.public().moves)
    for sums in analysis.sums.values():
        assert _all_parts(sums) == pytest.approx(sums.result, abs=1e-9)


def test_the_same_game_gives_the_same_analysis_and_fingerprint() -> None:
    record = _at_random(GAMES["chronicles"], 6)
    assert analyse(record, QUICK) == analyse(record, QUICK)
    assert fingerprint_of(record, QUICK) == fingerprint_of(record.cut(len(record.moves)), QUICK)
    others = [record.cut(20), _at_random(GAMES["chronicles"], 7), _at_random(GAMES["kingdom-run for two"], 6)]
    names = {
        fingerprint_of(record, QUICK),
        fingerprint_of(record, Effort(2)),
        *(fingerprint_of(r, QUICK) for r in others),
    }
    assert len(names) == 5


def test_progress_is_told_and_may_stop_the_work() -> None:
    record = _at_random(GAMES["chronicles"], 6)
    parts: list[float] = []
    analyse(record, QUICK, parts.append)
    assert parts == sorted(parts)
    assert (parts[0], parts[-1]) == (0, 1)

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(record, QUICK, stop)


def test_no_effort_is_refused() -> None:
    with pytest.raises(BadSetup, match="iterations are from 1"):
        Effort(0)


# --- Luck


def test_luck_of_a_roll_is_nothing_on_the_average() -> None:
    """Over all outcomes of the first roll, and of a reroll, weighed with their exact probabilities."""
    game = cast(KingdomRun, GAMES["kingdom-run for two"])
    start = game.start()
    again = start.play("!DDLX").play("r:LX")
    with borrowed_search(game) as search:
        looks = Looks(search, QUICK)
        for before, moves in ((start, []), (again, ["!DDLX", "r:LX"])):
            assert before.to_act is CHANCE
            mean = 0.0
            for outcome, chance in before.chances().items():
                record = Record(game, start, [*moves, outcome])
                _, entries = kingdom_run_entries(list(record.states()), record.moves, looks, lambda part: None)
                mean += float(chance) * entries[-1].luck[0]
            assert mean == pytest.approx(0, abs=1e-9)
            assert any(entries[-1].luck)


def test_luck_of_the_first_initiative_is_nothing_on_the_average() -> None:
    """CR-2.3: it goes to either side alike."""
    dealt = _at_random(GAMES["chronicles"], 6).cut(9)
    luck = [
        analyse(Record(dealt.game, dealt.start, [*dealt.moves, move]), QUICK).sums["O"].luck for move in ("!O", "!C")
    ]
    assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert luck[0] != 0


def _late(seed: int) -> tuple[Record, Position]:
    """A close game from the beginning of its eighth turn on: everything that follows is solved to the end."""
    whole = _played(GAMES["chronicles"], seed, ChroniclesBot(iterations=1, noise=0.1))
    states = list(whole.states())
    ply = next(n for n, state in enumerate(states) if ChroniclesState.unpack(state.data).turn == 8)
    return Record(whole.game, states[ply], whole.moves[ply:]), states[ply]


@pytest.mark.parametrize("seed", range(6))
def test_the_last_turns_of_the_chronicles_are_not_re_estimated(seed: int) -> None:
    record, _ = _late(seed)
    analysis = analyse(record, QUICK)
    for sums in analysis.sums.values():
        assert sums.start + sums.luck + sums.own + sums.others == pytest.approx(sums.result, abs=1e-6)
    assert all(abs(change) < 1e-6 for step in analysis.steps for change in step.re_estimated.values())


def test_luck_of_hidden_runes_is_nothing_on_the_average() -> None:
    """If one side mixes as the solution says, whatever the other does: here over all of the answers."""
    record, start = _late(7)
    solved = Solved.of(search_for(cast(Chronicles, record.game)), ChroniclesState.unpack(start.data), 10, None, None)
    game = max(solved.games.values(), key=lambda one: one.value)
    assert not game.face_up, "another seed: here nothing is hidden"
    first = "OC".index(str(start.to_act))
    found = set()
    for rune in game.runes:
        mean = 0.0
        for (answer, place), often in zip(game.answers, game.y, strict=True):
            if often < 1e-9:
                continue
            bids = [_bid(record.game, rune, game.slot), _bid(record.game, answer, place)]
            step = analyse(Record(record.game, start, bids), QUICK).steps[-1]
            luck = step.luck.get("OC"[first], 0.0)
            mean += float(often) * luck
            found.add(round(luck, 6))
        assert mean == pytest.approx(0, abs=1e-6)
    assert len(found) > 1


def _bid(game: ewala.Game, rune: int, slot: int) -> str:
    from ewala.games.chronicles.rules.codes import BID_MADE
    from ewala.games.chronicles.rules.state import SLOTS

    return game.move_text(BID_MADE + SLOTS * rune + slot)


def test_a_bid_is_judged_by_what_could_be_known() -> None:
    """An answer's loss does not depend on the rune that lay face down; what it cost in hindsight does."""
    record, start = _late(7)
    runes = [move for move in start.moves() if move.endswith(start.moves()[0].partition(">")[2])]
    answers = start.play(runes[0]).moves()
    seen: dict[str, set[float]] = {"loss": set(), "in_hindsight": set()}
    for rune in runes:
        step = analyse(Record(record.game, start, [rune, answers[-1]]), QUICK).steps[-1]
        seen["loss"].add(round(step.loss, 9))
        assert step.in_hindsight is not None
        seen["in_hindsight"].add(round(step.in_hindsight, 9))
    assert len(seen["loss"]) == 1
    assert len(seen["in_hindsight"]) > 1


def test_an_analysis_told_in_parts_grows_adds_up_and_comes_to_the_same() -> None:
    record = _at_random(GAMES["chronicles"], 2)
    parts: list[Analysis] = []
    progress: list[float] = []
    glances: list[int] = []

    def tell(known: Callable[[], Analysis], whole: bool) -> None:
        if whole:
            glances.append(len(parts))
        parts.append(known())

    whole = analyse_in_parts(record, Effort(6), progress.append, tell)
    assert whole == analyse(record, Effort(6))
    moves = len(record.moves)
    lengths = [len(part.steps) for part in parts]
    assert lengths[:moves] == list(range(1, moves + 1))  # a glance, from the first move on
    assert lengths[moves:] == [moves] * moves  # then the whole, ever more of it looked at closely
    assert glances == [moves - 1]  # that all of it was glanced at is told in any case
    assert parts[-1] == whole
    assert progress == sorted(progress)
    for part in parts:
        for seat, sums in part.sums.items():
            assert _all_parts(sums) == pytest.approx(part.curve[seat][-1], abs=1e-9)


def test_mistakes_have_names_by_what_they_cost() -> None:
    assert [size_of(loss) for loss in (0.0, 0.009, 0.01, 0.039, 0.04, 0.099, 0.1, 0.6)] == [
        None,
        None,
        "slip",
        "slip",
        "mistake",
        "mistake",
        "blunder",
        "blunder",
    ]
