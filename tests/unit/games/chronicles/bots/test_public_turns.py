"""A first bid is taken back to the turn's public start, whoever looks."""

import random

import pytest

from ewala.games.chronicles.bots.public import bidding
from ewala.games.chronicles.bots.random_positions import public_position
from ewala.games.chronicles.rules.state import State as Record


@pytest.mark.parametrize("seed", range(10))
def test_a_bid_is_taken_back(seed: int) -> None:
    start = public_position(1 + seed % 9, seed)
    assert bidding(Record.unpack(start.data)).slot is None
    move = random.Random(seed).choice(start.moves())
    rune, _ = move.split(">")
    after = start.play(move)
    first, other = str(start.to_act), str(after.to_act)
    before = Record.unpack(start.data)
    for viewer in (first, other):
        turn = bidding(Record.unpack(after.view(viewer).data))
        assert turn.start.pack() == start.data
        assert turn.face_up == bool(before.foreseen[before.initiative])
        assert turn.rune == (int(rune) if viewer == first or turn.face_up else None)
