"""`ewala arena` as a person meets it."""

from pathlib import Path

import pytest

from ewala.cli import main
from ewala.lab.arena import play, workers

CHRONICLES = ["arena", "chronicles-of-run"]


def test_it_says_who_won_and_where_the_report_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "out"
    assert main([*CHRONICLES, "random", "greedy", "--games", "3", "--layout", "ring", "--out", str(folder)]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("The Chronicles of Run, 2 players, 4 games; seed 1\n")  # whole deals
    assert "random against greedy      4" in out
    assert f"The report: {folder / 'report.html'}" in out
    assert err == ""
    record = next((folder / "records").rglob("*.ewala"))
    assert main(["verify", str(record)]) == 0
    assert "layout: ring" in record.read_text(encoding="utf-8")


def test_players_are_a_number_or_clans(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "kingdom-run", "random", "greedy", "--players", "2", "--games", "2"]) == 0
    assert "Kingdom Run, 2 players, 2 games" in capsys.readouterr().out
    assert main(["arena", "kingdom-run", "random", "greedy", "--players", "GF", "--games", "2"]) == 0
    assert "Kingdom Run, 2 players, 2 games" in capsys.readouterr().out


REFUSED = [
    ([*CHRONICLES, "random", "nobody"], "setup/bot"),
    ([*CHRONICLES, "random"], "arena/bots"),
    ([*CHRONICLES, "random", "random"], "arena/twice"),
    ([*CHRONICLES, "random", "greedy", "--players", "2"], "setup/unknown-option"),
    ([*CHRONICLES, "random", "greedy", "--resume"], "arena/resume"),
    ([*CHRONICLES, "random", "greedy", "--edition", "en"], "setup/option"),
    (["arena", "kingdom-run", "random", "greedy", "--players", "7"], "setup/players"),
    (["arena", "kingdom-run", "random", "greedy", "--together"], "arena/together"),
    (["arena", "kingdom-run", "random", "program:x", "--players", "3"], "arena/program-players"),
    (["arena", "kingdom-run", "random", "program:x", "--iterations", "3"], "arena/program-budget"),
]


@pytest.mark.parametrize(("words", "code"), REFUSED, ids=[" ".join(words[2:]) for words, _ in REFUSED])
def test_what_is_refused_gets_one_line_with_its_code(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f" [{code}]\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--games", "0"],
        ["--workers", "none"],
        ["--iterations", "5", "--seconds", "1"],
        ["--seconds", "0"],
        ["--seed", "dice"],
    ],
    ids=" ".join,
)
def test_arguments_that_are_not_understood_exit_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([*CHRONICLES, "random", "greedy", *words])
    assert left.value.code == 2
    assert "usage: ewala arena" in capsys.readouterr().err


def test_results_of_something_else_are_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*CHRONICLES, "random", "greedy", "--games", "2", "--out", str(tmp_path)]
    assert main([*words, "--resume"]) == 1
    assert "has no results of an arena" in capsys.readouterr().err
    assert main(words) == 0
    capsys.readouterr()
    assert main([*words, "--resume", "--seed", "2"]) == 1
    said = "these results were made with other settings: "
    assert f"{said}seed: 1, not 2 [arena/resume]" in capsys.readouterr().err
    assert main([*CHRONICLES, "greedy", "random", "--out", str(tmp_path), "--resume"]) == 1
    assert f"{said}bots: random greedy, not greedy random [arena/resume]" in capsys.readouterr().err


def test_stopped_it_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = workers.play_here

    def interrupted(*given: object) -> object:
        for number, finished in enumerate(honest(*given)):  # type: ignore[arg-type]
            if number == 3:
                raise KeyboardInterrupt
            yield finished

    monkeypatch.setattr(play, "play_here", interrupted)
    assert main([*CHRONICLES, "random", "greedy", "--games", "8", "--out", str(tmp_path)]) == 130
    out, err = capsys.readouterr()
    assert "3 games; seed 1" in out
    assert err == "\newala: stopped; 3 games are kept; go on with --resume\n"
