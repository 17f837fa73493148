"""The search of Kingdom Run's bots."""

import random
from functools import cache
from typing import Any

import pytest

from ewala import CHANCE
from ewala.core.machines import INTERPRETED
from ewala.core.state import State
from ewala.games.kingdom_run.bots import turns
from ewala.games.kingdom_run.bots.multisets import FOURS, MULTISETS, UNPAYABLE, number_of, payables
from ewala.games.kingdom_run.bots.network import correct
from ewala.games.kingdom_run.bots.search import TurnSearch
from ewala.games.kingdom_run.bots.values import plain_values, shipped_values
from ewala.games.kingdom_run.bots.workspace import BASE, ENDS, POOL, Plan, Workspace
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.dice import HANDFULS
from ewala.games.kingdom_run.rules.game import KingdomRun
from ewala.games.kingdom_run.rules.kernel import State as Record

EXACT = 100_000  # a beam that holds every board
START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K "
RULES: list[dict[str, Any]] = [
    {"players": "KS"},
    {"players": "KS", "edition": "fr"},
    {"players": "GFK", "may_pass": True},
    {"players": "SGFK", "circuit": "oooo|~~|oo~ 1:2,7:1,900:2 5"},
]


@cache
def search_of(rules: int, backend: str) -> TurnSearch:
    return TurnSearch(KingdomRun.from_options(RULES[rules], backend))


def plain_ends(state: State) -> set[bytes]:
    """Every position after the turn, by trying every move."""
    mover, met, ends = state.to_act, {state.data}, set()
    open_states = [state]
    while open_states:
        here = open_states.pop()
        for move in here.moves():
            after = here.play(move)
            if after.data in met or after.data in ends:
                continue
            record = Record.unpack(after.data)
            if record.phase in (st.ACT, st.SOW) and after.to_act == mover:
                met.add(after.data)
                open_states.append(after)
            else:
                ends.add(after.data)
    return ends


def positions(game: KingdomRun, seed: int, most_dice: int) -> list[State]:
    """Positions of random play in which an action is chosen, with few dice left."""
    rng = random.Random(seed)
    found, state = [], game.start()
    while state.to_act is not None:
        record = Record.unpack(state.data)
        if record.phase in (st.ACT, st.SOW) and len(HANDFULS[record.dice]) <= most_dice:
            found.append(state)
        state = state.play(rng.choice(state.moves()))
    return found


@pytest.mark.parametrize("rules", range(len(RULES)))
@pytest.mark.parametrize(("backend", "most_dice", "every"), [("compiled", 2, 7), ("interpreted", 1, 25)])
def test_it_finds_the_ends_of_a_turn_each_with_a_line_that_leads_there(
    rules: int, backend: str, most_dice: int, every: int
) -> None:
    search = search_of(rules, backend)
    game = search.game
    for state in positions(game, 7, most_dice)[::every]:
        wanted = plain_ends(state)
        ends = search.ends(state.data, width=EXACT, most=96)
        boards = [end.board for end in ends]
        assert set(boards) <= wanted
        if len(wanted) <= 96:
            assert set(boards) == wanted
        for end in ends[:5]:
            after = state
            for move in end.line:
                after = after.play(game.move_text(move))
            assert after.data == end.board
            mover = game.seats.index(str(state.to_act))
            assert end.value == pytest.approx(search.judge(end.board)[mover])


def test_the_best_ends_come_first_and_none_is_missed() -> None:
    search = search_of(0, "compiled")
    state = search.game.parse(START + "act:CB:VL")
    values = sorted((search.judge(board)[0] for board in plain_ends(state)), reverse=True)
    ends = search.ends(state.data, width=EXACT, most=10)
    assert [end.value for end in ends] == pytest.approx(values[:10])


