"""What is kept of a running game, where, and how it comes back."""

from datetime import datetime
from pathlib import Path

import pytest

from ewala import CHANCE, load
from ewala.core.dice import Dice, promise_of
from ewala.core.errors import BadSetup
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile, default_path, dice_of, read_saved

DICE = Dice(bytes(range(32)))


@pytest.fixture
def file(tmp_path: Path) -> SaveFile:
    return SaveFile(tmp_path / "games" / "game.ewala")


def begun(file: SaveFile, game: str = "kingdom-run") -> Match:
    match = Match.begin(load(game), dice=DICE, seats={})
    file.begin(match)
    while match.to_act is CHANCE:
        match.roll()
    file.save(match)
    return match


def test_the_secret_lies_beside_the_record_for_its_owner_alone(file: SaveFile) -> None:
    begun(file)
    assert file.secret == file.path.with_name("game.ewala.secret")
    assert file.secret.stat().st_mode & 0o777 == 0o600
    assert file.secret.read_text().strip() == DICE.secret.hex()
    assert DICE.secret.hex() not in file.path.read_text()


def test_at_the_end_the_secret_is_in_the_record_and_nowhere_else(file: SaveFile) -> None:
    match = begun(file)
    while (seat := match.to_act) is not None:
        if seat is CHANCE:
            match.roll()
        else:
            match.submit(match.state.moves()[0], seat)
    file.save(match)
    assert not file.secret.exists()
    assert read_saved(file.path).record.verify() > 0


def test_a_face_down_bid_is_not_saved(file: SaveFile) -> None:
    match = begun(file, "chronicles-of-run")
    moves = len(match.record.moves)
    match.submit("10>3a", str(match.to_act))
    file.save(match)
    assert len(read_saved(file.path).record.moves) == moves


def test_a_game_that_is_there_is_never_overwritten(file: SaveFile) -> None:
    begun(file)
    with pytest.raises(BadSetup, match="--resume"):
        file.begin(Match.begin(load("kingdom-run")))


def test_a_folder_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(BadSetup, match=r"cannot be saved in .*--save"):
        SaveFile(tmp_path / "file" / "game.ewala").begin(Match.begin(load("kingdom-run")))


def test_new_files_are_named_after_game_and_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda name: str(tmp_path / name))
    first = default_path("kingdom-run", datetime(2024, 2, 29, 21, 5, 7))
    assert first == tmp_path / "ewala/games/kingdom-run-2024-02-29-210507.ewala"
    first.parent.mkdir(parents=True)
    first.touch()
    assert default_path("kingdom-run", datetime(2024, 2, 29, 21, 5, 7)).name == "kingdom-run-2024-02-29-210507-2.ewala"


def test_a_saved_game_goes_on_with_the_same_dice(file: SaveFile) -> None:
    match = begun(file)
    record = read_saved(file.path).record
    resumed = Match(record, dice_of(record, file, new_dice=False))
    for each in (match, resumed):
        each.submit("r:" + each.record.moves[0][1], "K")
    assert match.roll() == resumed.roll()


def test_no_such_game_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="there is no saved game"):
        read_saved(tmp_path / "nothing.ewala")


def test_of_a_damaged_record_what_stands_before_is_resumed_and_the_file_kept(file: SaveFile) -> None:
    match = begun(file)
    match.submit("r:-", "K")
    file.save(match)
    whole = file.path.read_text()
    for kept in ("game.ewala.damaged", "game.ewala.damaged-2"):
        file.path.write_text(whole.replace("r:-", "r:- D9K"))
        saved = read_saved(file.path)
        assert saved.record.moves == match.record.moves
        assert "line" in str(saved.notes[0])
        assert "The moves before it stand: 2." in str(saved.notes[1])
        assert kept in str(saved.notes[1])
        assert "D9K" in file.path.with_name(kept).read_text()


def test_of_a_file_that_is_no_record_nothing_can_be_resumed(file: SaveFile) -> None:
    begun(file)
    file.path.write_text("Dear diary")
    with pytest.raises(BadSetup, match="nothing of it can be resumed: line 1"):
        read_saved(file.path)


@pytest.mark.parametrize("content", [None, "", "not hexadecimal", "00" * 31, bytes(32).hex()])
def test_lost_or_foreign_dice_are_refused_and_new_ones_drop_the_commitment(file: SaveFile, content: str | None) -> None:
    begun(file)
    if content is None:
        file.secret.unlink()
    else:
        file.secret.write_text(content)
    record = read_saved(file.path).record
    with pytest.raises(BadSetup, match="--new-dice"):
        dice_of(record, file, new_dice=False)
    dice = dice_of(record, file, new_dice=True)
    assert record.commitment == ""
    match = Match(record, dice)
    file.save(match)
    assert not file.secret.exists()
    assert dice_of(read_saved(file.path).record, file, new_dice=False) is not None


def test_dice_whose_secret_has_been_shown_are_refused_before_the_end(file: SaveFile) -> None:
    begun(file)
    record = read_saved(file.path).record
    record.secret = DICE.secret.hex()
    with pytest.raises(BadSetup, match="shown already"):
        dice_of(record, file, new_dice=False)


def test_a_game_whose_parts_were_promised_goes_on_with_its_dice_or_with_new_ones(file: SaveFile) -> None:
    promised = {"K": promise_of(DICE.commitment, "K", "luck")}
    match = Match.begin(load("kingdom-run"), dice=Dice(DICE.secret, {"K": "luck"}, promised), seats={})
    file.begin(match)
    file.save(match)
    record = read_saved(file.path).record
    assert dice_of(record, file, new_dice=False) == match.dice
    assert dice_of(record, file, new_dice=True).promises == {}
    assert record.text().startswith("Ewala record 1\n")
