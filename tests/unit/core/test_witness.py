"""Whoever kept the first seal, an own part and the promises finds out every way in which dice could be chosen."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import ewala
from ewala.cli import main
from ewala.core.dice import Dice, commitment_of, promise_of
from ewala.core.record import Record
from ewala.core.witness import NotAsPromised, Witness
from ewala.tables.match import Match

SECRET, OTHER = bytes(range(32)), bytes(32)
SEAL = commitment_of(SECRET)


def played(secret: bytes, parts: Mapping[str, str], promises: Mapping[str, str]) -> Record:
    """A whole game with these dice, read again from its text: it is in order by itself."""
    dice, chosen = Dice(secret, parts, promises), random.Random(1)
    match = Match.begin(ewala.load("chronicles-of-run"), dice=dice)
    while (seat := match.to_act) is not None:
        if isinstance(seat, str):
            match.submit(chosen.choice(match.view(seat).moves()), seat)
        else:
            match.roll()
    record = ewala.read_record(match.record.text())
    record.verify()
    return record


class Game:
    """Ana sits at O and has kept everything; at C sits somebody who may be the server's friend."""

    def __init__(self) -> None:
        self.ana, self.friend = Witness("O", SEAL), Witness("C", SEAL)
        self.promises = {"O": self.ana.promise, "C": self.friend.promise}
        self.parts = {"O": self.ana.show(SEAL, self.promises), "C": self.friend.part}


def refusal(ana: Witness, record: Record) -> str:
    with pytest.raises(ewala.EwalaError) as refused:
        ana.check(record)
    return refused.value.code


def test_honest_dice_pass() -> None:
    game = Game()
    record = played(SECRET, game.parts, game.promises)
    assert game.ana.check(record) == game.friend.check(record) == 10


def test_dice_without_the_part_of_somebody_else_pass() -> None:
    game = Game()
    assert game.ana.check(played(SECRET, {"O": game.ana.part}, game.promises)) == 10


def test_a_server_that_picks_its_secret_after_the_parts_are_in_is_caught() -> None:
    """The record fits itself in every way: only who remembers the first seal can tell."""
    game = Game()
    seal = commitment_of(OTHER)
    promises = {seat: promise_of(seal, seat, part) for seat, part in game.parts.items()}
    assert refusal(game.ana, played(OTHER, game.parts, promises)) == "record/other-seal"


def test_a_friend_of_the_server_who_promises_anew_when_all_parts_are_known_is_caught() -> None:
    """Seal and own part are as they were, and still the rolls could be chosen."""
    game = Game()
    parts = {**game.parts, "C": "tried until it suited"}
    record = played(SECRET, parts, {**game.promises, "C": promise_of(SEAL, "C", parts["C"])})
    assert refusal(game.ana, record) == "record/other-promise"
    assert refusal(game.ana, played(SECRET, {"O": game.ana.part}, {"O": game.ana.promise})) == "record/other-promise"


def test_a_part_that_is_left_out_or_altered_is_missed_by_its_owner() -> None:
    game = Game()
    assert refusal(game.ana, played(SECRET, {"C": game.parts["C"]}, game.promises)) == "record/part-missing"
    altered = {**game.parts, "O": "altered"}
    promises = {**game.promises, "O": promise_of(SEAL, "O", "altered")}
    assert refusal(game.ana, played(SECRET, altered, promises)) == "record/other-promise"
    game.ana.promises = {}  # even had it kept none of them
    assert refusal(game.ana, played(SECRET, altered, promises)) == "record/part-altered"
    assert refusal(game.ana, played(SECRET, {}, {})) == "record/part-missing"


def test_a_single_other_roll_is_found() -> None:
    game = Game()
    record = played(SECRET, game.parts, game.promises).cut(10)
    record.moves[9] = "!O" if record.moves[9] == "!C" else "!C"
    assert refusal(game.ana, record) == "record/wrong-dice"


def with_first(first: str) -> tuple[Witness, Record]:
    """Ana was told that the dice draw who begins; the record of the game in which this was chosen instead, or not."""
    ana = Witness("K", SEAL, lot=True)
    promises = {"K": ana.promise}
    dice = Dice(SECRET, {"K": ana.show(SEAL, promises)}, promises)
    match = Match.begin(ewala.load("kingdom-run", players="KSFG", first=first), dice=dice)
    match.roll()
    match.record.secret = SECRET.hex()
    record = ewala.read_record(match.record.text())
    record.verify()  # it is in order by itself
    return ana, record


def test_a_beginner_who_was_chosen_although_a_lot_was_announced_is_found() -> None:
    ana, drawn = with_first("lot")
    assert ana.check(drawn) == 1
    for chosen in "KSFG":  # also the one whom the dice would have drawn: nobody can know that it was not wished for
        ana, record = with_first(chosen)
        assert refusal(ana, record) == "record/no-lot"
    ana.lot = False
    assert ana.check(record) == 1


def test_a_part_stays_hidden_where_the_seal_or_the_own_promise_has_changed() -> None:
    ana = Witness("O", SEAL)
    for seal, promises in ((commitment_of(OTHER), {"O": ana.promise}), (SEAL, {"O": "ab" * 32}), (SEAL, {})):
        with pytest.raises(NotAsPromised):
            ana.show(seal, promises)
    assert ana.promises == {}
    assert ana.part not in repr(ana)


def test_promises_are_kept_as_they_were_when_the_part_was_first_shown() -> None:
    game = Game()
    game.ana.show(SEAL, {**game.promises, "C": "ab" * 32})
    assert game.ana.promises == game.promises


def test_every_witness_has_another_part_with_as_much_chance_as_the_secret() -> None:
    one, other = Witness("O", SEAL), Witness("O", SEAL)
    assert len(bytes.fromhex(one.part)) == 32
    assert one.part != other.part


# --- The command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The record of a server that has exchanged its secret when it knew all parts."""
    parts = {"O": "ana", "C": "friend"}
    seal = commitment_of(OTHER)
    path = tmp_path / "game.ewala"
    played(OTHER, parts, {seat: promise_of(seal, seat, part) for seat, part in parts.items()}).save(path)
    return path


def test_the_command_holds_a_record_against_what_was_kept(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seal = commitment_of(OTHER)
    kept = ["--seal", seal, "--part", "O=ana", "--part", "C=friend"]
    kept += [word for seat, part in (("O", "ana"), ("C", "friend")) for word in _promised(seal, seat, part)]
    assert main(["verify", str(file), *kept]) == 0
    assert capsys.readouterr().out.endswith("All that you have kept is in the record.\n")


def _promised(seal: str, seat: str, part: str) -> list[str]:
    return ["--promise", f"{seat}={promise_of(seal, seat, part)}"]


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        (["--seal", SEAL], "record/other-seal"),
        (["--part", "O=another"], "record/part-altered"),
        (["--promise", f"O={'ab' * 32}"], "record/other-promise"),
    ],
)
def test_the_command_says_what_differs(
    file: Path, kept: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(file)]) == 0, "the record by itself is in order"
    assert "--seal" in capsys.readouterr().out
    assert main(["verify", str(file), *kept]) == 1
    assert capsys.readouterr().err.endswith(f"[{code}]\n")


@pytest.mark.parametrize("word", ["O", "=x", "O=", "OC=x"])
def test_what_is_no_seat_and_text_is_not_understood(file: Path, word: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(["verify", str(file), "--part", word])
    assert left.value.code == 2
