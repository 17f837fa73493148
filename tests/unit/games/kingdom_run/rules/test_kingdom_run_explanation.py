"""What is observed, explained and refused."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ewala
from ewala.core.game import Game
from ewala.core.state import State, Viewer
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.reasons import NOT_A_MOVE, REASONS


def explained(position: str, **options: Any) -> Any:
    return ewala.load("kingdom-run", **options).parse(position).explained()


START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"


def test_kr_8_3_a_score_item_by_item() -> None:
    found = explained("sFG/SFG/SFG/SF/-/-/-/-/Kk/-/-/-/-/G KK 5,7 KS S roll")
    assert found["tally"]["K"] == [
        {"kind": "podium", "at": 1, "points": 13},
        {"kind": "podium", "at": 2, "points": 12},
        {"kind": "zone", "at": 9, "points": 4},
        {"kind": "zone", "at": 9, "points": 4},
        {"kind": "tokens", "at": 5, "points": 10},
    ]
    assert found["tally"]["S"][0] == {"kind": "zone", "at": 1, "points": 0}
    assert list(found["tally"]) == ["K", "S"]  # neutral clans do not score
    assert found["landings"] == {}
    assert found["dice"] == []


def test_kr_5_3_full_spaces_are_passed() -> None:
    found = explained(f"{START} - 6,6 KS K act:DCBX:-")
    assert (found["landings"]["C1K"], found["landings"]["D1K"], found["landings"]["B1K"]) == (5, 5, 6)


def test_kr_5_4_across_the_line_is_one_more_than_there_are_spaces() -> None:
    found = explained("KFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/KKKS - 6,6 KS K act:DCBX:-")
    assert found["landings"]["D14K"] == 15
    assert found["landings"]["C4S"] == 15


def test_kr_6_1_the_next_of_a_disbanding_goes_beyond_the_last() -> None:
    found = explained("KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K sow:DLX:D:4>5")
    assert found["landings"] == {"+S": 6, "+F": 6, "+G": 6}


def dice(position: str, **options: Any) -> list[tuple[str, ...]]:
    """Each die as face, state and why it is barred."""
    found = explained(position, **options)["dice"]
    return [(die["face"], die["state"], *([die["code"], die["clause"]] if "code" in die else [])) for die in found]


CASES: list[tuple[str, str, dict[str, object], list[tuple[str, ...]]]] = [
    (
        "KR-4.1: before a reroll every die is ready",
        f"{START} - 6,6 KS K keep:DDLX",
        {},
        [("D", "ready"), ("D", "ready"), ("L", "ready"), ("X", "ready")],
    ),
    (
        "KR-4.2: unspent before spent",
        f"{START} - 6,6 KS K act:BL:BL",
        {},
        [("B", "ready"), ("B", "spent"), ("L", "ready"), ("L", "spent")],
    ),
    (
        "KR-4.3: an action was performed twice by its own dice",
        f"{START} - 6,6 KS K act:BL:BB",
        {},
        [("B", "barred", "kr/rule-of-two", "KR-4.3"), ("B", "spent"), ("B", "spent"), ("L", "ready")],
    ),
    (
        "KR-9.2: where copies count apart, they may go on",
        f"{START} - 6,6 KS K act:BX:BB",
        {"edition": "en"},
        [("B", "barred", "kr/rule-of-two", "KR-4.3"), ("B", "spent"), ("B", "spent"), ("X", "ready")],
    ),
    (
        "KR-9.2: where they do not, they may not",
        f"{START} - 6,6 KS K act:LX:BB",
        {"edition": "fr"},
        [("B", "spent"), ("B", "spent"), ("L", "ready"), ("X", "ready")],
    ),
]


@pytest.mark.parametrize(
    ("position", "options", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_what_the_dice_can_do(position: str, options: dict[str, object], expected: list[tuple[str, ...]]) -> None:
    assert dice(position, **options) == expected


# Die, code, clause, where the runners are: what the candidate says that fails at the last of KR-10's questions.
BARRED = [
    ("D", "kr/in-lake", "KR-5.2", "fg/fg/fg/fg/sss/K/-/kkk/S/-/-/-/-/-"),
    ("C", "kr/in-lake", "KR-5.2", "fg/fg/fg/fg/sss/K/-/kkk/S/-/-/-/-/-"),
    ("C", "kr/leads-the-race", "KR-6.2", "fg/fg/fg/fg/sss/-/-/kkk/-/KS/-/-/-/-"),
    ("B", "kr/no-lake-ahead", "KR-6.3", "fg/fg/fg/fg/sss/kkk/-/-/-/-/-/-/KS/-"),
]


@pytest.mark.parametrize(("face", "code", "clause", "spaces"), BARRED)
def test_a_die_is_barred_for_what_came_nearest_to_being_allowed(face: str, code: str, clause: str, spaces: str) -> None:
    assert (face, "barred", code, clause) in dice(f"{spaces} - 6,6 KS K act:{face}VLL:-")


def test_kr_6_4_nobody_is_left_to_be_robbed() -> None:
    assert ("V", "barred", "kr/no-token", "KR-6.4") in dice(f"{START} - 12,0 KS K act:DCBV:-")


def test_kr_9_3_nor_a_finished_player() -> None:
    position = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 3,5,4 KSF F act:DCBV:-"
    assert ("V", "ready") in dice(position)
    only = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 3,0,9 KSF F act:DCBV:-"
    assert ("V", "ready") in dice(only, edition="en")
    assert ("V", "barred", "kr/robs-finished", "KR-9.3") in dice(only, edition="nl")


def test_kr_6_5_the_last_awake_runner_of_each_player() -> None:
    circuit = "oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 13,12,11,10,9,8,7,6,6,6,6,6,6,6,6"
    spaces = "KS/-/-/-/-/-/-/-/-/-/-/-/-/- KKKSSSFFFFGGGG"
    assert ("L", "barred", "kr/last-awake", "KR-6.5") in dice(f"{spaces} 6,6 KS K act:DCVL:-", circuit=circuit)


def test_kr_4_6_a_copy_lists_what_its_own_die_would_pay_for_first() -> None:
    found = explained(f"{START} - 6,6 KS K act:BVLX:-")["dice"]
    copy = found[3]
    assert copy["face"] == "X"
    assert [die["moves"] for die in found[:3]] == [
        [move for move in copy["moves"] if move[0] == face] for face in "BVL"
    ]


def test_kr_7_1_in_the_middle_of_a_disbanding_every_die_waits() -> None:
    assert dice("KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 3,3,3,3 KSFG K sow:DLX:D:4>5") == [
        ("D", "barred", "kr/still-disbanding", "KR-7.1"),
        ("D", "spent"),
        ("L", "barred", "kr/still-disbanding", "KR-7.1"),
        ("X", "barred", "kr/still-disbanding", "KR-7.1"),
    ]


Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
SPACES, PLACES = 32, 15
FACES, ACTIONS, PHASES = "DCBVLX", "DCBVL", ("roll", "keep", "again", "act", "sow", "over")


def in_order(game: Any, viewer: Viewer) -> str:
    """The clans in the order of play from the viewer's own, then the neutral ones."""
    players = "".join(game.seats)
    at = players.index(viewer) if isinstance(viewer, str) and viewer in players else 0
    return players[at:] + players[:at] + "".join(clan for clan in "KSFG" if clan not in players)


