"""What happened, in words: every event and every move, in every language, and never more than a viewer may know."""

import gettext
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from on_disk import made, on_disk

from ewala.core.dice import Dice
from ewala.core.sentences import Sentence
from ewala.games.chronicles.present.names import CHARACTER_NAMES, ZONES
from ewala.games.chronicles.rules import notation as chronicles
from ewala.games.kingdom_run.rules import notation as kingdom_run
from ewala.games.registry import load
from ewala.games.roster import stand_in, title_of
from ewala.locale.languages import LANGUAGES, translator
from ewala.tables import events
from ewala.tables import sentences as words
from ewala.tables.events import Event, Moved, Rolled
from ewala.tables.table import Table

LOCALE = Path(__file__).parents[3] / "src" / "ewala" / "locale"
DICE = Dice(bytes(range(32)))
NOW = 1_700_000_000_000
KINGDOM_RUN, CHRONICLES = "kingdom-run", "chronicles-of-run"
MOST_CODES = 2000  # more than either game has

Say = Callable[[Sentence | None], str]


@pytest.fixture(scope="module", params=LANGUAGES)
def say(request: pytest.FixtureRequest) -> Say:
    """Says a sentence in one of the languages, from the catalogues as they are written."""
    if request.param == "en":
        return str
    compiled = BytesIO()
    with (LOCALE / request.param / "LC_MESSAGES" / "ewala.po").open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    translate = gettext.GNUTranslations(compiled).gettext

    def said(sentence: Sentence | None) -> str:
        assert sentence is not None
        assert sentence.said(translate) != str(sentence)
        return sentence.said(translate)

    return said


def words_of(event: Event, table: Table, seats: Sequence[str]) -> Sentence | None:
    return words.words_of(event, on_disk(table), seats)


def said_in(language: str, event: Event, table: Table, seats: Sequence[str]) -> str:
    return words.said_in(language, event, on_disk(table), seats)


def new_table(game: str) -> Table:
    table = made(load(game), DICE, NOW)
    for seat, name in zip(table.game.seats, ("Ana", "Léo", "Eva", "Jan"), strict=False):
        table.sit_down(seat, name, "", NOW)
    return table


@pytest.fixture(scope="module", params=[KINGDOM_RUN, CHRONICLES])
def table(request: pytest.FixtureRequest) -> Table:
    """A table where people sit; nothing more happens there."""
    return new_table(request.param)


# --- Events


def every_event(table: Table) -> list[Event]:
    seat, bot = table.game.seats[0], stand_in(table.created.game)
    return [
        table.created,
        events.SatDown(seat=seat, name="Ana", at=NOW),
        events.BotSat(seat=seat, bot=bot, at=NOW),
        events.StoodUp(seat=seat, at=NOW),
        events.Closed(seat=seat, at=NOW),
        events.Started(parameters={}, at=NOW),
        events.TakenBack(seat=seat, at=NOW),
        events.Confirmed(seat=seat, at=NOW),
        events.Resigned(seat=seat, at=NOW),
        events.Replaced(seat=seat, bot=bot, because="clock", at=NOW),
        events.Replaced(seat=seat, bot=bot, because="host", at=NOW),
        events.Replaced(seat=seat, bot=bot, because="resigned", at=NOW),
        events.Returned(seat=seat, at=NOW),
        events.HintsAllowed(seat=seat, allowed=True, at=NOW),
        events.HintsAllowed(seat=seat, allowed=False, at=NOW),
        events.RematchOffered(table="abc", at=NOW),
        events.RematchWished(seat=seat, at=NOW),
        events.ClocksStood(since=NOW - 12_000, at=NOW),
        events.BrokenOff(at=NOW),
        events.BrokenOff(note="Good night.", at=NOW),
        events.PartsAsked(at=NOW),
        events.PartShown(seat=seat, part="luck", at=NOW),
        events.PartMissed(seat=seat, at=NOW),
    ]


def test_every_event_is_in_words_of_its_own(table: Table, say: Say) -> None:
    said = [say(words_of(event, table, ())) for event in every_event(table)]
    assert len(set(said)) == len(said)
    assert all(words.endswith(".") and "{" not in words for words in said)
    assert [words for words in said if "Ana" in words] == said[1:2] + said[6:15] + said[16:17] + said[-2:]
    title = say(title_of(table.created.game, stand_in(table.created.game)))
    assert [words for words in said if title in words] == said[2:3] + said[9:12]


