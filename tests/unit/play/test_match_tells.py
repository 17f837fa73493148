"""A match tells its moves and its text from the positions it holds, byte for byte as its record would by playing again:
to every viewer, all through a game."""

import random
from collections.abc import Iterator

import pytest

from ewala import CHANCE, SPECTATOR, load
from ewala.core.dice import Dice
from ewala.core.engine import Interpreted
from ewala.core.game import Game
from ewala.core.record import Record
from ewala.core.state import Viewer
from ewala.tables.match import CannotUndo, Match

MOST_BYTES = 256  # of a position: a match holds one for each move
GAMES: list[tuple[Game, int, int]] = [  # how many games of each are played, and every how many moves one is looked at
    (load("kingdom-run", players="KS"), 2, 37),
    (load("kingdom-run", first="lot"), 2, 41),
    (load("chronicles-of-run"), 8, 1),
    (load("chronicles-of-run", layout="ring"), 8, 1),
]


def viewers(game: Game) -> list[Viewer]:
    return [SPECTATOR, *game.seats]


def played(game: Game, rng: random.Random) -> Iterator[Match]:
    """A match after each of its moves, some of which are taken back."""
    match = Match.begin(game, dice=Dice(rng.randbytes(32)), seats={seat: f"Player {seat}" for seat in game.seats})
    yield match
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(rng.choice(match.view(seat).moves()), seat)
        yield match
        if seat is not CHANCE and rng.random() < 0.1:
            try:
                match.undo(seat)
            except CannotUndo:
                continue
            yield match


def check_tells_as_its_record(match: Match) -> bool:
    """Whether somebody saw less than there is."""
    record = match.record
    for viewer in viewers(record.game):
        assert match.seen_by(viewer) == record.seen_by(viewer)
        assert match.text(viewer) == record.text(viewer)
        assert match.public_text(viewer) == record.public().text(viewer)
    assert match.text() == record.text()
    assert match.public_text() == record.public().text()
    return match.public_text() != match.text()


@pytest.mark.parametrize(("game", "games", "every"), GAMES)
def test_a_match_tells_every_viewer_what_its_record_would(game: Game, games: int, every: int) -> None:
    hidden = 0
    for seed in range(games):
        for ply, match in enumerate(played(game, random.Random(seed))):
            assert len(match.state.data) <= MOST_BYTES
            if ply % every == 0 or match.to_act is None:
                hidden += check_tells_as_its_record(match)
            if somebody_gives_up(seed, ply):
                match.show_dice()
                hidden += check_tells_as_its_record(match)
                break
    assert bool(hidden) is game.hides, "bids that lie face down were among what was looked at"


def somebody_gives_up(seed: int, ply: int) -> bool:
    """In every third game, each time a little later."""
    return seed % 3 == 0 and ply == 12 + seed


def test_so_it_does_from_a_start_that_hides_something() -> None:
    match = next(match for match in played(load("chronicles-of-run"), random.Random(3)) if _hides(match))
    resumed = Match(Record(match.state.game, match.state), match.dice)
    assert check_tells_as_its_record(resumed) is False
    assert resumed.text(SPECTATOR) != resumed.text()
    resumed.submit(resumed.state.moves()[0], str(resumed.to_act))
    check_tells_as_its_record(resumed)


def _hides(match: Match) -> bool:
    return match.view(SPECTATOR).data != match.state.data


@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_nothing_is_played_again_for_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, match = played(load(name), random.Random(1))

    def play_again(*_: object) -> bytes:
        raise AssertionError("a move was played again")

    monkeypatch.setattr(Interpreted, "apply", play_again)
    for viewer in viewers(match.game):
        match.seen_by(viewer)
        match.log(viewer)
        match.text(viewer)
        match.public_text(viewer)