def rewritten(state: State, viewer: Viewer) -> list[int]:
    """The features as somebody would write them who reads the position's text."""
    game: Any = state.game
    spaces, podium, tokens, players, seat, phase = state.text.split()
    grounds = [*spaces.split("/"), *[""] * (SPACES - spaces.count("/") - 1)]
    held = dict(zip(players, map(int, tokens.split(",")), strict=True))
    kind, *rest = phase.split(":")
    done = rest[1] if kind in ("act", "sow") else ""
    features: list[int] = []
    for clan in in_order(game, viewer):
        features += [many for ground in grounds for many in (ground.count(clan), ground.count(clan.lower()))]
        features += [int(podium[place : place + 1] == clan) for place in range(PLACES)]
        features += [int(clan in players), int(clan == seat), held.get(clan, 0), podium.count(clan)]
    track, values = game.circuit.track.ljust(SPACES), [*game.circuit.values, *[0] * SPACES]
    for space in range(SPACES):
        features += [int(track[space] != " "), int(track[space] == "~"), values[space]]
    features += [*game.circuit.podium, *[0] * PLACES][:PLACES]
    features += [rest[0].count(face) if rest else 0 for face in FACES]
    features += [many for action in ACTIONS for many in (done.count(action), done.count(action.lower()))]
    features += [int(kind == each) for each in PHASES]
    features += [int(space) for space in rest[2].split(">")] if kind == "sow" else [0, 0]
    return features + [int(game.values[rule]) for rule in ("copies_apart", "rob_finished", "may_pass")]


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"players": "GK", "may_pass": True, "edition": "fr"},
        {"players": "FSK", "first": "K", "circuit": "C',A',B'", "edition": "nl"},
        {"players": "SF", "circuit": f"oooo|~{'o' * 13}~{'o' * 12}~ 1:20,2:8 9,9,8,8,8,8,3,2,1,0"},
    ],
    ids=lambda rules: rules.get("players", "KSFG"),
)
def test_the_features_of_a_whole_game_are_what_its_texts_say(rules: dict[str, Any], playing: Playing) -> None:
    game = ewala.load("kingdom-run", backend="interpreted", **rules)
    met = set()
    for number, (state, _) in enumerate(playing(game, 2)):
        viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
        viewer = viewers[number % len(viewers)]
        met.add((state.text.split()[-1].partition(":")[0], viewer))
        assert state.view(viewer).observation() == rewritten(state, viewer), f"{viewer} of {state.text}"
    assert {phase for phase, _ in met} == set(PHASES)