def test_no_kind_of_event_is_forgotten(table: Table) -> None:
    known = {type(event) for event in every_event(table)} | {Moved, Rolled, events.Said}
    assert known == set(Event.__args__)


def test_what_somebody_says_speaks_for_itself(table: Table) -> None:
    assert words_of(events.Said(seat=None, name="Ana", text="hello", at=NOW), table, ()) is None


def test_a_name_is_shown_with_its_clan_even_after_its_owner_has_left() -> None:
    table = new_table(KINGDOM_RUN)
    table.stand_up("G", NOW)
    sat_down = next(e for e in table.events if isinstance(e, events.SatDown) and e.seat == "G")
    assert str(words_of(sat_down, table, ())) == "Jan (gnomes and goblins) sits down."
    assert str(words_of(table.events[-1], table, ())) == "This seat is free again: gnomes and goblins."


@pytest.mark.parametrize(
    ("game", "bot", "title"), [(KINGDOM_RUN, "squire", "The Squire"), (CHRONICLES, "oracle", "The Oracle")]
)
def test_a_bot_goes_by_its_title_in_all_that_it_does(game: str, bot: str, title: str) -> None:
    table = new_table(game)
    seat = table.game.seats[0]
    table.stand_up(seat, NOW)
    table.seat_bot(seat, bot, NOW)
    for event in (table.events[-1], happening("end" if game == KINGDOM_RUN else "-", seat)):
        assert title in str(words_of(event, table, ()))
        assert bot not in str(words_of(event, table, ()))
        assert said_in("en", event, table, ()) == str(words_of(event, table, ()))


def test_who_has_a_stand_in_keeps_the_name() -> None:
    table = new_table(KINGDOM_RUN)
    table.start(NOW)
    (replaced, *_) = table.replace("K", "ranger", "host", NOW)
    assert str(words_of(replaced, table, ())) == "The Ranger plays for Ana (knights): the host has asked for it."
    assert str(words_of(happening("end", "K"), table, ())) == "Ana (knights) ends the turn."


def test_a_bot_that_is_no_longer_known_goes_by_its_name() -> None:
    table = new_table(CHRONICLES)
    event = events.BotSat(seat="O", bot="{old}", at=NOW)
    assert str(words_of(event, table, ())) == "A bot sits down: {old} (order)."


def test_a_name_with_braces_is_only_a_name() -> None:
    table = new_table(CHRONICLES)
    table.stand_up("O", NOW)
    (sat_down,) = table.sit_down("O", "{player} {0}", "", NOW)
    assert str(words_of(sat_down, table, ())) == "{player} {0} (order) sits down."


# --- Moves


def vocabulary(texts: Any) -> list[str]:
    """Every move of a game, and every outcome of chance."""
    found = []
    for code in range(MOST_CODES):
        with suppress(KeyError):
            found.append(texts.move_text(code))
    return found


def happening(move: str, seat: str) -> Event:
    return Rolled(move=move, at=NOW) if move.startswith("!") else Moved(seat=seat, move=move, at=NOW)


