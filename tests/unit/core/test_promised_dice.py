"""Dice whose parts are promised, against a second writing of docs/dice.md; and records of them, new and old."""

import hashlib
import hmac
import random
from pathlib import Path

import pytest

import ewala
from ewala.core.dice import Dice, commitment_of, promise_of
from ewala.core.record import Record
from ewala.tables.match import Match

SECRET = bytes(range(32))
SEAL = commitment_of(SECRET)
PARTS = {"S": "é", "K": "blue"}
PROMISES = {seat: promise_of(SEAL, seat, part) for seat, part in {**PARTS, "F": "withheld"}.items()}
KEPT = Path(__file__).parent / "kept_records"


def part(text: str) -> bytes:
    data = text.encode("utf-8")
    return len(data).to_bytes(4, "big") + data


def documented_draw(purpose: str, number: int, n: int) -> int:
    """A draw as docs/dice.md describes it, where K and S have shown their parts and F has not."""
    for attempt in range(1000):
        message = b"ewala dice 2" + part(SEAL)
        message += part("F") + part(PROMISES["F"]) + b"-"
        message += part("K") + part(PROMISES["K"]) + b"+" + part("blue")
        message += part("S") + part(PROMISES["S"]) + b"+" + part("é")
        message += b"|" + part(purpose) + number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        block = hmac.digest(SECRET, hashlib.sha256(message).digest(), "sha256")
        for at in (0, 8, 16, 24):
            word = int.from_bytes(block[at : at + 8], "big")
            if word < (2**64 // n) * n:
                return word % n
    raise AssertionError("a thousand attempts")


@pytest.mark.parametrize("n", [1, 2, 6, 1296, 10**9, 2**63 + 1, 2**64 - 1])
def test_a_draw_is_what_the_documentation_says(n: int) -> None:
    dice = Dice(SECRET, PARTS, PROMISES)
    for purpose in ("chance", "first"):
        drawn = [dice.below(n, purpose, number) for number in range(20)]
        assert drawn == [documented_draw(purpose, number, n) for number in range(20)]


def test_fixed_vectors_never_change() -> None:
    message = b"ewala dice 2 promise " + part(SEAL) + part("K") + part("blue")
    assert PROMISES["K"] == hashlib.sha256(message).hexdigest()
    assert PROMISES["K"] == "45555fc0ed6d7b47dad74ac507e1867ababb629a12b907ee2c7301695d9fc4d3"
    assert [Dice(SECRET, PARTS, PROMISES).below(1296, "chance", n) for n in range(8)] == [
        956,
        859,
        888,
        162,
        515,
        151,
        446,
        787,
    ]


def test_every_promise_and_every_part_counts() -> None:
    other = promise_of(SEAL, "F", "another")
    sets = [
        Dice(SECRET, PARTS, PROMISES),
        Dice(SECRET, {"K": "blue"}, PROMISES),
        Dice(SECRET, PARTS, {**PROMISES, "F": other}),
        Dice(SECRET, PARTS, {seat: PROMISES[seat] for seat in PARTS}),
        Dice(SECRET, {}, PROMISES),
        Dice(SECRET, PARTS),
    ]
    drawn = {tuple(dice.below(10**6, "chance", number) for number in range(3)) for dice in sets}
    assert len(drawn) == len(sets)


def test_a_promise_fits_one_part_of_one_seat_under_one_seal() -> None:
    known = {promise_of(SEAL, "K", "blue"), promise_of(SEAL, "S", "blue"), promise_of(SEAL, "K", "red")}
    assert len({*known, promise_of("00" * 32, "K", "blue"), promise_of(SEAL, "Kb", "lue")}) == 5


@pytest.mark.parametrize("parts", [{"K": "red"}, {"S": "blue"}, {"G": "unpromised"}])
def test_dice_take_no_other_part_than_the_promised_one(parts: dict[str, str]) -> None:
    with pytest.raises(ewala.BadSetup) as refused:
        Dice(SECRET, parts, PROMISES)
    assert refused.value.code == "dice/promise"


# --- Records


def played(dice: Dice, game: str = "kingdom-run", **options: str) -> Record:
    """A whole game with these dice, its secret shown."""
    match, chosen = Match.begin(ewala.load(game, **options), dice=dice), random.Random(1)
    while (seat := match.to_act) is not None:
        if isinstance(seat, str):
            match.submit(chosen.choice(match.view(seat).moves()), seat)
        else:
            match.roll()
    return match.record


def test_a_record_of_promised_dice_comes_back_and_verifies() -> None:
    record = played(Dice(SECRET, PARTS, PROMISES), players="KSF", first="lot")
    text = record.text()
    assert text.startswith("Ewala record 2\n")
    assert f"promise F: {PROMISES['F']}\n" in text
    again = ewala.read_record(text)
    assert again == record
    assert again.verify() == sum(move.startswith("!") for move in record.moves)


def test_a_record_without_promises_stays_as_it_was() -> None:
    assert played(Dice(SECRET, PARTS), players="KSF").text().startswith("Ewala record 1\n")


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("entropy K: blue", "entropy K: red"),
        (f"promise K: {PROMISES['K']}", f"promise K: {PROMISES['S']}"),
        (f"promise K: {PROMISES['K']}\n", ""),
    ],
    ids=["another part", "another promise", "no promise"],
)
def test_parts_of_a_record_must_fit_their_promises(written: str, instead: str) -> None:
    text = played(Dice(SECRET, PARTS, PROMISES), players="KSF").text()
    damaged = ewala.read_record(text.replace(written, instead))
    with pytest.raises(ewala.DamagedRecord) as refused:
        damaged.verify()
    assert refused.value.code == "record/wrong-part"
    assert text.splitlines()[refused.value.line - 1].startswith("entropy K") or not instead


@pytest.mark.parametrize("instead", ["", f"promise F: {promise_of(SEAL, 'F', 'x')}\n"], ids=["dropped", "exchanged"])
def test_the_promise_of_a_part_that_was_withheld_counts_too(instead: str) -> None:
    text = played(Dice(SECRET, PARTS, PROMISES), players="KSF").text()
    damaged = ewala.read_record(text.replace(f"promise F: {PROMISES['F']}\n", instead))
    with pytest.raises(ewala.DamagedRecord) as refused:
        damaged.verify()
    assert refused.value.code == "record/wrong-dice"


@pytest.mark.parametrize(("name", "rolls"), [("kingdom-run-1", 57), ("chronicles-of-run-1", 10)])
def test_records_from_before_there_were_promises_still_verify(name: str, rolls: int) -> None:
    text = (KEPT / f"{name}.ewala").read_text(encoding="utf-8")
    record = ewala.read_record(text)
    assert record.entropy
    assert record.verify() == rolls
    assert record.text() == text
