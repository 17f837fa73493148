"""KR-1 to KR-3: pieces, circuit and set-up as they stand before the first roll."""

from itertools import product
from typing import Any

import pytest

import ewala
from ewala.core.dice import Dice

STARTS = [
    ({}, "3,3,3,3 KSFG K"),
    ({"players": "GK"}, "6,6 GK G"),
    ({"players": "SFK"}, "4,4,4 SFK S"),
    ({"players": "SFK", "first": "K"}, "4,4,4 SFK K"),
    ({"players": "GFSK", "first": "F"}, "3,3,3,3 GFSK F"),
]


@pytest.mark.parametrize(("options", "players"), STARTS)
def test_kr_3_1_to_3_4_all_clans_stand_on_the_start_whatever_the_number_of_players(
    options: dict[str, Any], players: str
) -> None:
    state = ewala.load("kingdom-run", **options).start()
    assert state.text == f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - {players} roll"
    assert state.to_act is ewala.CHANCE


def test_kr_3_4_a_lot_is_drawn_by_the_dice_and_settles_the_first_seat() -> None:
    game = ewala.load("kingdom-run", first="lot")
    begun = {game.start(Dice(bytes([n] * 32))).text.split()[4] for n in range(20)}
    assert begun == set("KSFG")
    dice = Dice(bytes(32))
    assert game.start(dice) == game.start(dice)
    assert game.start(dice).game.values["first"] == game.start(dice).text.split()[4]


CIRCUITS = [
    ("A,B,C", "oooo|o~o|o~o|o~o|o"),
    ("C,B,A", "oooo|o~o|o~o|o~o|o"),
    ("A',B',C", "oooo|~o~|ooo|o~o|o"),
    ("B',C',A'", "oooo|ooo|oo~|~o~|o"),
    ("C',B,A", "oooo|oo~|o~o|o~o|o"),
]


@pytest.mark.parametrize(("boards", "track"), CIRCUITS)
def test_kr_2_4_boards_by_name_stand_for_a_circuit(boards: str, track: str) -> None:
    game = ewala.load("kingdom-run", circuit=boards)
    assert game.values["circuit"] == f"{track} 2:2,3:2,4:2,5:2,6:2 13,12,11,10,9,8,7,6"
    assert ewala.load("kingdom-run", circuit=game.values["circuit"]) == game


def test_kr_2_6_of_the_default_boards_a_second_side_up_goes_only_with_b_second_side_up() -> None:
    for a, b, c in product(("A", "A'"), ("B", "B'"), ("C", "C'")):
        if (a == "A'") == (b == "B'"):
            ewala.load("kingdom-run", circuit=f"{a},{b},{c}")
        else:
            with pytest.raises(ewala.BadSetup, match="three lakes"):
                ewala.load("kingdom-run", circuit=f"{a},{b},{c}")


ALLOWED = [
    "oooo|~~~ 1:3 1",  # neighbouring lakes, the last space one of them
    f"oooo|~~~{'o' * 25} 1:28 5",  # 32 spaces
    "oooo|~o~o~ 1:1,2:1,3:1,4:1,5:1 15,14,13,12,11,10,9,8,7,6,5,4,3,2,1",  # 15 places
    "oooo|~o~o~ 1:2,2:3 7,7,7,0,0",  # a podium that never rises
    "oooo|~o~o~ 0:2,1:3 5",  # a first zone worth nothing
    "oooo|~~|~ 1:3 1",
]


@pytest.mark.parametrize("circuit", ALLOWED)
def test_kr_2_6_a_host_may_define_other_circuits(circuit: str) -> None:
    assert ewala.load("kingdom-run", circuit=circuit).values["circuit"] == circuit


REFUSED = [
    ("ooo|~~~ 1:3 1", "KR-2.1", "start-size"),
    ("ooooo|~~~ 1:3 1", "KR-2.1", "start-size"),
    ("oo~o|~~ 1:2 1", "KR-2.1", "start-lake"),
    ("oooo|~o~ 1:3 1", "KR-2.2", "lakes"),
    ("oooo|~~~~ 1:4 1", "KR-2.2", "lakes"),
    ("A',B,C", "KR-2.2", "lakes"),
    ("A,B',C", "KR-2.2", "lakes"),
    ("oooo|~~~ 1:3,2:0 1", "KR-2.3", "zone-empty"),
    ("oooo|~~~ 2:1,2:2 1", "KR-2.3", "zones-do-not-rise"),
    ("oooo|~~~ 3:1,2:2 1", "KR-2.3", "zones-do-not-rise"),
    ("oooo|~~~ 1:2 1", "KR-2.3", "zones-cover"),
    ("oooo|~~~ 1:4 1", "KR-2.3", "zones-cover"),
    ("oooo|~~~ 1:3 -", "KR-2.6", "podium-empty"),
    (f"oooo|~~~ 1:3 {','.join(['1'] * 16)}", "KR-2.6", "podium-long"),
    ("oooo|~~~ 1:3 5,6", "KR-2.6", "podium-rises"),
    ("oooo|~~~ 1:3 6,5,5,6", "KR-2.6", "podium-rises"),
    (f"oooo|~~~{'o' * 26} 1:29 1", "KR-2.6", "too-long"),
    ("A,B", "KR-2.1", "boards"),
    ("A,B,B", "KR-2.1", "boards"),
    ("A,A',B", "KR-2.1", "boards"),
    ("A,B,C,A", "KR-2.1", "boards"),
]


