"""The arena's report and its command."""

import builtins
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from report_page import ReportPage

from ewala.cli import main
from ewala.kit.report.drawing import Bar, intervals, spread
from ewala.lab.arena import ArenaResults, play, play_arena, workers
from ewala.lab.arena.ratings import Rating, Share
from ewala.lab.arena.report import as_text, interval, report_of, span
from ewala.lab.arena.results import GameRow
from ewala.lab.arena.standings import Standings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena")


@pytest.fixture(scope="module")
def results(folder: Path) -> ArenaResults:
    return play_arena("chronicles-of-run", ["random", "greedy", "greedy@5"], games=6, folder=folder)


def test_nothing_is_loaded_from_anywhere(results: ArenaResults, folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    page = ReportPage(text)
    assert page.loads == page.links == []
    assert page.open == []
    assert not re.search(r"https?://|url\(|@import", text)


def test_it_names_every_bot_and_every_part(results: ArenaResults) -> None:
    page = ReportPage(report_of(results.summary()))
    for words in ["Ratings", "Shares of the wins", "What a seat is worth", "How long games are", "How long decisions"]:
        assert words in page.words
    assert "random – greedy@5" in page.words
    assert "nan" not in page.words


def test_names_cannot_break_the_page(results: ArenaResults) -> None:
    drawn = intervals([Bar("<script>alert(1)</script>", 0.5, 0.1, 0.9, "<b>", 1)], label='"><script>')
    assert "<script" not in drawn
    assert ReportPage(drawn).loads == []


def test_an_interval_does_not_go_beyond_what_a_share_can_be() -> None:
    assert interval(Share(0.91, 0.8, 1.02)) == "80.0 – 100.0 %"
    assert interval(Share(0.09, -0.02, 0.2)) == "0.0 – 20.0 %"
    assert interval(Share(-0.1, -0.2, -0.03)) == "0.0 – 0.0 %"


def test_a_single_value_can_be_drawn() -> None:
    assert "<circle" in intervals([Bar("one", 0.0, None, None, "0")], label="l")
    assert spread([7, 7, 7], label="l").count("<rect") == 1


def test_a_game_that_is_cut_short_has_a_report_too() -> None:
    results = play_arena("chronicles-of-run", ["random", "greedy"], games=2)
    cut = ArenaResults(results.contest, Standings(results.contest, 2, results.rows[:1]))
    assert "nothing to compare" in report_of(cut.summary())
    assert "1 games" in as_text(cut.summary())


def test_the_table_has_a_row_for_each_game(results: ArenaResults, folder: Path) -> None:
    polars = pytest.importorskip("polars")
    table: Any = polars.read_parquet(folder / "results.parquet")
    assert table.height == len(results.rows) == 18
    assert table["bot_1"].to_list() == [row.seats["O"] for row in results.rows]
    assert table["share_2"].to_list() == [row.share("C") for row in results.rows]


def test_without_polars_everything_else_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = builtins.__import__

    def without(name: str, *given: Any, **named: Any) -> Any:
        if name == "polars":
            raise ImportError(name)
        return honest(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    play_arena("chronicles-of-run", ["random", "greedy"], games=2, folder=tmp_path)
    assert {file.name for file in tmp_path.iterdir()} == {"records", "report.html", "results.ndjson", "settings.json"}


@pytest.mark.parametrize(
    ("seconds", "said"), [(2.0, "2 s"), (0.25, "250 ms"), (0.00123, "1.23 ms"), (0.0005, "500 µs"), (1e-6, "1 µs")]
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    assert span(seconds) == said


def test_the_first_sentence_does_not_contradict_the_games_of_two(results: ArenaResults) -> None:
    contest = results.contest
    rows = [told(row, deal) for deal in range(1, 31) for row in results.rows if row.deal == 1]
    summary = ArenaResults(contest, Standings(contest, 60, rows)).summary()
    close = [Rating(one.bot, one.value, one.value - 1000, one.value + 1000) for one in summary.ratings]
    assert "Greedy is the strongest" in report_of(replace(summary, ratings=close))
    assert "do not tell it apart from" in report_of(replace(summary, ratings=close, meetings=summary.meetings[2:]))


def told(row: GameRow, deal: int) -> GameRow:
    """The same game in another deal, won by greedy if it is there, else by whoever is not random."""
    bots = {bot: seat for seat, bot in row.seats.items()}
    winner = bots.get("greedy") or bots["greedy@5"]
    return structs.replace(row, deal=deal, winners=[winner])


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
