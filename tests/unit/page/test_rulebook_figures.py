"""What the page teaches is true in every language: figures can be played, clauses found, tutorials finished."""

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ewala
from ewala.core.state import State
from ewala.games.kingdom_run.rules.circuit import read_circuit
from ewala.games.registry import game_class, kit_of

ROOT = Path(__file__).parents[3]
LANGUAGES = ("en", "fr", "es", "nl")
# Prefix of clauses, last section that a player needs clause by clause, fewest figures, folder of the rules.
BOOKS = {"kingdom-run": ("KR", 9, 8, "kingdom_run"), "chronicles-of-run": ("CR", 6, 6, "chronicles")}
EVERY_BOOK = [(game, language) for game in BOOKS for language in LANGUAGES]

FIGURE = re.compile(r"@figure (.+?)((?: @move \S+)*)((?: @option \w+=\S+)*) @caption (\S.+)")
PICTURE = re.compile(r"\{([a-z]{3,}(?::\w+)?)\}")  # a column's edition has two letters
ANCHORS = re.compile(r"(?:- )?((?:\[[A-Z]{2}-\d+(?:\.\d+)?\])+) \S")
CLAUSE = re.compile(r"\[([A-Z]{2}-\d+(?:\.\d+)?)\]")
LINE = re.compile(r"#{1,3} \S|@figure |- \S|\| |\|-|\*{0,2}[\w¿¡]|\[[A-Z]{2}-")  # what a line may begin with


@dataclass(frozen=True)
class Figure:
    position: str
    moves: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    caption: str


@cache
def book(game: str, language: str) -> str:
    return (kit_of(game).files() / "rulebook" / f"{language}.md").read_text(encoding="utf-8")


@cache
def figures(game: str, language: str) -> list[Figure]:
    found = []
    for line in book(game, language).splitlines():
        if line.startswith("@"):
            match = FIGURE.fullmatch(line)
            assert match, line
            position, moves, options, caption = match.groups()
            rules = tuple((name, value) for name, value in re.findall(r"@option (\w+)=(\S+)", options))
            found.append(Figure(position, tuple(moves.split(" @move ")[1:]), rules, caption))
    return found


def anchors(game: str, language: str) -> list[str]:
    return [
        clause
        for line in book(game, language).splitlines()
        if (match := ANCHORS.match(line))
        for clause in CLAUSE.findall(match[1])
    ]


def prose(game: str, language: str) -> str:
    """A book without positions, moves, pictures and the rules of tables."""
    text = PICTURE.sub("", re.sub(r"@figure .* @caption ", "", book(game, language)))
    return re.sub(r"\*\*(V:G|r:DL)\*\*|^\|-.*$", "", text, flags=re.MULTILINE)


@cache
def words(game: str, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (kit_of(game).files() / "lesson" / f"{language}.json").read_text(encoding="utf-8")
    )
    return found


@cache
def tutorial(game: str) -> dict[str, Any]:
    script: dict[str, Any] = json.loads((kit_of(game).files() / "lesson" / "script.json").read_text(encoding="utf-8"))
    return script


def played(state: State, moves: tuple[str, ...]) -> State:
    for move in moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_figures_can_be_played_and_show_the_same_in_every_edition(game: str, language: str) -> None:
    """Unless a figure is about an edition, and names it."""
    assert len(figures(game, language)) >= BOOKS[game][2]
    for figure in figures(game, language):
        shown = {
            played(
                ewala.load(game, **{"edition": edition, **dict(figure.options)}).parse(figure.position), figure.moves
            ).text
            for edition in game_class(game).editions
        }
        assert len(shown) == 1, figure


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_languages_have_the_same_figures_and_anchors_in_the_same_order(game: str, language: str) -> None:
    here, there = figures(game, language), figures(game, "en")
    assert [replace(figure, caption="") for figure in here] == [replace(figure, caption="") for figure in there]
    assert anchors(game, language) == anchors(game, "en")


