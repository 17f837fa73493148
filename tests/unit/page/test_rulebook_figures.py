"""What the page teaches is true in every language: figures can be played, clauses found, tutorials finished."""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ewala
from ewala.core.state import State
from ewala.games.registry import game_class

ROOT = Path(__file__).parents[3]
LANGUAGES = ("en", "fr", "es", "nl")
# Prefix of clauses, last section that a player needs clause by clause, fewest figures, folder of the rules.
BOOKS = {"kingdom-run": ("KR", 9, 8, "kingdom_run"), "chronicles-of-run": ("CR", 6, 6, "chronicles")}
EVERY_BOOK = [(game, language) for game in BOOKS for language in LANGUAGES]

FIGURE = re.compile(r"@figure (.+?)((?: @move \S+)*) @caption (\S.+)")
ANCHORS = re.compile(r"(?:- )?((?:\[[A-Z]{2}-\d+(?:\.\d+)?\])+) \S")
CLAUSE = re.compile(r"\[([A-Z]{2}-\d+(?:\.\d+)?)\]")
LINE = re.compile(r"#{1,3} \S|@figure |- \S|\| |\|-|\*{0,2}[\w¿¡]|\[[A-Z]{2}-")  # what a line may begin with


@dataclass(frozen=True)
class Figure:
    position: str
    moves: tuple[str, ...]
    caption: str


@cache
def book(game: str, language: str) -> str:
    return (ROOT / "web/rulebook" / game / f"{language}.md").read_text(encoding="utf-8")


@cache
def figures(game: str, language: str) -> list[Figure]:
    found = []
    for line in book(game, language).splitlines():
        if line.startswith("@"):
            match = FIGURE.fullmatch(line)
            assert match, line
            position, moves, caption = match.groups()
            found.append(Figure(position, tuple(moves.split(" @move ")[1:]), caption))
    return found


def anchors(game: str, language: str) -> list[str]:
    return [
        clause
        for line in book(game, language).splitlines()
        if (match := ANCHORS.match(line))
        for clause in CLAUSE.findall(match[1])
    ]


def prose(game: str, language: str) -> str:
    """A book without positions, moves and the rules of tables."""
    text = re.sub(r"@figure .* @caption ", "", book(game, language))
    return re.sub(r"\*\*(V:G|r:DL)\*\*|^\|-.*$", "", text, flags=re.MULTILINE)


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(
        (ROOT / "web/tutorial" / f"words.{language}.json").read_text(encoding="utf-8")
    )
    return found


@cache
def tutorial(game: str) -> dict[str, Any]:
    script: dict[str, Any] = json.loads((ROOT / "web/tutorial" / f"{game}.json").read_text(encoding="utf-8"))
    return script


def played(state: State, moves: tuple[str, ...]) -> State:
    for move in moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_figures_can_be_played_and_show_the_same_in_every_edition(game: str, language: str) -> None:
    assert len(figures(game, language)) >= BOOKS[game][2]
    for figure in figures(game, language):
        shown = {
            played(ewala.load(game, edition=edition).parse(figure.position), figure.moves).text
            for edition in game_class(game).editions
        }
        assert len(shown) == 1, figure


@pytest.mark.parametrize(("game", "language"), EVERY_BOOK)
def test_languages_have_the_same_figures_and_anchors_in_the_same_order(game: str, language: str) -> None:
    here, there = figures(game, language), figures(game, "en")
    assert [(figure.position, figure.moves) for figure in here] == [(figure.position, figure.moves) for figure in there]
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
    french = [prose(game, "fr"), *words("fr")[game].values()]
    spanish = [prose(game, "es"), *words("es")[game].values()]
    for text in french:
        assert not re.search(r"(?<!\u202f)[;:!?»]|«(?!\u202f)", text), text
    for text in spanish:
        assert (text.count("¿"), text.count("¡")) == (text.count("?"), text.count("!")), text
    for language in LANGUAGES:
        for text in (prose(game, language), *words(language)[game].values()):
            assert not re.search(r"[A-Za-zÀ-ÿ]'(?!ka\b)", text), text
            assert '"' not in text


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
    if kind == "rune":
        hands = dict(zip("OC", fields[3].split(":"), strict=True))
        return what in hands[seat][1:].split(",")
    return not what and kind in {"dice", "podium", "score", "rack", "done"}


@pytest.mark.parametrize("game", BOOKS)
def test_tutorials_lead_to_the_end_of_a_game(game: str) -> None:
    script = tutorial(game)
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
    needed = {step["say"] for step in steps} | {
        f"{step['id']}-not" for step in steps if "moves" in (step["expect"] or {})
    }
    found = words(language)[game]
    assert set(found) == needed
    assert all(text.strip() == text and text for text in found.values())
