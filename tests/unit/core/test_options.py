"""Options: their kinds, their texts in a record's header, and what `load` refuses."""

import pytest

import ewala
from ewala.core.errors import BadSetup
from ewala.core.options import Option, as_text, from_text, known_options
from ewala.core.roles import CHANCE
from ewala.games.registry import load

FLAG = Option("flag", False, "KR-4.4", "a flag")
WORD = Option("word", "a", "KR-9.4", "a word", ("a", "b"))
FREE = Option("free", "", "KR-2", "any text")


def test_missing_options_have_their_defaults() -> None:
    assert known_options((FLAG, WORD, FREE), {"word": "b"}) == {"flag": False, "word": "b", "free": ""}


@pytest.mark.parametrize(
    ("option", "value", "right"),
    [
        (FLAG, "yes", "True or False"),
        (FLAG, 1, "True or False"),
        (WORD, "c", "a or b"),
        (WORD, 1, "a text"),
        (FREE, None, "a text"),
        (FREE, True, "a text"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_would_be_right(
    option: Option, value: object, right: str
) -> None:
    with pytest.raises(BadSetup, match=rf"{option.name} is {right}, not {value!r} \({option.clause}\)"):
        known_options((option,), {option.name: value})


def test_an_unknown_name_is_refused_with_those_known() -> None:
    with pytest.raises(BadSetup, match="no option 'flg'; the options are flag, word") as refused:
        known_options((FLAG, WORD), {"flg": True})
    assert refused.value.code == "setup/unknown-option"


@pytest.mark.parametrize(("option", "value", "text"), [(FLAG, True, "yes"), (FLAG, False, "no"), (WORD, "b", "b")])
def test_values_as_texts(option: Option, value: bool | str, text: str) -> None:
    assert as_text(value) == text
    assert from_text(option, text) == value


@pytest.mark.parametrize(("option", "text"), [(FLAG, "True"), (FLAG, ""), (WORD, "c")])
def test_texts_that_are_no_values(option: Option, text: str) -> None:
    with pytest.raises(BadSetup):
        from_text(option, text)


def test_an_unknown_game_is_refused_with_those_known() -> None:
    with pytest.raises(BadSetup, match="kingdom-run, chronicles-of-run") as refused:
        ewala.load("chess")
    assert refused.value.code == "setup/unknown-game"


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(BadSetup, match="auto or interpreted or compiled") as refused:
        ewala.load("kingdom-run", backend="gpu")
    assert refused.value.code == "setup/backend"


@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
@pytest.mark.parametrize("viewer", ["", "X", "k", "spectator", None, 0, CHANCE])
def test_who_is_neither_a_seat_nor_the_spectator_sees_nothing(name: str, viewer: object) -> None:
    game = ewala.load(name)
    state = game.start()
    with pytest.raises(BadSetup, match="the seats are") as refused:
        state.view(viewer)  # type: ignore[arg-type]
    assert refused.value.code == "setup/seat"
    with pytest.raises(BadSetup):
        state.seen(state.moves()[0], viewer)  # type: ignore[arg-type]


def test_a_missing_parameter_is_named() -> None:
    game = ewala.load("kingdom-run")
    parameters = game.parameters()
    del parameters["may_pass"]
    with pytest.raises(BadSetup, match="may_pass is missing") as refused:
        type(game).from_parameters(parameters)
    assert refused.value.code == "setup/missing-option"


@pytest.mark.parametrize("depth", [-1, 61, 10**9])
def test_perft_refuses_a_depth_that_makes_no_sense(depth: int) -> None:
    game = ewala.load("kingdom-run")
    with pytest.raises(BadSetup) as refused:
        game.perft(game.start(), depth)
    assert refused.value.code == "perft/depth"


@pytest.mark.parametrize("number", [3, "3"])
def test_players_are_clans_or_their_number(number: object) -> None:
    """A number stands for the first so many, wherever players are said; a record writes the clans."""
    game = load("kingdom-run", players=number)
    assert game == load("kingdom-run", players="KSF")
    assert game.parameters()["players"] == "KSF"
    assert game.with_options(edition="fr").seats == ("K", "S", "F")
    with pytest.raises(BadSetup):
        type(game).from_parameters({**game.parameters(), "players": "3"})


@pytest.mark.parametrize("number", [0, 1, 5, "9", 2.0, True, -2])
def test_as_many_players_as_cannot_play_are_refused(number: object) -> None:
    with pytest.raises(BadSetup) as refused:
        load("kingdom-run", players=number)
    assert refused.value.clause == "KR-3.1"