@pytest.mark.parametrize(("circuit", "clause", "reason"), REFUSED)
def test_kr_2_6_circuits_are_refused_each_with_its_own_reason(circuit: str, clause: str, reason: str) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("kingdom-run", circuit=circuit)
    assert (refused.value.clause, refused.value.code) == (clause, f"circuit/{reason}")


UNREADABLE = [
    ("", "CIRCUIT", 1),
    ("D,B,C", "CIRCUIT", 1),
    ("A,B,C ", "CIRCUIT", 1),
    ("|oooo|~~~ 1:3 1", "CIRCUIT", 1),
    ("oooo|~~~", "ZONES", 9),
    ("oooo|~~~ 1:3", "VALUES", 13),
    ("oooo||~~~ 1:3 1", "BOARDS", 6),
    ("oooo|~x~ 1:3 1", "BOARDS", 7),
    ("oooo|~~~| 1:3 1", "BOARDS", 10),
    ("oooo|~~~ 1-3 1", "ZONES", 11),
    ("oooo|~~~ 01:3 1", "ZONES", 10),
    ("oooo|~~~ -1:3 1", "ZONES", 10),
    ("oooo|~~~ 1:3, 1", "ZONES", 14),
    ("oooo|~~~ 1:3 1,", "VALUES", 16),
    ("oooo|~~~ 1:3 1,x", "VALUES", 16),
    ("oooo|~~~ 1:3 -1", "VALUES", 15),
    ("oooo|~~~ 1:3 1000", "VALUES", 14),
    ("oooo|~~~ 1:3 1 1", "VALUES", 15),
    ("oooo|~~~  1:3 1", "ZONES", 10),
]


@pytest.mark.parametrize(("circuit", "field", "column"), UNREADABLE)
def test_kr_10_an_unreadable_circuit_says_where(circuit: str, field: str, column: int) -> None:
    with pytest.raises(ewala.UnreadableText) as refused:
        ewala.load("kingdom-run", circuit=circuit)
    assert (refused.value.field, refused.value.column) == (field, column)


PLAYERS = [
    ({"players": "K"}, "KR-3.1", "setup/players"),
    ({"players": ""}, "KR-3.1", "setup/players"),
    ({"players": "KSFGK"}, "KR-3.1", "setup/players"),
    ({"players": "KK"}, "KR-3.1", "setup/players"),
    ({"players": "KX"}, "KR-3.1", "setup/players"),
    ({"players": "ks"}, "KR-3.1", "setup/players"),
    ({"players": "KS", "first": "F"}, "KR-3.4", "setup/first"),
    ({"players": "KS", "first": "KS"}, "KR-3.4", "setup/first"),
    ({"first": "youngest"}, "KR-3.4", "setup/first"),
    ({"edition": "de"}, "KR-9.4", "setup/option"),
    ({"edition": None}, "KR-9.4", "setup/option"),
    ({"may_pass": "yes"}, "KR-4.4", "setup/option"),
    ({"may_pass": 1}, "KR-4.4", "setup/option"),
    ({"copies_apart": "no"}, "KR-9.2", "setup/option"),
    ({"rob_finished": None}, "KR-9.3", "setup/option"),
    ({"direction": "up"}, "KR-9.1", "setup/option"),
    ({"players": ["K", "S"]}, "KR-3.1", "setup/option"),
    ({"circuit": 5}, "KR-2", "setup/option"),
    ({"layout": "block"}, "", "setup/unknown-option"),
    ({"Players": "KS"}, "", "setup/unknown-option"),
]


@pytest.mark.parametrize(("options", "clause", "code"), PLAYERS, ids=lambda value: str(value))
def test_options_that_cannot_stand_are_refused_with_their_clause(
    options: dict[str, Any], clause: str, code: str
) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        ewala.load("kingdom-run", **options)
    assert (refused.value.clause, refused.value.code) == (clause, code)


EDITIONS = [
    ("fr", "counter-clockwise", False, False),
    ("en", "counter-clockwise", True, True),
    ("es", "counter-clockwise", False, False),
    ("nl", "clockwise", True, False),
]


@pytest.mark.parametrize(("edition", "direction", "copies_apart", "rob_finished"), EDITIONS)
def test_kr_9_an_edition_is_a_row_of_parameters(
    edition: str, direction: str, copies_apart: bool, rob_finished: bool
) -> None:
    values = ewala.load("kingdom-run", edition=edition).values
    found = (values["direction"], values["copies_apart"], values["rob_finished"])
    assert found == (direction, copies_apart, rob_finished)


def test_kr_9_4_the_default_edition_is_en_and_kr_9_5_house_rules_are_off() -> None:
    values = ewala.load("kingdom-run").values
    assert values["edition"] == "en"
    assert values["may_pass"] is False


def test_kr_9_5_each_parameter_can_be_given_beside_an_edition() -> None:
    game = ewala.load("kingdom-run", edition="fr", copies_apart=True)
    assert (game.values["copies_apart"], game.values["rob_finished"]) == (True, False)
    assert game != ewala.load("kingdom-run", edition="fr")
    assert game.fingerprint != ewala.load("kingdom-run", edition="fr").fingerprint


def test_seats_of_a_parsed_position_come_from_its_text() -> None:
    state = ewala.load("kingdom-run", edition="nl").parse("KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 4,4,4 GKS K roll")
    assert state.game.seats == ("G", "K", "S")
    assert state.game.values["edition"] == "nl"
