"""A match: what it takes, refuses and tells."""

import random
from collections.abc import Iterator

import pytest

from ewala import CHANCE, SPECTATOR, load, read_record
from ewala.core.dice import Dice
from ewala.core.engine import Interpreted
from ewala.core.errors import BadSetup, IllegalMove, MatchOver, NotYourTurn, UnreadableText
from ewala.core.game import Game
from ewala.core.record import Record
from ewala.core.state import Viewer
from ewala.tables.match import CannotUndo, Match

DICE = Dice(bytes(range(32)))


def kingdom_run() -> Match:
    """A match about to act: the first roll has been made, and all dice kept."""
    match = Match.begin(load("kingdom-run"), dice=DICE)
    match.roll()
    match.submit("r:-", "K")
    return match


def chronicles() -> Match:
    """A match after the deal; whoever has the initiative bids."""
    match = Match.begin(load("chronicles-of-run"), dice=DICE)
    while match.to_act is CHANCE:
        match.roll()
    return match


def play_on(match: Match, rng: random.Random) -> None:
    """To the end, at random."""
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(rng.choice(match.view(seat).moves()), seat)


@pytest.mark.parametrize("game", ["kingdom-run", "chronicles-of-run"])
def test_a_finished_match_shows_its_secret_and_verifies(game: str) -> None:
    match = Match.begin(load(game), dice=DICE, seats={})
    assert match.record.commitment == DICE.commitment
    play_on(match, random.Random(1))
    assert match.record.secret == DICE.secret.hex()
    assert read_record(match.record.text()).verify() > 0


def test_the_secret_is_not_in_the_record_before_the_end() -> None:
    match = kingdom_run()
    assert match.record.secret == ""
    assert DICE.secret.hex() not in match.record.text()


def test_rolls_are_the_dice_s_draws_whatever_was_taken_back_in_between() -> None:
    plain, wavering = kingdom_run(), kingdom_run()
    move = plain.view("K").moves()[0]
    plain.submit(move, "K")
    wavering.submit(move, "K")
    wavering.undo("K")
    wavering.submit(move, "K")
    play_on(plain, random.Random(2))
    play_on(wavering, random.Random(2))
    assert plain.record.moves == wavering.record.moves


def test_only_the_seat_to_act_moves() -> None:
    match = kingdom_run()
    with pytest.raises(NotYourTurn, match="K has to act, not S"):
        match.submit(match.state.moves()[0], "S")
    with pytest.raises(BadSetup, match="the seats are"):
        match.submit(match.state.moves()[0], "Z")
    with pytest.raises(NotYourTurn, match="K has to act"):
        match.roll()


def test_nobody_moves_while_dice_are_to_be_rolled() -> None:
    match = Match.begin(load("kingdom-run"), dice=DICE)
    assert match.to_act is CHANCE
    with pytest.raises(NotYourTurn, match="chance"):
        match.submit("r:-", "K")


def test_refused_moves_change_nothing() -> None:
    match = kingdom_run()
    before = list(match.record.moves)
    with pytest.raises(IllegalMove):
        match.submit("r:-", "K")
    with pytest.raises(UnreadableText):
        match.submit("knight to e4", "K")
    assert match.record.moves == before


def test_nothing_is_played_rolled_or_taken_back_after_the_end() -> None:
    match = kingdom_run()
    play_on(match, random.Random(3))
    with pytest.raises(MatchOver):
        match.submit("r:-", "K")
    with pytest.raises(MatchOver):
        match.roll()
    with pytest.raises(CannotUndo, match="over"):
        match.undo(str(match.before.to_act))


def test_undo_goes_back_move_by_move_within_a_turn_but_not_across_the_roll() -> None:
    match = Match.begin(load("kingdom-run"), dice=DICE)
    match.roll()
    rolled = match.state
    match.submit("r:-", "K")
    kept = match.state
    match.submit(kept.moves()[0], "K")
    assert match.undo("K") == kept.moves()[0]
    assert match.state == kept
    assert match.undo("K") == "r:-"
    assert match.state == rolled
    with pytest.raises(CannotUndo, match="past a dice roll"):
        match.undo("K")


def test_undo_is_refused_once_a_reroll_is_asked_for() -> None:
    match = Match.begin(load("kingdom-run"), dice=DICE)
    face = match.roll()[1]
    match.submit(f"r:{face}", "K")
    assert match.to_act is CHANCE
    with pytest.raises(CannotUndo):
        match.undo("K")


def test_undo_is_refused_to_others_and_before_the_first_move() -> None:
    with pytest.raises(CannotUndo, match="no move"):
        Match.begin(load("kingdom-run"), dice=DICE).undo("K")
    with pytest.raises(CannotUndo, match="only K"):
        kingdom_run().undo("S")


def test_the_last_action_of_a_turn_stands() -> None:
    match = kingdom_run()
    while match.to_act == "K":
        match.submit(match.state.moves()[-1], "K")
    with pytest.raises(CannotUndo, match="within a turn"):
        match.undo("K")


def test_a_face_down_bid_cannot_be_taken_back() -> None:
    match = chronicles()
    first = str(match.to_act)
    match.submit("10>3a", first)
    with pytest.raises(CannotUndo):
        match.undo(first)


def test_a_reveal_cannot_be_taken_back_even_by_the_side_that_decides_next() -> None:
    match = chronicles()
    first, second = str(match.to_act), "C" if match.to_act == "O" else "O"
    match.submit("8>3a", first)
    match.submit("2>4a", second)  # Aruh'ka: the same side decides now
    assert match.to_act == second
    with pytest.raises(CannotUndo, match="past a reveal"):
        match.undo(second)


def test_an_effect_that_ends_a_turn_stands_though_the_same_side_bids_next() -> None:
    match = chronicles()
    first, second = str(match.to_act), "C" if match.to_act == "O" else "O"
    match.submit("8>3a", first)
    match.submit("2>4a", second)
    match.submit("-", second)
    assert match.to_act == second
    with pytest.raises(CannotUndo, match="within a turn"):
        match.undo(second)


def test_the_log_hides_a_face_down_bid_from_all_but_its_owner() -> None:
    match = chronicles()
    first, second = str(match.to_act), "C" if match.to_act == "O" else "O"
    match.submit("10>3a", first)
    assert match.log(first)[-1] == f"1{first}: 10>3a"
    assert match.log(second)[-1] == match.log(SPECTATOR)[-1] == f"1{first}: ?>3a"


def test_a_match_goes_on_from_a_record_with_its_own_dice_only() -> None:
    match = kingdom_run()
    saved = read_record(match.record.text())
    with pytest.raises(BadSetup, match="committed"):
        Match(saved, Dice(bytes(32)))
    resumed = Match(saved, DICE)
    play_on(match, random.Random(4))
    play_on(resumed, random.Random(4))
    assert resumed.record.moves == match.record.moves


def test_every_game_can_be_played_in_every_variant(game: Game) -> None:
    match = Match.begin(game, dice=DICE)
    play_on(match, random.Random(5))
    assert match.record.verify() >= 0


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
