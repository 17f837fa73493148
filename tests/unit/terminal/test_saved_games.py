"""Games in a terminal are saved by themselves, and resumed."""

import argparse
import io
from datetime import datetime
from pathlib import Path

import pytest

from ewala import CHANCE, load
from ewala.core.dice import Dice, promise_of
from ewala.core.errors import BadSetup
from ewala.kit.screen import Screen
from ewala.tables.match import Match
from ewala.terminal import line_mode
from ewala.terminal.arguments import Setup, check_resume, complete, seated, setup_of
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


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    line_mode.add_arguments(parser)
    return parser.parse_args(words)


def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *words: str
) -> tuple[int, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return line_mode.run(parsed(*words)), capsys.readouterr().out


def test_options_reach_the_game_and_the_seats_the_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.ewala"
    words = ["kingdom-run", "--players", "GKF", "--edition", "fr", "--may-pass", "--random", "KF", "--save", str(file)]
    code, out = play(monkeypatch, capsys, "quit\n", *words)
    assert code == 0
    assert f"Go on with:\newala play --resume {file}" in out
    text = file.read_text()
    for line in ("players: GKF", "edition: fr", "may_pass: yes", "seat G: human", "seat K: random", "seat F: random"):
        assert f"{line}\n" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["kingdom-walk"], "there is no game 'kingdom-walk'"),
        ([], "name a game: kingdom-run or chronicles-of-run"),
        (["kingdom-run", "--layout", "ring"], "there is no option 'layout'"),
        (["chronicles-of-run", "--players", "KS"], "there is no option 'players'"),
        (["kingdom-run", "--random", "KX"], "--random takes seats of K, S, F, G, not 'X'"),
        (["kingdom-run", "--players", "K"], "two to four play"),
        (["kingdom-run", "--against", "kasparov"], "there is no bot 'kasparov'; the bots are random, greedy, plain"),
        (["chronicles-of-run", "--against", "ranger"], "mercenary, warlord, oracle"),
        (["kingdom-run", "--against", "ranger", "--people", "KX"], "--people takes seats of K, S, F, G, not 'X'"),
        (["kingdom-run", "--people", "K"], "--people goes with --against"),
        (["--against", "ranger", "--resume", "x"], "leave --against out"),
        (["kingdom-run", "--new-dice"], "--new-dice goes with --resume"),
        (["kingdom-run", "--resume", "x"], "leave GAME out"),
        (["--may-pass", "--resume", "x"], "leave --may-pass out"),
        (["--random", "S", "--resume", "x"], "leave --random out"),
        (["--resume", "no-such-file"], "there is no saved game no-such-file"),
    ],
)
def test_what_cannot_be_started_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    with pytest.raises(BadSetup) as refused:
        play(monkeypatch, capsys, "", *words)
    assert sentence in str(refused.value)


def test_resume_goes_with_plain_seed_and_new_dice() -> None:
    check_resume(parsed("--resume", "file", "--plain", "--seed", "3", "--new-dice"))


def test_a_game_is_left_and_resumed_where_it_was_with_the_same_random_seats(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "game.ewala")
    _, out = play(monkeypatch, capsys, "r:-\n", "kingdom-run", "--players", "KS", "--random", "S", "--save", file)
    assert out.count("Knights, your move") == 2
    code, out = play(monkeypatch, capsys, "log\n", "--resume", file)
    assert code == 0
    assert "K: !" in out
    assert "r:-" in out
    assert "Blind Chance (sorcerers)" in out


def test_cr_3_2_a_bid_that_lay_face_down_still_lies_there_and_the_record_does_not_know_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.ewala"
    play(monkeypatch, capsys, "10>3a\n\nquit\n", "chronicles-of-run", "--save", str(file))
    assert ">3a" not in file.read_text()
    private = file.with_name("game.ewala.secret")
    assert private.read_text().endswith("\n10>3a\n")
    assert private.stat().st_mode & 0o777 == 0o600
    _, out = play(monkeypatch, capsys, "5>3d\nlog\nquit\n", "--resume", str(file))
    assert "10>3a 5>3d" in out


def test_a_finished_game_shows_its_result_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.ewala"
    _, out = play(monkeypatch, capsys, "", "chronicles-of-run", "--random", "OC", "--seed", "1", "--save", str(file))
    result = out[out.index("Power in all") :]
    before = file.read_text()
    code, again = play(monkeypatch, capsys, "", "--resume", str(file))
    assert code == 0
    assert "This game is over." in again
    assert again.endswith(result)
    assert file.read_text() == before


def test_a_damaged_game_goes_on_from_what_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.ewala"
    play(monkeypatch, capsys, "r:-\n", "kingdom-run", "--save", str(file))
    file.write_text(file.read_text() + "nonsense\n")
    code, out = play(monkeypatch, capsys, "quit\n", "--resume", str(file))
    assert code == 0
    assert "is damaged: line" in out
    assert "Knights, your move" in out
    assert "nonsense" not in file.read_text()
    assert "nonsense" in (tmp_path / "game.ewala.damaged").read_text()


def answers(*lines: str, setup: Setup | None = None) -> tuple[Setup, str]:
    out = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), out, environ={})
    return complete(setup or Setup(None, {}, None), screen), out.getvalue()


@pytest.mark.parametrize(
    ("lines", "game", "seats"),
    [
        (["", "", "", ""], "kingdom-run", {"K": "human", "S": "squire", "F": "squire", "G": "squire"}),
        (["1", "gk", "GK"], "kingdom-run", {"G": "human", "K": "human"}),
        (["kingdom-run", "SF", "-", "champion"], "kingdom-run", {"S": "champion", "F": "champion"}),
        (["2", "", "5"], "chronicles-of-run", {"O": "human", "C": "oracle"}),
        (["2", "C", "random"], "chronicles-of-run", {"O": "random", "C": "human"}),
        (["chronicles-of-run", "oc"], "chronicles-of-run", {"O": "human", "C": "human"}),
    ],
)
def test_questions_have_defaults_and_take_what_is_typed(lines: list[str], game: str, seats: dict[str, str]) -> None:
    setup, _ = answers(*lines)
    assert seated(setup)[0].name == game
    assert seated(setup)[1] == seats


def test_questions_come_again_until_they_are_answered() -> None:
    setup, out = answers("7", "1", "KK", "KS", "X", "S", "oracle", "3")
    assert setup == Setup("kingdom-run", {"players": "KS"}, "", "ranger", "S")
    assert "There is no bot 'oracle'; the bots are" in out
    assert "There is no game '7'" in out
    assert "each clan has one player" in out.lower()
    assert "The seats are K and S, or - for none, not 'X'." in out


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        (["--players", "KSF", "--against", "ranger"], {"K": "human", "S": "ranger", "F": "ranger"}),
        (["--players", "KS", "--against", "dormouse", "--people", "S"], {"K": "dormouse", "S": "human"}),
        (["--players", "KSF", "--against", "squire", "--random", "K"], {"K": "random", "S": "human", "F": "squire"}),
        (["--players", "KS"], {"K": "human", "S": "human"}),
    ],
)
def test_a_bot_plays_the_seats_that_are_left(words: list[str], seats: dict[str, str]) -> None:
    assert seated(setup_of(parsed("kingdom-run", *words)))[1] == seats


def test_what_was_given_is_not_asked() -> None:
    setup, out = answers("1", setup=Setup(None, {"players": "KS"}, "S"))
    assert setup == Setup("kingdom-run", {"players": "KS"}, "S")
    assert "Who plays?" not in out
    assert "people" not in out