def test_a_position_by_hand() -> None:
    """Two play, from G's point of view: G, K, then the neutral S and F."""
    game = ewala.load("kingdom-run", players="KG", backend="interpreted")
    state = game.parse("SFG/s/sFG/K/-/F/-/-/-/-/-/-/-/G KSKFKG 5,7 KG G sow:LX:Dd:3>4")
    seen = state.view("G").observation()
    a_clan = 2 * SPACES + PLACES + 4
    clans = [seen[n * a_clan : (n + 1) * a_clan] for n in range(4)]
    on = [{at: many for at, many in enumerate(clan[: 2 * SPACES]) if many} for clan in clans]
    assert on == [{0: 1, 4: 1, 26: 1}, {6: 1}, {0: 1, 3: 1, 5: 1}, {0: 1, 4: 1, 10: 1}]  # even: awake, odd: asleep
    podiums = [[place for place, there in enumerate(clan[2 * SPACES : -4]) if there] for clan in clans]
    assert podiums == [[5], [0, 2, 4], [1], [3]]
    assert [clan[-4:] for clan in clans] == [[1, 1, 7, 1], [1, 0, 5, 3], [0, 0, 0, 1], [0, 0, 0, 1]]
    board = seen[4 * a_clan : 4 * a_clan + 3 * SPACES]
    assert board[: 3 * 4] == [1, 0, 0] * 4
    assert board[3 * 4 : 3 * 8] == [1, 0, 2, 1, 1, 2, 1, 0, 3, 1, 0, 3]
    assert board[3 * 13 : 3 * 15] == [1, 0, 6, 0, 0, 0]
    rest = seen[4 * a_clan + 3 * SPACES :]
    assert rest[:PLACES] == [13, 12, 11, 10, 9, 8, 7, 6, *[0] * 7]
    assert rest[PLACES : PLACES + 6] == [0, 0, 0, 0, 1, 1]
    assert rest[PLACES + 6 : PLACES + 16] == [1, 1, *[0] * 8]
    assert rest[PLACES + 16 :] == [0, 0, 0, 0, 1, 0, 3, 4, 1, 1, 0]