def wanted_clauses(game: str) -> set[str]:
    """All clauses of the sections for players, and every other that a refusal or an option cites."""
    prefix, last, _, folder = BOOKS[game]
    rules = (ROOT / "docs/rules" / f"{game}.md").read_text(encoding="utf-8")
    defined = re.findall(rf"^(?:- |\| )({prefix}-(\d+)\.\d+)\b", rules, re.MULTILINE)
    cited = {
        clause
        for path in (ROOT / "src/ewala/games" / folder).glob("*.py")
        for clause in re.findall(rf'"({prefix}-\d+(?:\.\d+)?)"', path.read_text(encoding="utf-8"))
    }
    cited |= {reason.clause for reason in game_class(game).reasons.values()}
    cited |= {option.clause for option in game_class(game).options}
    return {clause for clause, section in defined if int(section) <= last} | cited


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_every_clause_has_one_anchor_where_its_paragraph_begins(game: str, language: str) -> None:
    found = anchors(game, language)
    assert sorted(found) == sorted(set(found))
    assert set(found) == wanted_clauses(game)
    assert len(CLAUSE.findall(book(game, language))) == len(found), "an anchor stands inside a paragraph"


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_books_keep_to_the_markdown_that_the_page_knows(game: str, language: str) -> None:
    text = book(game, language)
    assert text.endswith("\n")
    assert not [line for line in text.splitlines() if line and not LINE.match(line)]
    assert not re.search(r"`|\]\(|  |__|\*\*\*|[ \t]$", text, re.MULTILINE)
    for line in text.splitlines():
        assert line.count("**") % 2 == 0, line
        assert line.replace("**", "").count("*") % 2 == 0, line
    headings = [len(mark) for mark in re.findall(r"^(#+) ", text, re.MULTILINE)]
    assert headings == [len(mark) for mark in re.findall(r"^(#+) ", book(game, "en"), re.MULTILINE)]


@pytest.mark.parametrize("game", BOOKS)
def test_typography(game: str) -> None:
    french = [prose(game, "fr"), *(PICTURE.sub("", text) for text in words(game, "fr").values())]
    spanish = [prose(game, "es"), *words(game, "es").values()]
    for text in french:
        assert not re.search(r"(?<!\u202f)[;:!?»]|«(?!\u202f)", text), text
    for text in spanish:
        assert (text.count("¿"), text.count("¡")) == (text.count("?"), text.count("!")), text
    for language in LANGUAGES:
        for text in (prose(game, language), *words(game, language).values()):
            assert not re.search(r"[A-Za-zÀ-ÿ]'(?!ka\b)", text), text
            assert '"' not in text


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_every_language_has_the_same_pictures(game: str, language: str) -> None:
    """Passage by passage; within one, words come in the order of the language."""
    here, there = (
        [sorted(PICTURE.findall(line)) for line in book(game, tongue).splitlines()] for tongue in (language, "en")
    )
    assert here == there
    for name, text in words(game, language).items():
        assert sorted(PICTURE.findall(text)) == sorted(PICTURE.findall(words(game, "en")[name])), name


