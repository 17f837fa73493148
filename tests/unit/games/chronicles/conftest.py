"""Positions of the Chronicles, written shortly."""

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def chronicle() -> Callable[..., str]:
    """The text of a position of the Chronicles: `chronicle("O2@1a (C5)@3d", "1O", "bid:O")`; hands are what is left."""

    def write(placed: str, turn: str, phase: str, layout: str = "block", zones: str = "123456789") -> str:
        slots = {f"{zone}{slot}": "." for zone in range(1, 10) for slot in "ad"}
        for piece in placed.split():
            character, _, slot = piece.partition("@")
            assert slots[slot] == "."
            slots[slot] = character
        used = {character.strip("()[]") for character in slots.values()}
        hands = (side + ",".join(str(n) for n in range(1, 12) if f"{side}{n}" not in used) for side in "OC")
        board = "/".join(f"{slots[f'{zone}a']}|{slots[f'{zone}d']}" for zone in range(1, 10))
        return f"{layout} {zones} {board} {':'.join(hands)} {turn} {phase}"

    return write