BOARD = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K "
SOWING = "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>5"
SLEEPY = "kSFG/KSFG/KSFG/SFG/-/k/-/-/-/-/-/-/-/- - 6,6 KS K "  # K asleep on 1 and in the lake 6
BATHING = "KSFG/KSFG/KSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS K "  # the leader bathes
AHEAD = "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/K/- - 6,6 KS K "  # the leader is past the last lake
OVER = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS S over"
FINISHED = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK {} KSF S act:VVLL:-"
PASS = {"may_pass": True}
FR = {"edition": "fr"}
# Code, clause, position, move, options.
REFUSALS: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("kr/not-time-to-roll", "KR-4.1", BOARD + "keep:DDLX", "!DDDD", {}),
    ("kr/not-time-to-roll", "KR-4.1", BOARD + "act:DDLX:-", "!DDDD", {}),
    ("kr/not-time-to-roll", "KR-4.1", OVER, "!DDDD", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "roll", "!DD", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "again:DL:2", "!D", {}),
    ("kr/number-of-dice", "KR-4.1", BOARD + "again:DL:2", "!DCBV", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "roll", "r:-", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "again:DL:2", "r:D", {}),
    ("kr/not-time-to-reroll", "KR-4.1", BOARD + "act:DDLX:-", "r:D", {}),
    ("kr/not-time-to-reroll", "KR-4.1", OVER, "r:-", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:C", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:CCLX", "r:D", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:LL", {}),
    ("kr/no-such-dice", "KR-4.1", BOARD + "keep:DDLX", "r:DDDD", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "roll", "B1K", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "keep:BBBB", "B1K", {}),
    ("kr/not-time-to-act", "KR-4.2", BOARD + "again:BB:2", "V:S", {}),
    ("kr/not-time-to-act", "KR-4.2", OVER, "D4S", {}),
    ("kr/not-time-to-act", "KR-4.2", OVER, "V:K", {}),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "roll", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "keep:BBBB", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", BOARD + "again:BB:2", "end", PASS),
    ("kr/not-time-to-end", "KR-4.4", OVER, "end", PASS),
    ("kr/may-not-pass", "KR-4.4", BOARD + "act:DDLX:-", "end", {}),
    ("kr/may-not-pass", "KR-4.4", BOARD + "keep:DDLX", "end", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "act:DDLX:-", "+K", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "act:DDLX:-", ".", {}),
    ("kr/not-disbanding", "KR-7.1", BOARD + "roll", ".", {}),
    ("kr/not-disbanding", "KR-7.1", OVER, "+S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "V:S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "L1K", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "D4S", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "r:-", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "!DDDD", {}),
    ("kr/still-disbanding", "KR-7.1", SOWING, "end", PASS),
    ("kr/no-die", "KR-4.2", BOARD + "act:CVLL:-", "B1K", {}),
    ("kr/no-die", "KR-4.2", BOARD + "act:CVLX:-", "B1K", {}),  # no die shows what would be copied
    ("kr/no-die", "KR-4.2", BOARD + "act:VLL:C", "C1K", {}),  # the die is spent
    ("kr/no-die", "KR-4.2", BOARD + "act:BBLL:-", "V:S", {}),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:BL:BB", "B1K", {}),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:BB", "B1K", FR),  # a copy would be the third
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:Bb", "B1K", FR),
    ("kr/rule-of-two", "KR-4.3", BOARD + "act:LX:VV", "V:S", FR),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "L1k", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "B5K", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "B15K", {}),  # beyond the circuit
    ("kr/no-such-runner", "KR-10", BOARD + "act:BBLL:-", "L4k", {}),
    ("kr/no-such-runner", "KR-10", BOARD + "act:DCLL:-", "D32G", {}),
    ("kr/no-such-runner", "KR-10", SLEEPY + "act:BBLL:-", "L1K", {}),  # nobody there to lull
    ("kr/no-such-runner", "KR-10", SOWING, "+K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "D1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "C1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "B1K", {}),
    ("kr/asleep", "KR-5.2", SLEEPY + "act:DCBL:-", "B6K", {}),
    ("kr/asleep", "KR-5.2", "KSFG/KSFG/KSFG/kSF/G/-/-/-/-/-/-/-/-/- - 6,6 KS K sow:VLX:D:4>5", "+K", {}),
    ("kr/in-lake", "KR-5.2", BATHING + "act:DCBL:-", "D6K", {}),
    ("kr/in-lake", "KR-5.2", BATHING + "act:DCBL:-", "C6K", {}),
    ("kr/leads-the-race", "KR-6.2", AHEAD + "act:DCBL:-", "C13K", {}),
    ("kr/leads-the-race", "KR-6.2", BOARD + "act:DCBL:-", "C4G", {}),  # those on the same space are not ahead
    ("kr/no-lake-ahead", "KR-6.3", AHEAD + "act:DCBL:-", "B13K", {}),
    ("kr/not-an-opponent", "KR-6.4", BOARD + "act:VVLL:-", "V:K", {}),
    ("kr/not-an-opponent", "KR-6.4", BOARD + "act:VVLL:-", "V:G", {}),  # a neutral clan
    ("kr/no-token", "KR-6.4", BOARD.replace("6,6", "12,0") + "act:VVLL:-", "V:S", {}),
    ("kr/no-token", "KR-6.4", FINISHED.format("0,4,8"), "V:K", {}),  # finished, but may be robbed in en
    ("kr/robs-finished", "KR-9.3", FINISHED.format("4,4,4"), "V:K", FR),
    ("kr/robs-finished", "KR-9.3", FINISHED.format("4,4,4"), "V:K", {"edition": "nl"}),
    ("kr/robs-finished", "KR-9.3", FINISHED.format("0,4,8"), "V:K", {"edition": "es"}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/kSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:DCBL:-", "L4K", {}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/kSFG/SFG/-/K/-/-/-/-/-/-/-/- - 6,6 KS S act:DCBL:-", "L6K", {}),
    ("kr/last-awake", "KR-6.5", "kSFG/kSFG/SFG/SFG/-/K/-/-/-/-/-/-/-/- K 6,6 KS K act:DCBL:-", "L6K", {}),
]


