"""`ewala study` as a person meets it: what it says, keeps, goes on with and refuses."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ewala.cli import main
from ewala.core.errors import BadSetup
from ewala.games.registry import load
from ewala.lab.simulation import run as simulation
from ewala.lab.simulation.players import Player, player_for
from ewala.lab.studies import folder as played_games
from ewala.lab.studies import make, make_study

CHRONICLES = ["study", "chronicles-of-run", "--games", "60", "--policies", "uniform"]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that are really played from now on."""
    played: list[int] = []
    take = player_for

    def player(*arguments: Any) -> Player:
        found = take(*arguments)
        plain = found.play

        def play(first: int, games: int) -> Any:
            played.append(games)
            return plain(first, games)

        monkeypatch.setattr(found, "play", play)
        return found

    monkeypatch.setattr(simulation, "player_for", player)
    return played


def test_it_answers_and_says_where_the_report_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert main([*CHRONICLES, "--only", "initiative", "--out", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Is the first initiative an advantage?\nPlaying at random, ")
    assert out.endswith(f"The report: {folder / 'report.html'}\n")
    assert err == ""
    assert "initiative_wins," in (folder / "figures.csv").read_text(encoding="utf-8")
    assert "What is a rune worth?" not in (folder / "report.html").read_text(encoding="utf-8")


def test_it_speaks_the_language_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "nl_BE.UTF-8")
    assert main([*CHRONICLES, "--only", "initiative", "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.startswith("Is het eerste initiatief een voordeel?\nWie willekeurig speelt: ")
    assert main([*CHRONICLES, "--out", str(tmp_path / "out"), "--language", "es"]) == 1
    assert "tiene un estudio" in capsys.readouterr().err


def test_without_a_folder_it_has_a_telling_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*CHRONICLES, "--only", "initiative"]) == 0
    assert (tmp_path / "study-chronicles-of-run" / "report.html").exists()
    capsys.readouterr()
    assert main([*CHRONICLES, "--only", "initiative"]) == 1
    assert capsys.readouterr().err.endswith(" has a study; --resume goes on with it [study/out]\n")


def test_resuming_plays_no_game_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [*CHRONICLES, "--only", "initiative", "layouts", "--out", str(tmp_path)]
    assert main(words) == 0
    figures = (tmp_path / "figures.csv").read_bytes()
    played = counted(monkeypatch)
    assert main([*words, "--resume"]) == 0
    assert sum(played) == 0
    assert (tmp_path / "figures.csv").read_bytes() == figures


def test_ctrl_c_keeps_what_is_answered_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*CHRONICLES, "--only", "initiative", "layouts", "--out", str(tmp_path)]
    plain = simulation.simulate
    runs = 0

    def interrupted(*arguments: Any, **options: Any) -> Any:
        nonlocal runs
        runs += 1
        if runs == 3:  # the question about layouts has played its second
            raise KeyboardInterrupt
        return plain(*arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(played_games, "simulate", interrupted)
        assert main(words) == 130
    out, err = capsys.readouterr()
    assert "Is the first initiative an advantage?" in out
    assert err == "\newala: stopped; 1 question is answered, the games are kept; go on with --resume\n"
    assert (tmp_path / "report.html").read_text(encoding="utf-8").count("<h2 id=") == 1
    kept = len(list((tmp_path / "games").iterdir()))
    played = counted(monkeypatch)
    assert main([*words, "--resume"]) == 0
    assert sum(played) == 60 * (3 - kept)
    assert (tmp_path / "report.html").read_text(encoding="utf-8").count("<h2 id=") == 2


def test_more_games_go_on_with_those_that_are_there(tmp_path: Path) -> None:
    words = [*CHRONICLES, "--only", "initiative", "--out", str(tmp_path)]
    assert main(words) == 0
    assert main([*words, "--games", "90", "--resume"]) == 0
    assert ",90,share" in (tmp_path / "figures.csv").read_text(encoding="utf-8")


def test_where_and_how_games_are_played_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, Any]] = []
    plain = simulation.simulate

    def simulate(*arguments: Any, **options: Any) -> Any:
        seen.append(dict(options))
        return plain(*arguments, **{**options, "ray": None, "backend": "cpu"})

    monkeypatch.setattr(played_games, "simulate", simulate)
    words = [*CHRONICLES, "--only", "initiative", "--out", str(tmp_path), "--seed", "7"]
    assert main([*words, "--ray", "auto", "--threads", "3", "--backend", "cuda"]) == 0
    assert {key: seen[0][key] for key in ("ray", "threads", "backend")} == {
        "ray": "auto",
        "threads": 3,
        "backend": "cuda",
    }


