"""Verifiable dice, against a second writing of docs/dice.md and against fixed numbers."""

import hashlib
import hmac

import pytest

import ewala
from ewala.core.dice import Dice, commitment_of
from ewala.core.record import draw_chance

SECRET = bytes(range(32))
ENTROPY = {"S": "é", "K": "blue"}


def documented_draw(secret: bytes, entropy: dict[str, str], purpose: str, number: int, n: int) -> int:
    """A draw as docs/dice.md describes it."""

    def part(text: str) -> bytes:
        data = text.encode("utf-8")
        return len(data).to_bytes(4, "big") + data

    largest = (2**64 // n) * n
    for attempt in range(1000):
        message = b"ewala dice 1"
        message += b"".join(part(seat) + part(entropy[seat]) for seat in sorted(entropy))
        message += b"|" + part(purpose) + number.to_bytes(8, "big") + attempt.to_bytes(8, "big")
        block = hmac.digest(secret, hashlib.sha256(message).digest(), "sha256")
        for at in (0, 8, 16, 24):
            word = int.from_bytes(block[at : at + 8], "big")
            if word < largest:
                return word % n
    raise AssertionError("a thousand attempts")


@pytest.mark.parametrize("entropy", [{}, ENTROPY])
@pytest.mark.parametrize("n", [1, 2, 6, 1296, 10**9, 2**63 + 1, 2**64 - 1])
def test_a_draw_is_what_the_documentation_says(entropy: dict[str, str], n: int) -> None:
    dice = Dice(SECRET, entropy)
    for purpose in ("chance", "first"):
        drawn = [dice.below(n, purpose, number) for number in range(20)]
        assert drawn == [documented_draw(SECRET, entropy, purpose, number, n) for number in range(20)]
        assert all(0 <= number < n for number in drawn)


def test_fixed_vectors_never_change() -> None:
    assert commitment_of(SECRET) == hashlib.sha256(b"ewala dice 1 commitment " + SECRET).hexdigest()
    assert commitment_of(SECRET) == "4f5da2ab4b660203bf7a075f88ffee971ae422587a769046094e904a641ec5ce"
    assert [Dice(SECRET, ENTROPY).below(1296, "chance", n) for n in range(8)] == [
        374,
        436,
        363,
        747,
        1070,
        1003,
        1175,
        1080,
    ]


def test_a_chance_move_goes_through_the_outcomes_in_their_order() -> None:
    state = ewala.load("kingdom-run", players="KS").start()
    dice = Dice(SECRET)
    for number in range(30):
        left = documented_draw(SECRET, {}, "chance", number, 6**4)
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
