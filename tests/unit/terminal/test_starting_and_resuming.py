"""The arguments of `ewala play`, the questions, and leaving."""

import argparse
import io
from pathlib import Path

import pytest

from ewala.core.errors import BadSetup
from ewala.kit.screen import Screen
from ewala.terminal import line_mode
from ewala.terminal.arguments import Setup, check_resume, complete, seated, setup_of


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


def test_ctrl_c_leaves_with_130_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def interrupted(self: Screen, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Screen, "ask", interrupted)
    code, out = play(monkeypatch, capsys, "", "kingdom-run", "--save", str(tmp_path / "game.ewala"))
    assert code == 130
    assert "Go on with:\newala play --resume" in out


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
        (
            ["--players", "KSF", "--against", "squire", "--random", "K"],
            {"K": "random", "S": "human", "F": "squire"},
        ),
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
