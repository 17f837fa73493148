"""The third game in the line mode: `ewala play` as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import ewala

TURNS = 60  # more than any game of 12 steps has


def play(*words: str, typed: str, folder: Path) -> str:
    """All that was shown, with these lines as input."""
    environment = {**os.environ, "HOME": str(folder), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "ewala", "play", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("plain", [[], ["--plain"]], ids=["drawn", "read out"])
def test_a_person_plays_against_a_bot_to_the_end(third_game: str, tmp_path: Path, plain: list[str]) -> None:
    file = tmp_path / "game.ewala"
    words = [third_game, "--players", "AB", "--against", "greedy", "--seed", "3", "--save", str(file), *plain]
    shown = play(*words, typed="1\n" * TURNS, folder=tmp_path)
    assert "The winner: amber with 12." in shown or "The winner: basalt with 12." in shown
    assert "Scores: amber " in shown
    record = ewala.load_record(file)
    assert record.state.to_act is None
    assert record.verify() > 0


def test_two_people_hand_the_keyboard_over_and_the_hand_is_not_shown(third_game: str, tmp_path: Path) -> None:
    """The first hides the nut; a line ends the prompt to hand over; then the game is left."""
    shown = play(
        third_game, "--players", "AB", "--save", str(tmp_path / "game.ewala"), typed="hide:R\n\nquit\n", folder=tmp_path
    )
    after = shown.partition("Hand the keyboard over")[2]
    assert "steps:0,0,0 phase:guess hider:0 hand:? guess:-" in after
    assert "hide:R" not in after
    assert "2  guess:R" in after
    assert "The game is saved." in after
    assert "hide:" not in (tmp_path / "game.ewala").read_text(encoding="utf-8")


def test_who_is_asked_what_to_play_is_offered_it_and_the_plain_bots(third_game: str, tmp_path: Path) -> None:
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "ewala", "play"],
        encoding="utf-8",
        env={**os.environ, "HOME": str(tmp_path), "TERM": "dumb"},
        timeout=300,
    )
    try:
        terminal.expect(r"3  A Race of Pebbles")
        for question, answer in (("Game", "3"), ("Players", ""), ("People", ""), ("2  Plain Greed", "")):
            terminal.expect_exact(question)
            terminal.expect(r"\[\w+\]: ")
            terminal.sendline(answer)
        terminal.expect("1  hide:L")
        terminal.sendline("quit")
        terminal.expect("The game is saved")
    finally:
        terminal.close(force=True)


def test_what_is_refused_names_the_clause(third_game: str, tmp_path: Path) -> None:
    shown = play(third_game, "--plain", typed="why guess:L\nhelp\nquit\n", folder=tmp_path)
    assert "(RP-2.2)" in shown
    assert "the rules explain what they mean" in shown
