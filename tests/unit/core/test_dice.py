"""Verifiable dice, with and without promised parts, against a second writing of docs/dice.md."""

import hashlib
import hmac
import random
from pathlib import Path

import pytest

import ewala
from ewala.core.dice import Dice, commitment_of, promise_of
from ewala.core.record import Record, draw_chance
from ewala.tables.match import Match

SECRET = bytes(range(32))
ENTROPY = {"S": "é", "K": "blue"}


def documented_draw(head: bytes, purpose: str, number: int, n: int) -> int:
    """A draw as docs/dice.md describes it, where the message begins like this."""
    for attempt in range(1000):
        message = head + b"|" + part(purpose) + number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        block = hmac.digest(SECRET, hashlib.sha256(message).digest(), "sha256")
        for at in (0, 8, 16, 24):
            word = int.from_bytes(block[at : at + 8], "big")
            if word < (2**64 // n) * n:
                return word % n
    raise AssertionError("a thousand attempts")


def check_draws(dice: Dice, head: bytes) -> None:
    for n in (1, 2, 6, 1296, 10**9, 2**63 + 1, 2**64 - 1):
        for purpose in ("chance", "first"):
            drawn = [dice.below(n, purpose, number) for number in range(20)]
            assert drawn == [documented_draw(head, purpose, number, n) for number in range(20)], n
            assert all(0 <= number < n for number in drawn)


@pytest.mark.parametrize("entropy", [{}, ENTROPY])
def test_a_draw_is_what_the_documentation_says(entropy: dict[str, str]) -> None:
    head = b"ewala dice 1" + b"".join(part(seat) + part(entropy[seat]) for seat in sorted(entropy))
    check_draws(Dice(SECRET, entropy), head)


def test_fixed_vectors_never_change() -> None:
    assert commitment_of(SECRET) == hashlib.sha256(b"ewala dice 1 commitment " + SECRET).hexdigest()
    assert commitment_of(SECRET) == "4f5da2ab4b660203bf7a075f88ffee971ae422587a769046094e904a641ec5ce"
    drawn = [Dice(SECRET, ENTROPY).below(1296, "chance", n) for n in range(8)]
    assert drawn == [374, 436, 363, 747, 1070, 1003, 1175, 1080]


def test_a_chance_move_goes_through_the_outcomes_in_their_order() -> None:
    state = ewala.load("kingdom-run", players="KS").start()
    dice = Dice(SECRET)
    for number in range(30):
        left = documented_draw(b"ewala dice 1", "chance", number, 6**4)
        outcomes = [move for move, share in state.chances().items() for _ in range(int(share * 6**4))]
        assert draw_chance(state, dice, number) == outcomes[left]


def test_every_part_counts() -> None:
    def draws(dice: Dice, purpose: str = "chance") -> list[int]:
        return [dice.below(10**6, purpose, number) for number in range(3)]

    known = [draws(Dice(SECRET, ENTROPY)), draws(Dice(SECRET, ENTROPY), "first"), draws(Dice(SECRET))]
    known += [
        draws(Dice(bytes(32), ENTROPY)),
        draws(Dice(SECRET, {"S": "éb", "K": "lue"})),
        draws(Dice(SECRET, {"SKblue": ""})),
    ]
    assert len({tuple(drawn) for drawn in known}) == len(known)


def test_weights_decide_and_a_weight_of_zero_is_never_drawn() -> None:
    dice = Dice(SECRET)
    assert {dice.pick([0, 5, 5, 6, 6], "chance", number) for number in range(200)} == {1, 3}


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ewala.BadSetup, match="32 bytes") as refused:
        Dice(bytes(length))
    assert refused.value.code == "dice/secret"


def test_fresh_dice_differ_and_do_not_show_their_secret() -> None:
    one, other = Dice.fresh(), Dice.fresh({"K": "x"})
    assert one.secret != other.secret
    assert other.entropy == {"K": "x"}
    assert one.commitment == commitment_of(one.secret)
    assert one.secret.hex() not in repr(one)
    assert repr(one.secret) not in repr(one)


SEAL = commitment_of(SECRET)
PARTS = {"S": "é", "K": "blue"}
PROMISES = {seat: promise_of(SEAL, seat, part) for seat, part in {**PARTS, "F": "withheld"}.items()}
KEPT = Path(__file__).parent / "kept_records"


def part(text: str) -> bytes:
    data = text.encode("utf-8")
    return len(data).to_bytes(4, "big") + data


def test_a_draw_of_promised_dice_is_what_the_documentation_says() -> None:
    """Where K and S have shown their parts and F has not."""
    head = b"ewala dice 2" + part(SEAL)
    head += part("F") + part(PROMISES["F"]) + b"-"
    head += part("K") + part(PROMISES["K"]) + b"+" + part("blue")
    head += part("S") + part(PROMISES["S"]) + b"+" + part("é")
    check_draws(Dice(SECRET, PARTS, PROMISES), head)


def test_fixed_vectors_of_promised_dice_never_change() -> None:
    message = b"ewala dice 2 promise " + part(SEAL) + part("K") + part("blue")
    assert PROMISES["K"] == hashlib.sha256(message).hexdigest()
    assert PROMISES["K"] == "45555fc0ed6d7b47dad74ac507e1867ababb629a12b907ee2c7301695d9fc4d3"
    drawn = [Dice(SECRET, PARTS, PROMISES).below(1296, "chance", n) for n in range(8)]
    assert drawn == [956, 859, 888, 162, 515, 151, 446, 787]


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
