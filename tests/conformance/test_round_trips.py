"""Texts are the position: written and read again, they give the same bytes; so do records."""

from collections import defaultdict
from collections.abc import Callable, Iterator

import ewala
from ewala.core.game import Game
from ewala.core.record import Record
from ewala.core.state import State

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def test_every_position_of_a_game_is_read_back_from_its_text(game: Game, playing: Playing) -> None:
    for state, _ in playing(game, 1):
        assert game.parse(state.text) == state
        assert str(state) == state.text


def test_every_record_is_read_back_from_its_text(game: Game, playing: Playing) -> None:
    moves = [move for _, move in playing(game, 1) if move]
    for length in (0, 1, len(moves) // 2, len(moves)):
        record = Record.begin(game, seats={game.seats[0]: "Ada: the first"})
        record.moves += moves[:length]
        again = ewala.read_record(record.text())
        assert again == record
        assert again.text() == record.text()
        assert again.state == record.state


def test_a_record_may_begin_anywhere(game: Game, playing: Playing) -> None:
    states = list(playing(game, 1))
    middle = len(states) // 2
    record = Record(states[middle][0].game, states[middle][0], [move for _, move in states[middle:-1]])
    again = ewala.read_record(record.text())
    assert again == record
    assert again.state == states[-1][0]


def test_two_ways_to_a_position_give_the_same_bytes() -> None:
    for dice, one, other in (("CBVL", "B1K", "L2S"), ("BBXX", "B1K", "B2K"), ("CVLL", "V:S", "L4G")):
        position = f"KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:{dice}:-"
        state = ewala.load("kingdom-run").parse(position)
        assert state.play(one).play(other) == state.play(other).play(one), dice


def test_equal_texts_are_equal_bytes_wherever_two_orders_of_moves_meet(game: Game, playing: Playing) -> None:
    met = 0
    for number, (state, _) in enumerate(playing(game, 1)):
        if number % 17:
            continue
        ways = defaultdict(set)
        for first in state.moves()[:12]:
            after = state.play(first)
            for second in after.moves()[:12]:
                ways[after.play(second).text].add((first, second, after.play(second).data))
        for text, reached in ways.items():
            assert len({data for _, _, data in reached}) == 1, text
            met += len(reached) > 1
    if game.name == "kingdom-run":
        assert met > 0


def test_bids_made_in_other_turns_give_the_same_bytes() -> None:
    slots = "/".join([".|."] * 9)
    hands = "O1,2,3,4,5,6,7,8,9,10,11:C1,2,3,4,5,6,7,8,9,10,11"
    start = ewala.load("chronicles-of-run").parse(f"line 314295687 {slots} {hands} 1O bid:O")
    one, other = start, start
    for move in ("5>1a", "8>2a", "9>3a", "11>4d"):
        one = one.play(move)
    for move in ("11>4d", "9>3a", "8>2a", "5>1a"):
        other = other.play(move)
    assert one == other
    assert one == start.game.parse(one.text)
