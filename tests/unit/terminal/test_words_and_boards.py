"""Boards and sentences in a terminal, in every language."""

import contextlib
import io
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from string import Formatter

import pytest

from ewala import CHANCE, SPECTATOR, load
from ewala.core.dice import Dice
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.core.state import State, View
from ewala.games.kingdom_run.present.standing import points_of
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.kit.analysis import Hint
from ewala.kit.phrases import capital, columns
from ewala.kit.screen import Ink, Screen
from ewala.locale.languages import LANGUAGES, language_of, translator
from ewala.tables.match import Match
from ewala.terminal.autosave import SaveFile
from ewala.terminal.session import COMMANDS, Left, Session, command_typed

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]
NO_COLOUR = Ink(colour=False)


def viewer_of(state: State) -> View:
    return state.view(state.to_act if isinstance(state.to_act, str) else SPECTATOR)


def said(lines: Sequence[Sentence | str]) -> list[str]:
    """What a plain face would say, in English."""
    return [capital(str(line)) for line in lines]


def test_every_position_and_move_fits_its_columns(game: Game, playing: Playing) -> None:
    """In all languages on a narrow terminal, in English on wider ones."""
    words, board = kit_of(game.name).words(), kit_of(game.name).board()
    sample = random.Random(1)
    looked_at = [(state, move) for state, move in playing(game, 1) if sample.random() <= 0.08 or not move]
    for width, language in [*((60, language) for language in LANGUAGES), (80, "en"), (100, "en")]:
        ink = Ink(colour=False, translate=translator(language))
        for state, move in looked_at:
            view = viewer_of(state)
            lines = board.draw(view, dict.fromkeys(game.seats, "random"), ink, width)
            assert words.position(view, {})
            if state.to_act is not CHANCE and move:
                moves = view.moves()
                wide = max(map(len, moves))
                cells = [f"999  {move:<{wide}}  {ink.said(words.move(view, move))}" for move in moves]
                lines += board.menu(view, moves, ink, width) or columns(cells, width - 1)
            assert max(map(len, lines)) <= width, (language, max(lines, key=len))


def test_what_happens_can_be_told_from_public_views(game: Game, playing: Playing) -> None:
    words = kit_of(game.name).words()
    told: list[str] = []
    for state, move in playing(game, 2):
        if move:
            before, after = state.view(SPECTATOR), state.play(move).view(SPECTATOR)
            told += said(words.happened(before, state.seen(move, SPECTATOR), after))
    wanted = {
        "kingdom-run": ["The runner crosses the line.", "The runner comes to space "],
        "chronicles-of-run": ["Both runes are revealed.", "Turn 9, "],
    }
    for start in wanted.get(game.name, []):
        assert [line for line in told if line.startswith(start)]


def test_kingdom_run_scores_add_up_item_by_item_as_kr_8_3_says(playing: Playing) -> None:
    game = load("kingdom-run", players="GKS")
    for state, _ in playing(game, 3):
        for seat, score in state.scores().items():
            points = points_of(state.view(SPECTATOR), seat)
            assert sum(points.podium) + sum(points.zones) + points.from_tokens == points.total == score


def test_chronicles_account_names_every_zone_and_both_totals(playing: Playing) -> None:
    game = load("chronicles-of-run")
    *_, (last, _) = playing(game, 4)
    account = said(kit_of(game.name).words().account(last.view(SPECTATOR)))
    assert [line.split(" (")[0] for line in account[:-1]] == [f"Zone {zone}" for zone in range(1, 10)]
    assert account[-1] == f"Power in all: order {last.scores()['O']} and chaos {last.scores()['C']}."


KNOWN = "KSFG/-/-/KSg/-/Ks/-/-/SFF/FG/-/-/-/- GK 2,4,3,3 KSFG S act:DBLX:-"


def test_kingdom_run_in_sentences() -> None:
    view = load("kingdom-run").parse(KNOWN).view("S")
    lines = said(kit_of("kingdom-run").words().position(view, {"S": "Ana"}))
    assert "Space 6, a lake, worth 2: knights: 1 awake; sorcerers: 1 asleep." in lines
    assert "Space 9, a lake, worth 4: sorcerers: 1 awake; people of the forest: 2 awake." in lines
    assert "Empty spaces: 2, 3, 5, 7, 8, 11 to 14." in lines
    podium = "Podium: gnomes and goblins 13, knights 12; the next place is worth 11, places left: 6 of 8."
    assert podium in lines
    assert "Ana (sorcerers): tokens 4, score 14." in lines
    assert "K (knights): tokens 2, score 18." in lines
    assert lines[-1] == "Dice: Disbanding, Bathing, Lull/Awaken, Carbon copy."


