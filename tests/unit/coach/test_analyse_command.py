"""`ewala analyse`: the summary, the page, JSON, the cache, and what is refused."""

import json
import re
from pathlib import Path

import pytest
from foreign import english_in, in_english_figures
from report_page import ReportPage

import ewala
from ewala.cli import main
from ewala.commands.analysis_text import WIDEST, sparkline
from ewala.core.dice import Dice
from ewala.core.record import Record
from ewala.locale.languages import LANGUAGES


@pytest.fixture
def game_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An unfinished game of the Chronicles, and a cache of its own for analyses (not for machine code)."""
    monkeypatch.setattr("ewala.games.coach.folder", lambda: tmp_path / "kept")
    dice = Dice(bytes(32))
    record = Record.begin(ewala.load("chronicles-of-run"), dice=dice, seats={"O": "<Ada> & co", "C": "Bo"})
    while record.state.to_act is ewala.CHANCE:
        record.roll(dice)
    for bid in ("1>1a", "11>1d"):
        record.moves.append(bid)
    file = tmp_path / "game.ewala"
    record.save(file)
    return file


def test_the_summary_has_curve_items_and_costly_decisions(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    shown = capsys.readouterr().out
    assert "The Chronicles of Run, unfinished" in shown
    for word in (
        "▄",
        "Own   Others'",
        "blunders",
        "mistakes  mistakes",
        "The costliest decisions:",
        "Better:",
        "[1>1a]",
        "in hindsight",
    ):
        assert word in shown


def test_the_summary_keeps_to_the_terminals_lines(
    game_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 72


def test_a_second_time_it_comes_from_the_cache(
    game_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    first = capsys.readouterr().out

    def never(*_: object) -> None:
        raise AssertionError("it is analysed again")

    monkeypatch.setattr("ewala.commands.analyse.analyse", never)
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    assert capsys.readouterr().out == first


def test_a_spoiled_cache_is_made_anew(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    first = capsys.readouterr().out
    (kept,) = (game_file.parent / "kept").glob("*.json")
    kept.write_bytes(b"{")
    assert main(["analyse", str(game_file), "--iterations", "1"]) == 0
    assert capsys.readouterr().out == first


NUMBER = re.compile(r"[+-]?\d+\.\d%")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_it_is_told_in_the_readers_language_with_the_same_numbers(
    game_file: Path, tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the environment asks, or as one says; in the terminal as on the page."""
    told: dict[str, str] = {}
    for spoken in ("en", language):
        page = tmp_path / f"{spoken}.html"
        monkeypatch.setenv("LC_ALL", f"{spoken}_XX.UTF-8")
        assert main(["analyse", str(game_file), "--iterations", "1", "--out", str(page)]) == 0
        told[spoken] = capsys.readouterr().out + page.read_text("utf-8")
        assert main(["analyse", str(game_file), "--iterations", "1", "--language", spoken]) == 0
        assert told[spoken].startswith(capsys.readouterr().out)
    assert f'<html lang="{language}">' in told[language]
    assert english_in(told[language], language) == []
    assert NUMBER.findall(told["en"]) == NUMBER.findall(in_english_figures(told[language], language))


def test_refusals_are_in_the_readers_language_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.ewala"
    file.write_text("nothing of the kind\n")
    assert main(["analyse", str(file), "--language", "fr"]) == 1
    said = capsys.readouterr().err
    assert main(["analyse", str(file), "--language", "en"]) == 1
    assert said != capsys.readouterr().err


def test_the_page_stands_alone(game_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert main(["analyse", str(game_file), "--iterations", "1", "--out", str(out)]) == 0
    page = ReportPage(out.read_text("utf-8"))
    assert page.tags.count("polyline") == 2
    assert page.loads == page.links == []
    assert "<Ada> & co (O)" in page.words
    assert "prefers-color-scheme: dark" in page.words


def test_json_is_what_the_server_answers(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(game_file), "--iterations", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["seats"] == ["O", "C"]
    assert len(shown["curve"]["O"]) == len(shown["steps"]) + 1 == 13
    for sums in shown["sums"].values():
        parts = sum(sums[part] for part in ("start", "luck", "own", "others", "re_estimated"))
        assert parts == pytest.approx(sums["result"])


@pytest.mark.parametrize("iterations", ["0", "many"])
def test_a_wrong_number_of_iterations_is_refused(
    game_file: Path, iterations: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["analyse", str(game_file), "--iterations", iterations])
    assert stopped.value.code == 2
    assert f"a whole number from 1 to 1000000000, not '{iterations}'" in capsys.readouterr().err


def test_what_is_no_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "no.ewala"
    file.write_text("nothing of the kind\n")
    assert main(["analyse", str(file)]) == 1
    assert "[record/" in capsys.readouterr().err


def test_a_long_curve_is_thinned_to_a_line() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == "▁▅█"
    assert len(sparkline([n / 499 for n in range(500)])) == WIDEST
