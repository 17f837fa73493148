"""What a game has that brings neither words nor pictures, neither coach nor studies nor bots of its own."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import ewala
from ewala.cli import main
from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.coach import analyse, hint
from ewala.games.registry import GAMES, kit_of, register, unregister
from ewala.games.roster import roster, stand_in
from ewala.kit.ratings import START, BadResult, History, RatedGame, Result
from ewala.kit.screen import Ink

TEXT = "players:AB length:12 long_legs:no steps:3,0,0 phase:guess hider:1 hand:{} guess:-"


def test_it_is_shown_by_its_text(third_game: str) -> None:
    kit, view = kit_of(third_game), ewala.load(third_game).parse(TEXT.format("L")).view("A")
    assert kit.as_text(view) == f"{TEXT.format('?')}\nA has to act.\nScores: A 3, B 0.\n"
    assert kit.board().draw(view, {}, Ink(False), 80) == [
        TEXT.format("?"),
        "Amber has to act.",
        "Scores: amber 3, basalt 0.",
    ]
    assert str(kit.words().position(view, {"A": "Ana"})[-1]) == "Ana (amber)"
    picture = ElementTree.fromstring(kit.as_svg(view))
    assert next(text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")) == view.text


@pytest.mark.parametrize(
    ("move", "sentence"),
    [("hide:L", "Ana plays hide:L."), ("?hide", "Ana plays ?hide."), ("!4", "Chance brings !4.")],
)
def test_a_move_is_said_by_its_text(third_game: str, move: str, sentence: str) -> None:
    words = kit_of(third_game).move_in_words(move).sentence
    assert str(Sentence(words.template, **words.blanks, player="Ana")) == sentence


def test_the_plain_bots_play_it(third_game: str) -> None:
    assert list(roster(third_game)) == ["random", "greedy"]
    assert stand_in(third_game) == "greedy"


def test_people_are_rated_though_nothing_was_measured_of_it(third_game: str) -> None:
    history = History(lambda game, players: kit_of(game).rating_terms(players))
    winner, loser = history.add(RatedGame(third_game, (Result("ana", 1, 1), Result("ben", 2, 2))))
    assert winner.after.mean - START.mean == pytest.approx(START.mean - loser.after.mean)
    against_a_bot = RatedGame(third_game, (Result("ana", 1, 1), Result("greedy", 2, 2, bot=True)))
    with pytest.raises(BadResult) as refused:
        history.add(against_a_bot)
    assert refused.value.code == "rating/bot"


def test_who_asks_a_coach_that_there_is_not_hears_so(third_game: str) -> None:
    game = ewala.load(third_game)
    with pytest.raises(BadSetup, match="nobody coaches A Race of Pebbles yet") as refused:
        hint(game.start().view("A"))
    assert refused.value.code == "coach/none"
    with pytest.raises(BadSetup) as refused:
        analyse(ewala.Record.begin(game))
    assert refused.value.code == "coach/none"


def test_so_do_the_commands(third_game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.ewala"
    ewala.Record.begin(ewala.load(third_game)).save(file)
    assert main(["analyse", str(file)]) == 1
    assert capsys.readouterr().err == "ewala: nobody coaches A Race of Pebbles yet [coach/none]\n"
    assert main(["study", third_game, "--games", "60", "--out", str(tmp_path / "study")]) == 1
    err = capsys.readouterr().err
    assert err == "ewala: nobody has a question about A Race of Pebbles yet [study/no-questions]\n"
    assert not (tmp_path / "study").exists()


def test_the_small_commands_know_it(third_game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", third_game, "start"]) == 0
    assert "hide:L" in capsys.readouterr().out
    assert main(["apply", third_game, "start", "hide:L", "guess:L", "!3", "--length", "8"]) == 0
    assert "players:ABC length:8 long_legs:no steps:0,3,0 phase:hide hider:1 hand:- guess:-" in capsys.readouterr().out
    assert main(["perft", third_game, "start", "3"]) == 0
    assert "24" in capsys.readouterr().out


def test_a_game_is_registered_once_and_ours_stay_as_they_are(third_game: str) -> None:
    first = next(iter(GAMES))
    with pytest.raises(BadSetup, match="there is a game"):
        register(first, "elsewhere:KIT")
    unregister(first)
    assert first in GAMES
    unregister(third_game)
    with pytest.raises(BadSetup, match="there is no game"):
        ewala.load(third_game)