@pytest.mark.parametrize(
    ("game", "moves"), [(KINGDOM_RUN, vocabulary(kingdom_run)), (CHRONICLES, vocabulary(chronicles))]
)
def test_every_move_has_words_and_unlike_moves_have_unlike_words(game: str, moves: list[str], say: Say) -> None:
    table = new_table(game)
    seat = table.game.seats[0]
    said = {move: say(words_of(happening(move, seat), table, ())) for move in moves}
    assert all(words.endswith(".") and "{" not in words for words in said.values())
    assert all(("Ana" in words) or move.startswith("!") for move, words in said.items())
    # Whom Loreen attracts is always an opponent, so the side goes without saying.
    alike = [move for move in moves if not move.startswith("<C")]
    assert len({said[move] for move in alike}) == len(alike)


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("!DDLX", "Rolled: Disbanding, Disbanding, Lull/Awaken, Carbon copy."),
        ("r:-", "Ana (knights) keeps all dice."),
        ("r:CBV", "Ana (knights) rolls again: Catch-up, Bathing, 2 victory points."),
        ("D4K", "Ana (knights) disbands space 4: a knight goes first."),
        ("+S", "Ana (knights) takes a sorcerer next."),
        (".", "Ana (knights) stops disbanding."),
        ("C14F", "Ana (knights) plays Catch-up: a forest dweller sets off from space 14."),
        ("B6G", "Ana (knights) plays Bathing: a gnome sets off from space 6."),
        ("L4K", "Ana (knights) lulls a knight on space 4 to sleep."),
        ("L4k", "Ana (knights) awakens a knight on space 4."),
        ("V:G", "Ana (knights) steals a victory token: Jan (gnomes and goblins) has one less."),
        ("end", "Ana (knights) ends the turn."),
    ],
)
def test_a_move_of_kingdom_run(move: str, words: str) -> None:
    assert str(words_of(happening(move, "K"), new_table(KINGDOM_RUN), ())) == words


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("!3", "A tile is turned up: Forest of Nebutland."),
        ("!C", "The first initiative goes to Léo (chaos)."),
        ("10>3a", "Ana (order) bids Loreen (10) on the Forest of Nebutland as attacker."),
        ("1>9d", "Ana (order) bids Jynz (1) on the Dragons' Nest as defender."),
        (">5d", "Ana (order) plays Treachery: Aruh'ka goes to the Fortress of Cadmium as defender."),
        (">5a", "Ana (order) plays Treachery: Aruh'ka goes to the Fortress of Cadmium as attacker."),
        ("x9", "Ana (order) plays Brotherhood: Broin and Thaal change places."),
        ("<C3", "Ana (order) plays Lust: Loreen attracts Broin."),
        ("-", "Ana (order) does not use the effect."),
    ],
)
def test_a_move_of_the_chronicles(move: str, words: str) -> None:
    assert str(words_of(happening(move, "O"), new_table(CHRONICLES), ())) == words


# --- Secrets


def test_a_bid_face_down_is_the_same_in_words_whatever_it_is(say: Say) -> None:
    table = new_table(CHRONICLES)
    for zone, place in enumerate(map(say, ZONES), 1):
        for slot in "ad":
            bids = [
                Moved(seat="O", move=f"{rune}>{zone}{slot}", seen=f"?>{zone}{slot}", at=NOW) for rune in range(1, 12)
            ]
            for others in ([], ["C"], ["O", "C"]):  # a device of both sides is looked at by both
                (said,) = {say(words_of(bid, table, others)) for bid in bids}
                assert place in said
                assert not any(name in said for name in CHARACTER_NAMES)
            assert len({say(words_of(bid, table, ["O"])) for bid in bids}) == len(bids)


def test_in_a_real_game_only_the_bidder_reads_what_is_bid() -> None:
    table = new_table(CHRONICLES)
    table.start(NOW)
    first = table.to_act
    assert first is not None
    (bid,) = table.move(first, "10>3a", table.ply, "", NOW)
    other = "C" if first == "O" else "O"
    assert "Loreen" in str(words_of(bid, table, (first,)))
    for seats in ((), (other,)):
        words = str(words_of(bid, table, seats))
        assert "bids face down on the Forest of Nebutland as attacker." in words
        assert "Loreen" not in words
        assert "10" not in words


def test_a_second_bid_is_open_at_once() -> None:
    table = new_table(CHRONICLES)
    table.start(NOW)
    first = table.to_act
    assert first is not None
    table.move(first, "1>3a", table.ply, "", NOW)
    second = table.to_act
    assert second is not None
    bid, *_ = table.move(second, "5>4d", table.ply, "", NOW)
    assert "bids Bort (5) on the Black Lands" in str(words_of(bid, table, ()))


# --- Said at once


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "moves"), [(KINGDOM_RUN, vocabulary(kingdom_run)), (CHRONICLES, vocabulary(chronicles))]
)
def test_kept_sentences_say_what_the_words_say(game: str, moves: list[str], language: str) -> None:
    table = new_table(game)
    for move in moves:
        for seat in table.game.seats:
            event = happening(move, seat)
            words = words_of(event, table, ())
            assert words is not None
            assert said_in(language, event, table, ()) == words.said(translator(language))


def test_names_in_kept_sentences_are_only_names() -> None:
    table = new_table(KINGDOM_RUN)
    table.stand_up("K", NOW)
    table.sit_down("K", "{S} {0}", "", NOW)
    assert said_in("en", happening("V:S", "K"), table, ()) == (
        "{S} {0} (knights) steals a victory token: Léo (sorcerers) has one less."
    )


def test_events_that_are_no_moves_are_said_too(table: Table) -> None:
    for event in every_event(table):
        assert said_in("en", event, table, ()) == str(words_of(event, table, ()))
    assert said_in("en", events.Said(seat=None, name="Ana", text="hello", at=NOW), table, ()) == ""
