"""What a hostile client says about who it is."""

import json
import random
from typing import Any

from ewala.server.platform.wire.base64url import to_base64url
from fuzzing.knowledge import Knowledge
from fuzzing.oddities import ODD_TEXTS

ENDPOINTS = ["https://push.example.org/1", "http://127.0.0.1/", "https://[::1]/", "https://10.0.0.1:22/"]
POINT = "BI5TO2-gv3tGJbswZnwB-2B--fi4qA_vWzAGKHAxh7Kjc-sdveAzGDZtBp-DpvWQAFPHNjPLBBshxV4ahsH0ALQ"  # of the curve
CODES = ["AAAAA-AAAAA", "22222-22222-22222-22222-22222", "zzzzz zzzzz"]


def any_words_of_people(rng: random.Random, template: str, known: Knowledge) -> dict[str, Any]:
    """A body for one of the addresses of people: a real device's words, or some that nobody has signed."""
    if template == "/api/me":
        return _any_profile(rng)
    if template == "/api/me/seats/{table_id}/{seat}":
        return {"key": rng.choice([*known.keys, *ODD_TEXTS])}
    if template == "/api/me/games":
        return {"text": rng.choice([*known.records, *ODD_TEXTS]), "seat": rng.choice(["K", *ODD_TEXTS])}
    if template == "/api/me/passkeys":
        return {"credential": _any_credential(rng, known), "label": rng.choice(["phone", *ODD_TEXTS])}
    if template in ("/api/me/mail", "/api/people/mail"):
        return {"address": rng.choice(["ada@example.org", "a@b.example\r\nBcc: c@d.example", *ODD_TEXTS])}
    if template == "/api/me/mail/confirm":
        return {"code": rng.choice([*CODES, *ODD_TEXTS])}
    if template == "/api/me/invitations":
        return _any_invitation(rng, known)
    if template == "/api/me/push":
        return _any_subscription(rng)
    if template == "/api/me/webhook":
        return {"address": rng.choice([*ENDPOINTS, *ODD_TEXTS])}
    if template == "/api/me/wishes":
        return _any_wishes(rng)
    if template.startswith("/api/me") or template.endswith(("/challenge", "/options")):
        return {}
    made_up = {"key": "A" * 122, "challenge": "A" * 54, "signature": "A" * 86}
    body: dict[str, Any] = dict(rng.choice([*known.proofs, made_up]))
    if template == "/api/people":
        body["profile"] = _any_profile(rng)
    elif template == "/api/people/token":
        body["key"] = rng.choice(["0123456789abcdef" * 4, *ODD_TEXTS])
    elif template == "/api/people/passkey":
        body["credential"] = _any_credential(rng, known)
    else:
        body["code"] = rng.choice([*CODES, *ODD_TEXTS])
    if rng.random() < 0.3:
        body["label"] = rng.choice(["phone", *ODD_TEXTS])
    return body


def _any_credential(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    """A passkey's words, with a challenge that may be good and nothing else that is."""
    said = {"type": "webauthn.create", "challenge": rng.choice([*(one["challenge"] for one in known.proofs), "AAAA"])}
    inner: dict[str, Any] = {
        "clientDataJSON": to_base64url(json.dumps({**said, "origin": "http://127.0.0.1"}).encode()),
        "attestationObject": to_base64url(rng.randbytes(rng.randrange(40))),
        "authenticatorData": to_base64url(rng.randbytes(37)),
        "signature": rng.choice(["AAAA", *ODD_TEXTS]),
    }
    inner.pop(rng.choice([*inner, ""]), None)
    name = rng.choice(["AAAA", "A", *ODD_TEXTS])
    return {"id": name, "rawId": name, "type": rng.choice(["public-key", *ODD_TEXTS]), "response": inner}


def _any_invitation(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    """To a table that may be there, of somebody who is hardly known."""
    invitation = {"table": rng.choice([*known.tables, *ODD_TEXTS]), "key": rng.choice([*known.keys, *ODD_TEXTS])}
    if rng.random() < 0.5:
        invitation["person"] = rng.choice(["k7m2p9qrstuv", *ODD_TEXTS])
    else:
        invitation |= {"played_at": rng.choice([*known.tables, *ODD_TEXTS]), "seat": rng.choice(["K", *ODD_TEXTS])}
    return invitation


def _any_subscription(rng: random.Random) -> dict[str, Any]:
    """Some with keys that could be a browser's: nothing is sent for it to anybody, since no game waits for them."""
    keys = {"p256dh": rng.choice([POINT, POINT[:-1], *ODD_TEXTS]), "auth": rng.choice(["A" * 22, *ODD_TEXTS])}
    return {"endpoint": rng.choice([*ENDPOINTS, *ODD_TEXTS]), "keys": keys, "label": rng.choice(["phone", *ODD_TEXTS])}


def _any_wishes(rng: random.Random) -> dict[str, Any]:
    zone = rng.choice(["Europe/Brussels", "UTC", "Europe", "../etc/passwd", "/dev/zero", *ODD_TEXTS])
    quiet = {"from": rng.choice(["22:00", "24:00", *ODD_TEXTS]), "until": "07:00", "zone": zone}
    kinds = rng.choice([["turn"], ["turn"] * 11, list(ODD_TEXTS[:2])])
    return {"kinds": kinds, "quiet": rng.choice([quiet, None]), "digest_hours": rng.choice([0, 24, -1, 10**30])}


def _any_profile(rng: random.Random) -> dict[str, Any]:
    profile = {"name": rng.choice(["Ada", *ODD_TEXTS])}
    if rng.random() < 0.3:
        profile["portrait"] = rng.choice(["fox 3", *ODD_TEXTS])
    if rng.random() < 0.3:
        profile["language"] = rng.choice(["fr", *ODD_TEXTS])
    return profile