def test_kingdom_run_drawn() -> None:
    lines = kit_of("kingdom-run").board().draw(load("kingdom-run").parse(KNOWN).view("S"), {}, NO_COLOUR, 80)
    assert lines[3] == " spaces  │KSFG│    │    │KSg ║    │Ks≈≈│    ║    │SFF≈│FG  ║    │≈≈≈≈│    ║    ▌"
    assert lines[6].rstrip() == " podium   13 G  12 K  11 ·  10 ·   9 ·   8 ·   7 ·   6 ·"
    assert [line.split()[0] for line in lines[9:13]] == ["K", "▸", "F", "G"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_usual_racetrack_is_one_row_and_begins_in_one_column_in_every_language(language: str) -> None:
    view, ink = load("kingdom-run").parse(KNOWN).view("S"), Ink(colour=False, translate=translator(language))
    numbers, top, spaces, bottom, *_ = kit_of("kingdom-run").board().draw(view, {}, ink, 80)[1:]
    assert numbers.split() == [str(space) for space in range(1, 15)]
    assert top.index("╭") == spaces.index("│") == bottom.index("╰")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("D4K", "Disband 4: a knight to 5"),
        ("B4K", "Bathe: a knight, 4 to 6"),
        ("B6K", "Bathe: a knight, 6 to 7"),
        ("B10F", "Bathe: a forest dweller, 10 to 12"),
        ("L4g", "Awaken a gnome on 4"),
    ],
)
def test_kingdom_run_moves_in_words(move: str, words: str) -> None:
    view = load("kingdom-run").parse(KNOWN).view("S")
    assert str(kit_of("kingdom-run").words().move(view, move)) == words


BIDDING = "block 123456789 O10|C4/C1|O9/(O7)|./.|./.|./.|./.|./.|./.|. O1,2,3,4,5,6,8,11:C2,3,5,6,7,8,9,10,11 3O bid:C"


def test_chronicles_in_sentences_hides_the_bid_from_the_other_side() -> None:
    state = load("chronicles-of-run").parse(BIDDING)
    words = kit_of("chronicles-of-run").words()
    mine, theirs = (said(words.position(state.view(seat), {})) for seat in "OC")
    zone = "Zone 3 (Forest of Nebutland), power 2, next to 2, 5, 6; attacker: "
    assert f"{zone}O7 Lisbeth of order, face down; defender: free." in mine
    assert f"{zone}a rune of order, face down; defender: free." in theirs
    assert "Zone 9 (Dragons' Nest), power 1, next to 6, 8: free." in theirs
    assert not [line for line in theirs if "Lisbeth" in line]


@pytest.mark.parametrize("layout", ["block", "ring", "line", "0,0;0,1;0,2;0,3;0,-1;-5,900;-4,900;-5,901;-6,901"])
def test_bricks_touch_exactly_where_hexes_do(layout: str) -> None:
    from ewala.games.chronicles.present.board import bricks
    from ewala.games.chronicles.rules.game import Chronicles

    game = load("chronicles-of-run", layout=layout)
    assert isinstance(game, Chronicles)
    for group in game.layout.groups():
        places, brick = bricks([game.layout.hexes[tile] for tile in group], 78)
        for tile, (x, y) in zip(group, places, strict=True):
            for other, (a, b) in zip(group, places, strict=True):
                beside = y == b and abs(x - a) == brick
                above = abs(y - b) == 1 and abs(x - a) < brick
                assert bool(game.layout.near[tile] >> other & 1) == (beside or above)


def test_colours_are_used_only_when_asked_for() -> None:
    view = load("kingdom-run").parse(KNOWN).view("S")
    assert "\x1b[" in "".join(kit_of("kingdom-run").board().draw(view, {}, Ink(colour=True), 80))
    assert "\x1b[" not in "".join(kit_of("kingdom-run").board().draw(view, {}, NO_COLOUR, 80))


DICE = Dice(bytes(range(32)))


def shouted(english: str) -> str:
    """A language for tests: English in capitals, but for the blanks."""
    said = ""
    for text, name, _, conversion in Formatter().parse(english):
        said += text.upper().replace("{", "{{").replace("}", "}}")
        said += f"{{{name}{f'!{conversion}' if conversion else ''}}}" if name is not None else ""
    return said if "{" in english else english.upper()


def shown(folder: Path, match: Match, *typed: str, plain: bool, language: str = "") -> str:
    out = io.StringIO()
    translate = translator(language) if language else shouted
    keys = io.StringIO("".join(f"{line}\n" for line in typed))
    screen = Screen(keys, out, plain=plain, translate=translate, environ={})
    with contextlib.suppress(EOFError, Left):
        Session(match, SaveFile(folder / "GAME.EWALA"), screen, random.Random(1)).play()
    return out.getvalue()


def begun(game: str, **seats: str) -> Match:
    match = Match.begin(load(game), dice=DICE, seats=dict.fromkeys(load(game).seats, "human") | seats)
    while match.to_act is CHANCE:
        match.roll()
    return match


# What is the same in every language: titles, the names of characters, notation, and commands for a shell.
SAME = {"ewala", "verify", "jynz", "aruh", "ka", "en", "broin", "thenidiel", "bort", "keera", "lisbeth", "keynan"}


