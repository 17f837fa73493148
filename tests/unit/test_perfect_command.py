"""`ewala perfect` as a person meets it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ewala.cli import main
from ewala.commands import perfect
from ewala.commands import perfect as perfect_games
from ewala.games.chronicles.perfection import responder, strategies
from ewala.kit.yardstick import Column, Contender, Findings, Sampling, Yardstick

CHRONICLES = ["perfect", "chronicles-of-run"]
QUICK = [*CHRONICLES, "random", "--only", "responder", "--samples", "2"]


def test_it_says_what_was_found_and_the_same_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, quick in {"BEST": 1, "CLOSE": 0, "_SOLVED_FROM": 9}.items():
        monkeypatch.setattr(responder, name, quick)
    monkeypatch.setattr(strategies, "DRAWS", 2)
    files = [tmp_path / name for name in ("one.json", "other.json")]
    for file in files:
        assert main([*QUICK, "--json", str(file)]) == 0
    out, err = capsys.readouterr()
    assert out.count("Whole games against a responder") == 2
    assert err == ""
    one, other = (json.loads(file.read_text("utf-8")) for file in files)
    assert one["findings"] == other["findings"]
    assert one["complete"]
    assert one["findings"][0]["rows"][0]["bot"] == "random"
    assert one["findings"][0]["rows"][0]["games"] == 2


REFUSED = [
    ([*CHRONICLES, "nobody"], "setup/bot"),
    ([*CHRONICLES, "random", "random"], "perfect/twice"),
    ([*CHRONICLES, "program:true"], "perfect/program"),
    ([*CHRONICLES, "random@lots"], "arena/budget"),
    ([*CHRONICLES, "random", "--only", "ruler"], "perfect/yardstick"),
    ([*QUICK, "--json", "/"], "file/unusable"),
]


@pytest.mark.parametrize(("arguments", "code"), REFUSED)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ewala: ")
    assert err.endswith(f"[{code}]\n")
    assert err.count("\n") == 1


def given(monkeypatch: pytest.MonkeyPatch, *yardsticks: Yardstick) -> None:
    monkeypatch.setattr(perfect, "yardsticks_of", lambda game: list(yardsticks))


def test_a_game_without_yardsticks_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given(monkeypatch)
    assert main([*CHRONICLES]) == 1
    assert "[perfect/none]" in capsys.readouterr().err


def test_ctrl_c_keeps_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(contenders: Sequence[Contender], sampling: Sampling) -> Iterator[Findings]:
        sampling.watch(0.5)
        yield Findings("The first", [Column("bot", "bot"), Column("off", "off by", ".1%")], [{"bot": "a", "off": 0.25}])
        raise KeyboardInterrupt

    given(monkeypatch, Yardstick("half", "", 1, measure))
    file = tmp_path / "found.json"
    assert main([*CHRONICLES, "random", "--json", str(file)]) == 130
    out, err = capsys.readouterr()
    assert "a     25.0%" in out.replace("bot  off by", "")
    assert "stopped; above is what was measured" in err
    kept = json.loads(file.read_text("utf-8"))
    assert not kept["complete"]
    assert kept["findings"][0]["rows"] == [{"bot": "a", "off": 0.25}]


def test_ctrl_c_in_the_middle_of_whole_games_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, **more: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(perfect_games, "play_arena", stopped)
    assert main(QUICK) == 130
