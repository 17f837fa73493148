"""What a running game is known by: for how long, and that one digest tells whether two begin alike."""

import random
from collections.abc import Iterator

import pytest
from on_disk import seated

from ewala.core.dice import Dice
from ewala.core.roles import CHANCE
from ewala.games.registry import GAMES, load
from ewala.tables.fingerprints import (
    NOT_PLAYED,
    Draw,
    GameFingerprint,
    draws_of,
    fingerprint_after,
    fingerprint_of_table,
    opening_of,
)
from ewala.tables.match import Match

DICE = Dice(bytes(range(32)))


def tossed(faces: str) -> Iterator[Draw]:
    return (Draw(f"!{face}", 1.0) for face in faces)


def test_an_opening_ends_with_the_draw_that_is_beyond_coincidence() -> None:
    opening = opening_of("toss", tossed("HT" * 8))
    assert len(opening) == 64
    assert opening_of("toss", tossed("HT" * 7 + "H")) == ""
    assert opening_of("toss", tossed("HT" * 8 + "HHH")) == opening
    assert opening_of("toss", tossed("HT" * 7 + "HH")) != opening
    assert opening_of("another", tossed("HT" * 8)) != opening


@pytest.mark.parametrize("name", GAMES)
def test_how_surprising_a_draw_is_follows_from_the_draws_before_it(name: str) -> None:
    """Whatever is decided between them: on this rests that one digest is enough."""
    bits: dict[tuple[str, ...], float] = {}
    met_again = 0
    for seed in range(60):
        match, luck = Match.begin(load(name), dice=Dice(bytes([seed % 3]) * 32)), random.Random(seed)
        while match.to_act is not None and len(match.record.moves) < 40:
            if match.to_act is CHANCE:
                match.roll()
            else:
                match.submit(luck.choice(match.state.moves()), match.to_act)
        moves = match.record.moves
        drawn: tuple[str, ...] = ()
        draws = list(draws_of(map(match.state_at, range(len(moves))), moves))
        assert len(draws) == sum(match.state_at(ply).to_act is CHANCE for ply in range(len(moves)))
        for draw in draws:
            drawn += (draw.move,)
            met_again += drawn in bits
            assert bits.setdefault(drawn, draw.bits) == draw.bits
    assert met_again > 60


def test_a_game_has_a_seal_while_it_is_played_and_an_opening_once_enough_is_drawn() -> None:
    table = seated(DICE)
    assert fingerprint_of_table(table) == NOT_PLAYED
    marks = fingerprint_after(table, table.start(0), NOT_PLAYED)
    assert marks == GameFingerprint(DICE.commitment, None)
    openings: list[str | None] = []
    for _ in range(60):
        match = table.playing()
        assert isinstance(match.to_act, str)
        events = table.move(match.to_act, match.state.moves()[0], table.ply, "", 0)
        marks = fingerprint_after(table, events, marks)
        assert marks == fingerprint_of_table(table), "what is remembered is what would be found anew"
        openings.append(marks.opening)
    assert openings[0] is None
    assert openings[-1] is not None
    assert len(set(openings)) == 2
    assert fingerprint_after(table, table.resign("K", "random", 0), marks) == fingerprint_of_table(table) == NOT_PLAYED


def test_a_record_without_seal_and_opening_fits_no_game() -> None:
    assert not NOT_PLAYED.fit("", "")
    assert not GameFingerprint("5ea1", None).fit("", "")
    assert GameFingerprint("5ea1", None).fit("5ea1", "")
    assert GameFingerprint("5ea1", "0b").fit("", "0b")