def test_the_race_shows_every_face_and_action_every_zone_and_every_clan() -> None:
    shown = set(PICTURE.findall(book("kingdom-run", "en")))
    assert {f"die:{face}" for face in "DCBVLX"} <= shown
    assert {f"zone:{value}" for value in range(2, 7)} | {"lake", "podium", "finish", "token"} <= shown
    assert {f"runner:{clan}" for clan in "KSFGk"} <= shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_the_printed_book_comes_out_as_printed(language: str) -> None:
    """Eva bids Brotherhood, Iván Lust: Broin has no target, Loreen attracts him, and chaos has the forest's 2 power."""
    (example,) = (figure for figure in figures("chronicles-of-run", language) if "Iván" in figure.caption)
    rules = ewala.load("chronicles-of-run")
    revealed = played(rules.parse(example.position), example.moves[:2])
    assert revealed.to_act == "C"  # order's Broin is passed over
    after = revealed.play(example.moves[2])
    assert after.text.split()[2].split("/")[2] == "C10|O3"
    assert after.scores() == {"O": 0, "C": 2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cr_4_1_a_figure_shows_that_a_slot_beside_a_rune_is_for_the_other_side(language: str) -> None:
    text = book("chronicles-of-run", language).split("[CR-4.1]")[1].split("\n## ")[0]
    (figure,) = (one for one in figures("chronicles-of-run", language) if one.caption in text)
    state = ewala.load("chronicles-of-run").parse(figure.position)
    slots = {move.partition(">")[2] for move in state.moves()}
    assert "3d" in slots  # beside a rune of order
    assert "5d" not in slots  # beside one's own


def marks(text: str) -> set[str]:
    return set(re.findall(r"\[(ruling|reconstruction)\]", text))


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_a_passage_is_marked_as_its_clause_is(game: str, language: str) -> None:
    """What is our choice, or reconstructed, is never told as if it were printed."""
    prefix, last, *_ = BOOKS[game]
    rules = (ROOT / "docs/rules" / f"{game}.md").read_text(encoding="utf-8")
    told: dict[str, set[str]] = {}
    for clause, section, text in re.findall(rf"^- ({prefix}-(\d+)\.\d+) (.+(?:\n  .+)*)", rules, re.MULTILINE):
        if int(section) <= last:
            told[clause] = told.get(clause, set()) | marks(text)
    passages = {
        clause: marks(line)
        for line in book(game, language).splitlines()
        if (anchor := ANCHORS.match(line))
        for clause in CLAUSE.findall(anchor[1])
        if clause in told
    }
    assert passages == told


def can_be_seen(point: str, state: State, seat: str) -> bool:
    """Whether what a step points at is there."""
    kind, _, what = point.partition(":")
    fields = state.text.split()
    if kind == "space":
        return 1 <= int(what) <= len(fields[0].split("/"))
    if kind == "runner":
        return what[-1] in fields[0].split("/")[int(what[:-1]) - 1]
    if kind == "zone":
        return what in fields[1]
    if kind == "sign":
        return int(what) in {value for value, _ in read_circuit("A,B,C").zones}
    if kind == "rune":
        hands = dict(zip("OC", fields[3].split(":"), strict=True))
        return what in hands[seat][1:].split(",")
    return not what and kind in {"dice", "podium", "score", "rack", "done"}


@pytest.mark.parametrize("game", BOOKS)
def test_signs_are_explained_before_anything_moves(game: str) -> None:
    """What stands on the board from the beginning is not left to the last sentence."""
    steps = tutorial(game)["steps"]
    if game == "kingdom-run":
        first = next(n for n, step in enumerate(steps) if step["expect"] or step.get("play"))
        assert any(step.get("point", "").startswith("sign:") for step in steps[:first])


@pytest.mark.parametrize("game", BOOKS)
def test_tutorials_lead_to_the_end_of_a_game(game: str) -> None:
    script = tutorial(game)
    assert len(script["learnt"]) >= 4
    rules = ewala.load(game, **script["options"])
    state = rules.parse(script["position"])
    seat = str(rules.seats[0])
    assert script["game"] == game
    for step in script["steps"]:
        assert set(step) <= {"id", "say", "expect", "play", "position", "point"}
        if "position" in step:
            state = rules.parse(step["position"])
        state = played(state, tuple(step.get("play", ())))
        assert can_be_seen(step.get("point", "score"), state, seat), step
        if step["expect"] is None:
            continue
        assert state.to_act == seat, step
        moves = state.moves() if step["expect"].get("any") else step["expect"]["moves"]
        assert moves
        assert set(moves) <= set(state.moves()), step
        state = state.play(moves[0])
    assert state.to_act is None
    assert state.winners() == {seat}


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_tutorials_have_all_their_words_and_no_others(game: str, language: str) -> None:
    steps = tutorial(game)["steps"]
    assert len({step["id"] for step in steps}) == len(steps)
    needed = {step["say"] for step in steps} | set(tutorial(game)["learnt"])
    needed |= {f"{step['id']}-not" for step in steps if "moves" in (step["expect"] or {})}
    found = words(game, language)
    assert set(found) == needed
    assert all(text.strip() == text and text for text in found.values())
