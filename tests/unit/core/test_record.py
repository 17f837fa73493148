"""Records: the log of a game, folded, cut, shown and verified."""

from pathlib import Path

import pytest

import ewala
from ewala.core.dice import Dice
from ewala.core.game import Game
from ewala.core.record import Record, draw_chance

DICE = Dice(bytes(range(32)), {})


def rolled(game: Game, moves: int, dice: Dice = DICE) -> Record:
    """A game whose chance moves come from the dice; of others the one in the middle is made."""
    record = Record.begin(game, dice=dice, seats={game.seats[0]: "Ada", game.seats[1]: "Bo"})
    while len(record.moves) < moves and record.state.to_act is not None:
        state = record.state
        if state.to_act is ewala.CHANCE:
            record.roll(dice)
        else:
            record.moves.append(state.moves()[len(state.moves()) // 2])
    return record


@pytest.fixture(scope="module", params=["kingdom-run", "chronicles-of-run"])
def finished(request: pytest.FixtureRequest) -> Record:
    """A whole verifiable game, its secret shown."""
    options = {"players": "GK", "circuit": "oooo|~~~ 2:3 3,2"} if request.param == "kingdom-run" else {}
    record = rolled(ewala.load(request.param, **options), 10_000, Dice(DICE.secret, {}))
    assert record.state.to_act is None
    record.secret = DICE.secret.hex()
    return record


def test_states_are_a_fold_over_the_moves(finished: Record) -> None:
    states = list(finished.states())
    assert states[0] == finished.start
    assert states[-1] == finished.state
    assert len(states) == len(finished.moves) + 1
    for before, move, after in zip(states, finished.moves, states[1:], strict=False):
        assert before.play(move) == after


def test_a_record_of_no_moves_stands_at_its_start() -> None:
    record = Record.begin(ewala.load("kingdom-run"))
    assert record.state == record.start == ewala.load("kingdom-run").start()
    assert record.seen_by("K") == []
    assert record.public() is record
    assert record.commitment == ""


def test_a_cut_keeps_what_stands_before_it(finished: Record) -> None:
    record = ewala.read_record(finished.text())
    record.comments = {0: ["before"], 2: ["at two"], 5: ["later"]}
    cut = record.cut(2)
    assert cut.moves == record.moves[:2]
    assert cut.comments == {0: ["before"], 2: ["at two"]}
    assert cut.seats == record.seats
    assert cut.commitment == record.commitment
    assert len(cut.lines) == 2


def test_comments_stay_where_they_are(finished: Record) -> None:
    record = ewala.read_record(finished.text())
    record.comments = {0: ["first", "", "# hash"], 1: ["in a turn"], len(record.moves): ["the end"]}
    again = ewala.read_record(record.text())
    assert again.comments == record.comments
    assert again.moves == record.moves
    assert again.text() == record.text()


def test_a_comment_of_several_lines_is_written_as_several(finished: Record) -> None:
    record = ewala.read_record(finished.text())
    record.comments = {1: ["one\ntwo"]}
    assert ewala.read_record(record.text()).comments == {1: ["one", "two"]}


def test_the_text_of_a_record_is_readable_and_begins_with_its_format() -> None:
    game = ewala.load("kingdom-run", players="KS", edition="fr")
    record = Record.begin(game, seats={"K": "Ada"})
    record.moves = ["!DDLX", "r:-", "L1S", "D4K", "."]
    record.comments = {2: ["a choice"]}
    record.tags = {"date": "2026-11-15"}
    assert record.text() == (
        "Ewala record 1\n"
        "game: kingdom-run\n"
        "edition: fr\n"
        "direction: counter-clockwise\n"
        "copies_apart: no\n"
        "rob_finished: no\n"
        "may_pass: no\n"
        "circuit: oooo|o~o|o~o|o~o|o 2:2,3:2,4:2,5:2,6:2 13,12,11,10,9,8,7,6\n"
        "players: KS\n"
        "first: K\n"
        f"rules: {game.fingerprint}\n"
        "date: 2026-11-15\n"
        "seat K: Ada\n"
        "result: unfinished\n"
        "\n"
        "K: !DDLX r:-\n"
        "# a choice\n"
        "…: L1S D4K .\n"
    )


def test_a_header_that_would_break_a_line_is_refused() -> None:
    record = Record.begin(ewala.load("kingdom-run"), seats={"K": "Ada\nresult: K wins"})
    with pytest.raises(ewala.BadSetup) as refused:
        record.text()
    assert refused.value.code == "record/value"


def test_a_saved_record_is_loaded_again(finished: Record, tmp_path: Path) -> None:
    path = tmp_path / "game.ewala"
    finished.save(path)
    assert ewala.load_record(path) == finished
    finished.save(str(path))
    assert ewala.load_record(str(path)).text() == finished.text()
    assert [found.name for found in tmp_path.iterdir()] == ["game.ewala"]


def test_lines_may_end_as_on_windows(finished: Record) -> None:
    assert ewala.read_record(finished.text().replace("\n", "\r\n")) == finished


def test_a_file_that_is_no_text_is_refused_and_a_missing_one_is_an_os_error(tmp_path: Path) -> None:
    path = tmp_path / "game.ewala"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ewala.DamagedRecord) as refused:
        ewala.load_record(path)
    assert (refused.value.code, refused.value.line, refused.value.record) == ("record/encoding", 1, None)
    with pytest.raises(FileNotFoundError):
        ewala.load_record(tmp_path / "none.ewala")


# --- Dice ---------------------------------------------------------------------------------------------------


def test_an_honest_record_verifies_every_chance_move(finished: Record) -> None:
    chance = sum(state.to_act is ewala.CHANCE for state in finished.states())
    assert finished.verify() == chance > 0
    assert ewala.read_record(finished.text()).verify() == chance


def test_rolling_numbers_the_chance_moves_from_0(finished: Record) -> None:
    number = 0
    for state, move in zip(finished.states(), finished.moves, strict=False):
        if state.to_act is ewala.CHANCE:
            assert draw_chance(state, DICE, number) == move
            number += 1


def test_another_roll_is_found_with_its_move_and_line(finished: Record) -> None:
    record = ewala.read_record(finished.text())
    states = list(record.states())
    for number in (0, 5):
        chance = [n for n, state in enumerate(states) if state.to_act is ewala.CHANCE][number]
        tampered = record.cut(chance + 1)
        other = next(move for move in states[chance].moves() if move != record.moves[chance])
        tampered.moves[chance] = other
        with pytest.raises(ewala.DamagedRecord, match=f"move {chance + 1} is {other}, the dice give") as refused:
            tampered.verify()
        assert refused.value.code == "record/wrong-dice"
        assert refused.value.move == other
        assert refused.value.line == record.lines[chance]
        assert refused.value.record is not None
        assert refused.value.record.moves == record.moves[:chance]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("commitment", "", "record/no-commitment"),
        ("secret", "", "record/no-secret"),
        ("secret", "ab" * 32, "record/wrong-secret"),
        ("commitment", "ab" * 32, "record/wrong-secret"),
        ("entropy", {"X": "more"}, "record/wrong-dice"),
    ],
)
def test_what_cannot_be_verified_says_why(finished: Record, field: str, value: object, code: str) -> None:
    record = finished.cut(len(finished.moves))
    setattr(record, field, value)
    with pytest.raises(ewala.DamagedRecord) as refused:
        record.verify()
    assert refused.value.code == code