SAME |= {"thaal", "loreen", "zhoor"}


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_word_goes_through_the_catalogue(tmp_path: Path, game: str, plain: bool) -> None:
    out = ""
    for typed in (
        ["help", "moves", "why 1", "why nonsense", "log", "save", "undo", "1", "", "1", "1", "99", "board"],
        [],
    ):
        seats = {} if typed else dict.fromkeys(load(game).seats, "random")
        out += shown(tmp_path, begun(game, **seats), *typed, plain=plain)
        (tmp_path / "GAME.EWALA").unlink(missing_ok=True)
    for same in (str(tmp_path), game_class(game).title, "r:-", "L4k", "'nonsense'", "END", "edition en"):
        out = out.replace(same, "")
    log = re.compile(r"^(deal|\d*[A-Z]): .*$|\S*[>!:<]\S*", re.MULTILINE)  # moves as they are written
    left = {word.lower() for word in re.findall(r"[A-Za-z]*[a-z]{2,}", log.sub("", out))} - SAME
    left = {word for word in left if set(word) - set("ksfg")}  # sleeping runners
    assert not left


def test_every_word_is_known_in_ones_own_language_and_in_english() -> None:
    ink = Screen(io.StringIO(), io.StringIO(), translate=translator("fr"), environ={}).ink
    for name, (word, _) in COMMANDS.items():
        assert command_typed(ink.said(word), ink) == name
        assert command_typed(name.upper(), ink) == name
    assert command_typed("D4K", ink) is None
    assert len({ink.said(word) for word, _ in COMMANDS.values()}) == len(COMMANDS)


@pytest.mark.parametrize(("language", "keep"), [("en", "Keep all"), ("fr", "Tout garder"), ("nl", "Alles houden")])
def test_a_game_is_told_in_the_words_of_the_page(tmp_path: Path, language: str, keep: str) -> None:
    assert keep in shown(tmp_path, begun("kingdom-run"), "r:-", plain=False, language=language)


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "nl_BE"}, "nl"),
        ({"LANG": "es_ES@euro", "LC_ALL": ""}, "es"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "es"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr.UTF-8"}, "fr"),
    ],
)
def test_the_environment_says_the_language(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language


@pytest.mark.parametrize(
    ("words", "environ"), [(["--language", "fr"], {"LC_ALL": "nl_NL.UTF-8"}), ([], {"LC_ALL": "fr_FR.UTF-8"})]
)
def test_refusals_of_the_command_are_said_in_the_language(words: list[str], environ: dict[str, str]) -> None:
    play = subprocess.run(
        [sys.executable, "-m", "ewala", "play", "kingdom-run", "--players", "KSFGK", *words],
        env={**os.environ, "PYTHONUTF8": "1", **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert play.returncode == 1
    assert "on joue de deux à quatre, pas à 5" in play.stderr


def test_the_coach_whispers_a_move_with_its_reason_and_on_demand_the_line(tmp_path: Path) -> None:
    match = begun("kingdom-run")
    out = shown(tmp_path, match, "hint", "hint", "r:-", "hint", "quit", plain=True, language="en")
    first, second = re.findall(r"^Hint: (\S+), .*\. .+\.$", out, re.MULTILINE)
    assert first.startswith("r:")
    assert second in match.state.moves()
    assert out.count("The coach is thinking…") == 2  # asked again in the same place, it has not forgotten
    line = out.partition("Hint: ")[2]
    assert f"[{first}]" in line.partition("[r:-]")[0] or first == "r:-"
    assert re.search(rf"Winning chances: {re.escape(first)} \d+\s?%", line)
    assert match.record.moves[-1] == "r:-"  # a hint is no move


def test_a_hint_for_a_hidden_bid_is_for_the_seat_that_bids(tmp_path: Path) -> None:
    match = begun("chronicles-of-run")
    out = shown(tmp_path, match, "hint", "quit", plain=True, language="en")
    (move,) = re.findall(r"^Hint: (\S+), Bid .*$", out, re.MULTILINE)
    assert move in match.state.moves()
    assert not (tmp_path / "GAME.EWALA").exists() or move not in (tmp_path / "GAME.EWALA").read_text()


class Interrupting(io.StringIO):
    """A screen in front of which somebody presses Ctrl-C when the coach thinks, and only then."""

    def write(self, text: str) -> int:
        if "The coach is thinking" in text:
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        return super().write(text)


def test_ctrl_c_is_heard_while_the_coach_thinks(tmp_path: Path) -> None:
    done = threading.Event()

    def deep_in_thought(view: View, seconds: float) -> Hint:
        """Like machine code, it hears nothing until it has come to an end."""
        while not done.is_set():
            with contextlib.suppress(KeyboardInterrupt):
                done.wait(1)
        raise AssertionError("the coach was waited for")

    screen = Screen(io.StringIO("hint\n"), Interrupting(), plain=True, environ={})
    at_last = threading.Timer(30, done.set)
    at_last.start()
    file = SaveFile(tmp_path / "game.ewala")
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job is started deaf to it
    try:
        with pytest.raises(KeyboardInterrupt):
            Session(begun("kingdom-run"), file, screen, random.Random(1), coach=deep_in_thought).play()
        assert not done.is_set()
    finally:
        signal.signal(signal.SIGINT, heard)
        at_last.cancel()
        done.set()
