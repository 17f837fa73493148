"""A session in a terminal, with bots of one's own."""

import io
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ewala
from ewala import CHANCE, load, load_record
from ewala.cli import main
from ewala.core.dice import Dice
from ewala.games.registry import GAMES
from ewala.kit.screen import Screen
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile
from ewala.terminal.session import Left, Session

Play = Callable[..., str]
DICE = Dice(bytes(range(32)))
RUNES = [str(rune) for rune in range(1, 12)]


@pytest.fixture
def at_table(tmp_path: Path) -> Play:
    """Plays a match with lines that are typed, until they run out; returns what was shown."""

    def play(match: Match, *lines: str, plain: bool = False) -> str:
        shown = io.StringIO()
        screen = Screen(io.StringIO("".join(f"{line}\n" for line in lines)), shown, plain=plain, environ={})
        try:
            Session(match, SaveFile(tmp_path / "game.ewala"), screen, random.Random(1)).play()
        except (EOFError, Left):
            shown.write("\nleft\n")
        return shown.getvalue()

    return play


def match_of(game: str = "kingdom-run", random_seats: str = "") -> Match:
    loaded = load(game)
    return Match.begin(
        loaded, dice=DICE, seats={seat: "random" if seat in random_seats else "human" for seat in loaded.seats}
    )


def dealt() -> tuple[Match, str, str]:
    """The Chronicles after the deal, with the side that bids first and the other."""
    match = match_of("chronicles-of-run")
    while match.to_act is CHANCE:
        match.roll()
    return match, str(match.to_act), "C" if match.to_act == "O" else "O"


def test_a_move_can_be_given_by_its_number_or_its_text(at_table: Play) -> None:
    by_number, by_text = match_of(), match_of()
    at_table(by_number, "1")
    at_table(by_text, "r:-")
    assert by_number.record.moves == by_text.record.moves
    assert by_text.record.moves[-1] == "r:-"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "The moves are numbered 1 to"),
        ("9" * 5000, "The moves are numbered 1 to"),
        ("0", "The moves are numbered 1 to"),
        ("castle", "MOVE, column 1: expected a move"),
        ("D4K", "D4K: it is not time for an action: first say which dice you reroll, or keep them all (KR-4.2)."),
        ("why D4K", "D4K: it is not time for an action: first say which dice you reroll, or keep them all (KR-4.2)."),
        ("why r:-", "r:- is legal: Keep all."),
        ("why 1", "r:- is legal: Keep all."),
        ("why", "Say which move"),
        ("moves zz", "No legal move begins with 'zz'."),
        ("moves r:-", "r:-  Keep all"),
        ("undo", "You cannot undo past a dice roll"),
        ("log", "K: !"),
        ("HELP", "which rule forbids it"),
        ("save", "The game is saved in"),
        ("board", "Kingdom Run, edition en"),
    ],
)
def test_each_input_is_answered_and_the_prompt_comes_again(at_table: Play, typed: str, answer: str) -> None:
    shown = at_table(match_of(), typed, "quit")
    _, first, rest = shown.partition("Knights, your move: ")
    assert first
    assert answer in rest
    assert rest.count("Knights, your move: ") == 1
    assert "left" in rest


def test_an_empty_line_asks_again_without_a_word(at_table: Play) -> None:
    assert at_table(match_of(), "", "quit").count("Knights, your move: ") == 2


def test_undo_takes_back_a_move_of_this_turn_and_saves(at_table: Play, tmp_path: Path) -> None:
    match = match_of()
    shown = at_table(match, "r:-", "undo", "quit")
    assert "r:- is taken back." in shown
    assert len(match.record.moves) == 1
    assert load_record(tmp_path / "game.ewala").moves == match.record.moves


def test_the_board_is_shown_again_after_each_own_move(at_table: Play) -> None:
    assert at_table(match_of(), "r:-", "quit").count("Kingdom Run, edition en") == 2


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_between_random_seats_plays_itself_to_the_result(at_table: Play, game: str, plain: bool) -> None:
    shown = at_table(match_of(game, "KSFGOC"), plain=plain)
    assert "your move" not in shown
    assert any(ending in shown for ending in ("The winner: ", "A shared victory: ", "A draw: "))
    assert "ewala verify" in shown


def test_a_level_plays_its_seat_under_its_title(at_table: Play) -> None:
    match = match_of()
    match.record.seats.update({"S": "dormouse", "F": "dormouse", "G": "dormouse"})
    shown = at_table(match, "r:-", *["1"] * 40)
    assert "The Dormouse" in shown
    assert "The Dormouse (sorcerers) " in shown
    assert "Sorcerers, your move" not in shown