def refusal(position: str, move: str, options: dict[str, Any]) -> tuple[str, str, str]:
    state = ewala.load("kingdom-run", **options).parse(position)
    assert move not in state.moves()
    with pytest.raises(ewala.IllegalMove) as refused:
        state.play(move)
    return refused.value.code, refused.value.clause, refused.value.move


@pytest.mark.parametrize(
    ("code", "clause", "position", "move", "options"),
    REFUSALS,
    ids=[f"{clause} {code}: {move}" for code, clause, _, move, _ in REFUSALS],
)
def test_a_refusal_cites_its_clause(code: str, clause: str, position: str, move: str, options: dict[str, Any]) -> None:
    assert refusal(position, move, options) == (code, clause, move)


def test_every_reason_has_a_case() -> None:
    assert {code for code, *_ in REFUSALS} | {"kr/not-a-move"} == {reason.code for reason in REASONS.values()}


NO_MOVES = [-1, codes.ROLLED, codes.ROLLED + 210, codes.REROLLED + 210, codes.TAKEN - 1, codes.ENDED + 1]


NO_MOVES += [codes.STOLEN - 1, codes.STOLEN + 4, codes.DISBANDED - 1, codes.CODES]


@pytest.mark.parametrize("phase", ["roll", "keep:DDLX", "act:DDLX:-"])
def test_kr_10_codes_that_no_text_has_are_no_moves(phase: str) -> None:
    state = ewala.load("kingdom-run", may_pass=True).parse(BOARD + phase)
    assert {state.game.engine.why_not(state.data, move) for move in NO_MOVES} == {NOT_A_MOVE}
    assert REASONS[NOT_A_MOVE].clause == "KR-10"


SLEEPER_AHEAD = "KSFG/KSFG/KSFG/SFG/-/-/-/-/-/-/-/-/k/- - 6,6 KS K "
# Where several clauses forbid a move, the first of KR-10's order: what is asked first, what is asked later.
ORDER: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("phase before die", "kr/not-time-to-act", BOARD + "keep:CVLL", "B5K", {}),
    ("disbanding before the house rule", "kr/still-disbanding", SOWING, "end", {}),
    ("disbanding before die and runner", "kr/still-disbanding", SOWING, "B9G", {}),
    ("house rule before phase, both KR-4.4", "kr/may-not-pass", OVER, "end", {}),
    ("no die before no such runner", "kr/no-die", BOARD + "act:CVLL:-", "B5K", {}),
    ("no die before asleep", "kr/no-die", SLEEPY + "act:CVLL:-", "B1K", {}),
    ("no die before not an opponent", "kr/no-die", BOARD + "act:CCLL:-", "V:K", {}),
    (
        "no die before last awake",
        "kr/no-die",
        "kSFG/kSFG/kSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:CCVV:-",
        "L4K",
        {},
    ),
    ("rule of two before no such runner", "kr/rule-of-two", BOARD + "act:BL:BB", "B5K", {}),
    ("rule of two before asleep", "kr/rule-of-two", SLEEPY + "act:BL:BB", "B1K", {}),
    ("rule of two before no token", "kr/rule-of-two", BOARD.replace("6,6", "12,0") + "act:VL:VV", "V:S", {}),
    ("no such runner before in a lake", "kr/no-such-runner", BATHING + "act:DCBL:-", "C6G", {}),
    ("no such runner before no lake ahead", "kr/no-such-runner", AHEAD + "act:DCBL:-", "B14G", {}),
    ("asleep before in a lake", "kr/asleep", SLEEPY + "act:DCBL:-", "D6K", {}),
    ("asleep before leading the race", "kr/asleep", SLEEPER_AHEAD + "act:DCBL:-", "C13K", {}),
    ("asleep before no lake ahead", "kr/asleep", SLEEPER_AHEAD + "act:DCBL:-", "B13K", {}),
    ("in a lake before leading the race", "kr/in-lake", BATHING + "act:DCBL:-", "C6K", {}),
]


@pytest.mark.parametrize(
    ("code", "position", "move", "options"), [case[1:] for case in ORDER], ids=[case[0] for case in ORDER]
)
def test_kr_10_the_first_objection_is_cited(code: str, position: str, move: str, options: dict[str, Any]) -> None:
    assert refusal(position, move, options)[0] == code


def test_an_illegal_move_says_what_why_and_which_clause() -> None:
    state = ewala.load("kingdom-run").parse(BOARD + "act:CVLL:-")
    with pytest.raises(ewala.IllegalMove, match=r"^B1K: no unspent die .* \(KR-4\.2\)$"):
        state.play("B1K")