def test_good_play_is_studied_like_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(make, "_FEWEST", 3)  # for each takes more than a second
    words = [
        "study",
        "chronicles-of-run",
        "--games",
        "3",
        "--policies",
        "good",
        "--only",
        "initiative",
        "--threads",
        "1",
    ]
    assert main([*words, "--out", str(tmp_path)]) == 0
    assert "Playing well, to bid first in the first turn" in capsys.readouterr().out
    assert "Playing well means that a search chooses" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_named_players_are_studied_alone(tmp_path: Path) -> None:
    words = ["study", "kingdom-run", "--games", "40", "--policies", "uniform", "--only", "seats", "--players", "GF"]
    assert main([*words, "--out", str(tmp_path)]) == 0
    text = (tmp_path / "figures.csv").read_text(encoding="utf-8")
    assert "2 players" in text
    assert "4 players" not in text


REFUSED = [
    (["--only", "weather"], "study/question"),
    (["--policies", "nobody"], "simulate/policies"),
    (["--policies", "uniform", "uniform"], "study/policies"),
    (["--policies", "uniform,greedy"], "study/policies"),
    (["--resume"], "study/resume"),
    (["--edition", "en"], "setup/option"),
    (["--layout", "heap"], "text/unreadable"),
    (["--backend", "abacus"], "simulate/backend"),
    (["--games", "19"], "study/games"),
]


@pytest.mark.parametrize(("words", "code"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_what_is_refused_gets_one_line_with_its_code(
    words: list[str], code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*CHRONICLES, "--out", str(tmp_path / "out"), *words]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f" [{code}]\n")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [["--games", "0"], ["--threads", "none"], ["--seed", "dice"]], ids=" ".join)
def test_arguments_that_are_not_understood_exit_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*CHRONICLES, *words])
    assert left.value.code == 2
    assert "usage: ewala study" in capsys.readouterr().err


def test_folders_of_something_else_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    words = [*CHRONICLES, "--only", "initiative", "--out"]
    assert main([*words, str(tmp_path)]) == 1
    assert "has other files" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "notes.txt")]) == 1
    assert "is a file, not a folder" in capsys.readouterr().err
    assert main([*words, str(tmp_path / "out")]) == 0
    assert main([*words, str(tmp_path / "out"), "--resume", "--seed", "2"]) == 1
    assert "has seed 1, not 2 [study/resume]" in capsys.readouterr().err
    (tmp_path / "out" / "study.json").write_text("?", encoding="utf-8")
    assert main([*words, str(tmp_path / "out"), "--resume"]) == 1
    assert "cannot be read [study/resume]" in capsys.readouterr().err


def test_a_study_takes_a_game_with_its_rules_settled(tmp_path: Path) -> None:
    game = load("kingdom-run", players=2, edition="fr")
    study = make_study(game, folder=tmp_path / "out", games=20, only=["seats"], policies=["uniform"])
    assert study.brief.by_players() == [game]
    with pytest.raises(BadSetup, match="edition comes too late"):
        make_study(game, folder=tmp_path / "other", options={"edition": "en"})


@pytest.mark.parametrize("command", ["study", "simulate"])
def test_without_polars_one_line_says_how_to_get_it(command: str) -> None:
    """In a process of its own, which has imported nothing yet."""
    code = "import sys; sys.modules['polars'] = None; from ewala.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, command, "kingdom-run"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "ewala: a simulation's table needs Polars: pip install polars [simulate/polars]\n"