@pytest.mark.parametrize("rune", [4, 11])
def test_a_face_down_bid_never_shows_at_the_table(at_table: Play, rune: int, tmp_path: Path) -> None:
    match, first, second = dealt()
    names = {"O": "order", "C": "chaos"}
    shown = at_table(match, f"{rune}>3a", "", "log", "board", "why 1>4a", "quit")
    assert f"Hand the keyboard over, then press Enter: {names[second]}." in shown
    assert f"{rune}>3a" not in shown
    assert "?>3a" in shown
    assert match.record.moves[-1] == f"{rune}>3a"
    assert f"{rune}>3a" not in (tmp_path / "game.ewala").read_text()
    assert f"1{first}:" not in (tmp_path / "game.ewala").read_text()


def test_every_byte_shown_is_the_same_whatever_rune_lies_face_down(at_table: Play) -> None:
    shown = set()
    for rune in RUNES:
        match, _, _ = dealt()
        shown.add(at_table(match, f"{rune}>3a", "", "log", "board", "moves", "moves 7", "why 7>3a", "quit"))
    assert len(shown) == 1


def test_refusals_do_not_repeat_what_was_typed_unseen(at_table: Play) -> None:
    match, _, _ = dealt()
    shown = at_table(match, "10>3x", "why 10>3a", "<C10", "quit", plain=True)
    answers = shown.partition("which is not shown")[2]
    assert "expected 'a' for attacker or 'd' for defender" in answers
    assert "It is legal." in answers
    assert "No such effect is to be decided now (CR-3.4)." in answers
    assert "10" not in answers


def test_no_hand_over_when_one_side_plays_at_random_and_its_rune_stays_hidden(at_table: Play) -> None:
    match, first, second = dealt()
    match.record.seats[first] = "random"
    shown = at_table(match, "log", "quit")
    assert "Hand the keyboard" not in shown
    bid = match.record.moves[-1]
    assert f"1{first}: ?>{bid.partition('>')[2]}" in shown
    assert f"({first}?)" in shown
    assert f"1{first}: {bid}" not in shown
    assert second == match.to_act


def test_plain_mode_lists_few_moves_and_counts_many(at_table: Play) -> None:
    match = match_of()
    shown = at_table(match, "r:-", "moves", "quit", plain=True)
    assert "1: r:-, Keep all." in shown
    many = len(match.view("K").moves())
    assert f"Moves that are possible: {many}." in shown
    assert f"\n{many}: " in shown.partition("Moves that are possible")[2]


@pytest.mark.parametrize("game", GAMES)
def test_plain_mode_has_no_escape_and_no_drawing(at_table: Play, game: str) -> None:
    match = match_of(game)
    while match.to_act is CHANCE:
        match.roll()
    rng = random.Random(1)
    for _ in range(40):
        shown = at_table(match, str(rng.randint(1, len(match.state.moves()))), "", plain=True)
        assert "\x1b" not in shown
        assert not [letter for letter in shown if 0x2190 <= ord(letter) < 0x2C00]
        if match.to_act is None:
            break


HASTY = """
class Hasty:
    def choose(self, view, *, budget, rng):
        return view.moves()[-1]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hasty_bots.py").write_text(HASTY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "hasty_bots", raising=False)
    return tmp_path


def play(typed: str, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(["play", *arguments])


def test_it_plays_and_goes_on_when_it_is_asked_for_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = ("chronicles-of-run", "--against", "hasty_bots:Hasty", "--save", "game.ewala", "--plain")
    assert play("1\n1\nquit\n", monkeypatch, *begin) == 0
    record = ewala.load_record("game.ewala")
    assert "hasty_bots:Hasty" in record.seats.values()
    moves = len(record.moves)
    assert play("1\nquit\n", monkeypatch, "--resume", "game.ewala", "--against", "hasty_bots:Hasty", "--plain") == 0
    assert len(ewala.load_record("game.ewala").moves) > moves


def test_a_file_alone_runs_nobodys_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = ewala.Record.begin(ewala.load("chronicles-of-run"), seats={"O": "human", "C": "hasty_bots:Hasty"})
    record.save("game.ewala")
    assert play("quit\n", monkeypatch, "--resume", "game.ewala", "--new-dice", "--plain") == 1
    assert "say --against hasty_bots:Hasty [play/own-bot]" in capsys.readouterr().err
    assert "hasty_bots" not in sys.modules