def test_kr_3_4_a_lot_is_verified_too() -> None:
    game = ewala.load("kingdom-run", players="GKS", first="lot")
    record = rolled(game, 3)
    record.secret = DICE.secret.hex()
    assert record.by_lot
    assert record.verify() > 0
    assert ewala.read_record(record.text()) == record
    first = record.game.values["first"]
    other = next(seat for seat in "GKS" if seat != first)
    changed = Record.begin(game.with_options(first=other), dice=DICE)
    changed.by_lot, changed.secret = True, record.secret
    with pytest.raises(ewala.DamagedRecord, match=f"{other} begins, the dice drew {first}") as refused:
        changed.verify()
    assert refused.value.code == "record/wrong-lot"


# --- Hidden bids --------------------------------------------------------------------------------------------


def test_cr_3_2_a_last_bid_face_down_shows_its_slot_alone_and_is_not_public() -> None:
    record = rolled(ewala.load("chronicles-of-run"), 10)
    owner, other = ("O", "C") if record.state.to_act == "O" else ("C", "O")
    record.moves.append("5>3a")
    assert record.seen_by(owner)[-1] == "5>3a"
    assert record.seen_by(other)[-1] == record.seen_by(ewala.SPECTATOR)[-1] == "?>3a"
    assert record.text(other) == record.text().replace("5>3a", "?>3a")
    assert record.public().moves == record.moves[:-1]
    record.moves.append("5>4d")
    assert record.seen_by(other) == record.moves
    assert record.public() is record


def test_a_record_is_played(finished: Record) -> None:
    """`play` says where it leads, and a loop over a whole game folds each move once."""
    record, steps = Record(finished.game, finished.start), 0
    for move, after in zip(finished.moves, list(finished.states())[1:], strict=True):
        assert record.play(move) == after
        assert record.state is record.state
        steps += 1
    assert record.moves == finished.moves
    assert steps == len(list(record.states())) - 1


def test_what_was_folded_is_not_folded_again(finished: Record) -> None:
    """However often it is asked for; also while it is gone through, and in what is cut from it."""
    states = list(finished.states())
    assert all(one is other for one, other in zip(finished.states(), states, strict=True))
    assert all(finished.state is states[-1] for _ in finished.states())
    assert finished.cut(3).state is states[3]


def test_moves_that_are_changed_by_hand_are_folded_anew(finished: Record) -> None:
    record = finished.cut(len(finished.moves))
    last = record.state
    removed = record.moves.pop()
    assert record.state != last
    record.moves.append(removed)
    assert record.state == last
    record.moves[:] = []
    assert record.state == record.start


def test_a_refused_move_changes_nothing(finished: Record) -> None:
    record = finished.cut(2)
    before = record.state
    for move in ("zz", "D4K", "10>3a"):
        with pytest.raises(ewala.EwalaError):
            record.play(move)
    assert record.moves == finished.moves[:2]
    assert record.state is before


def test_nothing_is_played_after_the_end(finished: Record) -> None:
    with pytest.raises(ewala.MatchOver):
        finished.cut(len(finished.moves)).play(finished.moves[-1])


def test_revealed_dice_can_be_verified(finished: Record) -> None:
    record = finished.cut(len(finished.moves))
    record.secret = ""
    with pytest.raises(ewala.BadSetup, match="not the ones that the record is committed to"):
        record.reveal(Dice(bytes(32)))
    assert record.secret == ""
    record.reveal(DICE)
    assert record.verify() > 0