@pytest.mark.parametrize("rules", [0, 1, 2])
def test_a_handful_is_worth_its_best_end(rules: int) -> None:
    search = search_of(rules, "compiled")
    game = search.game
    rng = random.Random(3)
    state = game.start()
    rolls = []
    while state.to_act is not None:
        if state.to_act is CHANCE and Record.unpack(state.data).phase == st.ROLL:
            rolls.append(state)
        state = state.play(rng.choice(state.moves()))
    for roll in rolls[-2:-1]:
        outlook = search.look(roll.data, width=EXACT)
        kept, shares = outlook.kept, outlook.kept_shares
        mover = Record.unpack(roll.data).seat
        for four in rng.sample(FOURS, 3):
            kept_all = roll.play(f"!{HANDFULS[four]}").play("r:-")
            phase = Record.unpack(kept_all.data).phase
            ends = plain_ends(kept_all) if phase == st.ACT else {kept_all.data}
            best = max(search.judge(end)[mover] for end in ends)
            assert kept[four] == pytest.approx(best), (roll.text, HANDFULS[four])
            assert shares[four][mover] == pytest.approx(best)
            assert sum(shares[four][: len(game.seats)]) == pytest.approx(1)
        for handful in (0, 3, 30):  # no die kept, one, three
            more = ["".join(sorted(HANDFULS[handful] + die, key="DCBVLX".index)) for die in "DCBVLX"]
            assert kept[handful] == pytest.approx(sum(kept[HANDFULS.index(one)] for one in more) / 6)


@pytest.mark.parametrize("edition", ["en", "fr"])
def test_the_dice_pay_for_what_the_rules_let_them_pay_for(edition: str) -> None:
    """Every multiset that can be performed from the start is payable, and what is payable is on offer."""
    game = KingdomRun.from_options({"players": "KS", "edition": edition}, "interpreted")
    pays = payables(bool(game.rules.copies_apart))
    rng = random.Random(5)
    for _ in range(150):
        four = rng.randrange(len(FOURS))
        state = game.parse(START + "roll").play(f"!{HANDFULS[FOURS[four]]}").play("r:-")
        while (record := Record.unpack(state.data)).phase in (st.ACT, st.SOW):
            if record.phase == st.ACT:
                done = tuple((record.own + record.copied >> 4 * action) & 15 for action in range(5))
                left = pays[four][MULTISETS.index(done)]
                assert left != UNPAYABLE
                offered = {move[0] for move in state.moves()}
                assert offered <= {"DCBVL"[action] for action in range(5) if left >> action & 1}
            state = state.play(rng.choice(state.moves()))


def test_a_beam_goes_on_with_the_best_boards() -> None:
    search = search_of(0, "compiled")
    state = search.game.parse(START + "act:DCB:L")
    before = search.nodes
    best = search.ends(state.data, width=EXACT, most=1)[0]
    exact = search.nodes - before
    beam = search.ends(state.data, width=30, most=1)[0]
    assert search.nodes - before - exact < exact / 2
    assert beam.value <= best.value
    assert beam.value > best.value - 0.1


BOARD = "KSFG/KSFG/KSFG/KSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K roll"


def search_with(boards: int, keys: int, **options: bool) -> TurnSearch:
    made = TurnSearch(KingdomRun.from_options({"players": "KS", **options}, "interpreted"))
    made.__dict__["_wide"] = made.__dict__["_narrow"] = INTERPRETED.blank(Workspace, boards=boards, keys=keys)
    return made


@pytest.mark.parametrize("phase", ["act:CB:VL", "sow:L:DVV:4>5", "act:CL:VV"])
def test_the_best_end_is_found_whatever_the_room(phase: str) -> None:
    large, small = search_with(3000, 1 << 14), search_with(BASE + 80, 64)
    state = large.game.parse(BOARD.replace("roll", phase)).data
    for most in (1, 3, 96):
        ends = large.ends(state, width=3000, most=most)
        found = small.ends(state, width=3000, most=most)
        assert len(ends) <= most
        assert found[0].value == pytest.approx(ends[0].value, abs=0.05)
        assert large.nodes <= large.met


