"""What a hostile client says about who it is."""

import random
from typing import Any

from fuzzing.knowledge import Knowledge
from fuzzing.oddities import ODD_TEXTS

__all__ = ["any_words_of_people"]

CODES = ["AAAAA-AAAAA", "22222-22222-22222-22222-22222", "zzzzz zzzzz"]


def any_words_of_people(rng: random.Random, template: str, known: Knowledge) -> dict[str, Any]:
    """A body for one of the addresses of people: a real device's words, or some that nobody has signed."""
    if template == "/api/me":
        return _any_profile(rng)
    if template == "/api/me/seats/{table}/{seat}":
        return {"key": rng.choice([*known.keys, *ODD_TEXTS])}
    if template.startswith("/api/me") or template.endswith("/challenge"):
        return {}
    made_up = {"key": "A" * 122, "challenge": "A" * 54, "signature": "A" * 86}
    body: dict[str, Any] = dict(rng.choice([*known.proofs, made_up]))
    if template == "/api/people":
        body["profile"] = _any_profile(rng)
    elif template == "/api/people/token":
        body["key"] = rng.choice(["0123456789abcdef" * 4, *ODD_TEXTS])
    else:
        body["code"] = rng.choice([*CODES, *ODD_TEXTS])
    if rng.random() < 0.3:
        body["label"] = rng.choice(["phone", *ODD_TEXTS])
    return body


def _any_profile(rng: random.Random) -> dict[str, Any]:
    profile = {"name": rng.choice(["Ada", *ODD_TEXTS])}
    if rng.random() < 0.3:
        profile["portrait"] = rng.choice(["fox 3", *ODD_TEXTS])
    if rng.random() < 0.3:
        profile["language"] = rng.choice(["fr", *ODD_TEXTS])
    return profile