@pytest.mark.parametrize(("room", "kept"), [(0, 0), (8, 5)])
def test_a_full_desk_goes_on_with_the_best(room: int, kept: int) -> None:
    game = search_with(BASE, 64).game
    work, values = INTERPRETED.blank(Workspace, boards=BASE + 1 + room, keys=64), plain_values(game)
    work.boards[0] = Record.unpack(game.parse(BOARD.replace("roll", "act:CB:VL")).data)
    bathed_too = number_of((0, 0, 1, 1, 1))
    turns.begin(work, game.rules, values, number_of((0, 0, 0, 1, 1)), 5, 0)
    plan = INTERPRETED.blank(Plan)
    plan.sets[0], plan.keeps[0], plan.ending[0] = bathed_too, 1, 1
    turns.grow(work, game.rules, values, plan, 1, 5)
    first, after = work.first[bathed_too], work.after[bathed_too]
    assert after - first == kept
    assert work.tally[ENDS] == 5
    assert sorted(work.value[first:after]) == sorted(work.value[POOL : POOL + kept])


def test_a_die_without_an_action_is_lost() -> None:
    """Nobody has a token to be robbed of: the turn ends after the catching-up (KR-4.5)."""
    looking = search_with(3000, 1 << 14)
    state = looking.game.parse(BOARD.replace("6,6", "12,0").replace("roll", "act:CV:BL"))
    ends = looking.ends(state.data, width=99, most=96)
    assert {end.board for end in ends} == {state.play(move).data for move in state.moves()}


def test_who_may_pass_may_end_at_once() -> None:
    passing = search_with(3000, 1 << 14, may_pass=True)
    state = passing.game.parse(BOARD.replace("roll", "act:C:BVL"))
    ends = passing.ends(state.data, width=99, most=96)
    assert {end.board for end in ends} == {state.play(move).data for move in state.moves()}
    assert any(passing.game.move_text(end.line[-1]) == "end" for end in ends)


def test_noise_moves_values_by_no_more_than_it_says() -> None:
    noisy = search_with(3000, 1 << 14)
    state = noisy.game.parse(BOARD.replace("roll", "act:CL:VV")).data
    ends = noisy.ends(state, width=99, most=96, noise=0.05, seed=7)
    off = [abs(end.value - noisy.judge(end.board)[0]) for end in ends]
    assert max(off) <= 0.05
    assert max(off) > 0.02
    assert ends == noisy.ends(state, width=99, most=96, noise=0.05, seed=7)
    assert ends != noisy.ends(state, width=99, most=96, noise=0.05, seed=8)


@pytest.mark.parametrize("may_pass", [False, True])
def test_the_outlook_of_a_turn_is_an_average(may_pass: bool) -> None:
    looking = search_with(3000, 1 << 14, may_pass=may_pass)
    position = "GGGG/-/-/-/-/-/-/-/-/-/-/-/SsF/Kk KKSSFFF 6,6 KS K roll"
    outlook = looking.look(looking.game.parse(position).data, width=1)
    assert sum(outlook.shares) == pytest.approx(1)
    assert outlook.kept[0] == pytest.approx(sum(outlook.kept[1:7]) / 6)
    assert outlook.shares[0] >= outlook.kept[0], "who may keep dice is better off than who must roll all again"


@pytest.fixture
def search() -> TurnSearch:
    game = KingdomRun.from_options({"players": "KS"}, "interpreted")
    return TurnSearch(game, shipped_values(game, "learned"))


def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Gets an entry whenever the network looks at a board that only counts if it is the best."""
    found: list[int] = []

    def noted(*arguments: Any) -> None:
        found.append(1)
        correct(*arguments)

    monkeypatch.setattr(turns, "correct", noted)
    return found


def test_far_boards_are_passed_over_and_hardly_change_the_outlook(
    search: TurnSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, looked = search.game.parse(BOARD).data, looked_at(monkeypatch)
    some = search.look(state, width=1).shares
    few, nodes = len(looked), search.nodes
    monkeypatch.setattr(turns, "FAR", 2.0)
    everything = search.look(state, width=1).shares
    assert search.nodes == 2 * nodes
    assert few < (len(looked) - few) / 2
    assert some == pytest.approx(everything, abs=0.005)
    assert some[0] <= everything[0] + 1e-9, "whoever looks at less finds nothing better"


def test_plain_values_ask_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    game = KingdomRun.from_options({"players": "KS"}, "interpreted")
    looked = looked_at(monkeypatch)
    TurnSearch(game).look(game.parse(BOARD).data, width=1)
    assert looked == []
