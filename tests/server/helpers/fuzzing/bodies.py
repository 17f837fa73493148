"""What stands in the requests of a hostile client: commands with something wrong, or none."""

import random
from collections.abc import Callable
from typing import Any

from ewala.games.registry import GAMES, load
from fuzzing.knowledge import SEATS, SOME_MOVES, Knowledge
from fuzzing.oddities import ODD_NUMBERS, ODD_TEXTS, UNREADABLE, as_json, bent, cut
from fuzzing.people import any_words_of_people

TABLE, EVENING = "/api/tables/{table_id}", "/api/evenings/{evening_id}"


def any_body(rng: random.Random, template: str, known: Knowledge) -> bytes:
    kind = rng.random()
    if kind < 0.08:
        return rng.choice(UNREADABLE)
    if kind < 0.085:
        return b'{"text":"' + b"a" * rng.choice([199_000, 300_000, 2_000_000]) + b'"}'
    makers: dict[str, Callable[[], dict[str, Any]]] = {
        "/api/tables": lambda: _any_table(rng),
        "/api/days/{game}/{day}": lambda: {"choice": rng.choice(["d4d95e0f", *ODD_TEXTS])},
        "/api/play-now": lambda: _any_wish(rng, known),
        "/api/desk/announcements": lambda: {"text": rng.choice(["Hello", *ODD_TEXTS])},
        "/api/desk/limits": lambda: {"most_tables": rng.choice([0, 1, *ODD_NUMBERS])},
        "/api/evenings": lambda: _any_evening(rng),
        f"{EVENING}/guests": lambda: {"name": rng.choice(["Ada", *ODD_TEXTS])},
        f"{EVENING}/tables/{{table_id}}/stand-in": lambda: {"who": rng.choice([*known.guests, *ODD_TEXTS])},
        "/api/records": lambda: {"text": _any_record(rng, known)},
        "/api/positions": lambda: _any_study(rng),
        "/api/analyses": lambda: _any_analysis(rng, known),
        f"{TABLE}/hint": lambda: {"seat": rng.choice([known.seat or None, None, None, rng.choice(SEATS)])},
        f"{TABLE}/hints": lambda: {"allow": rng.random() < 0.7, "seat": rng.choice([*"KSOC", None])},
        f"{TABLE}/moves": lambda: _any_move(rng, known),
        f"{TABLE}/seats/{{seat}}": lambda: {"name": rng.choice(["Ada", *ODD_TEXTS])},
        f"{TABLE}/seats/{{seat}}/part": lambda: {"part": rng.choice(["luck", *ODD_TEXTS])},
        f"{TABLE}/seats/{{seat}}/bot": lambda: {"bot": rng.choice(["greedy", "random", *ODD_TEXTS])},
    }
    if template.startswith(("/api/people", "/api/me")):
        makers[template] = lambda: any_words_of_people(rng, template, known)
    body = makers.get(template, lambda: {"seat": rng.choice([*"KSOC", None])})()
    if template.endswith("/{seat}") and rng.random() < 0.3:
        body["promise"] = rng.choice(["ab" * 32, *ODD_TEXTS])
        body["portrait"] = rng.choice(["light-night", "", *ODD_TEXTS])
    bend = rng.random() < 0.25 and body
    data = as_json(bent(rng, body) if bend else body)
    return cut(rng, data) if rng.random() < 0.08 else data


def _any_move(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    right = bool(known.moves) and rng.random() < 0.6
    move = {"move": rng.choice(known.moves if right else SOME_MOVES), "ply": known.ply if right else rng.randrange(9)}
    if rng.random() < 0.5:
        move["id"] = str(rng.randrange(1000))
    return move | ({"seat": known.seat if right else rng.choice(SEATS)} if rng.random() < 0.5 else {})


def _any_study(rng: random.Random) -> dict[str, Any]:
    moves = [rng.choice(SOME_MOVES) for _ in range(rng.randrange(4))]
    return {"game": rng.choice(list(GAMES)), "position": rng.choice(["", *ODD_TEXTS]), "moves": moves}


def _any_analysis(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    """Of a record that may be damaged, or of a table that may be played at."""
    body: dict[str, Any] = {"thorough": True} if rng.random() < 0.3 else {}
    if rng.random() < 0.6:
        body["text"] = _any_record(rng, known)
    if not body.get("text") or rng.random() < 0.05:
        body["table"] = rng.choice([*known.tables, rng.choice(ODD_TEXTS)])
    return body


def _any_wish(rng: random.Random, known: Knowledge) -> dict[str, Any]:
    wish: dict[str, Any] = {"game": rng.choice([*GAMES, rng.choice(ODD_TEXTS)])}
    for name, values in (("players", [2, 3, *ODD_NUMBERS]), ("rated", [True, "yes"]), ("instead_of", known.tables)):
        if rng.random() < 0.3 and values:
            wish[name] = rng.choice(values)
    return wish


def _any_evening(rng: random.Random) -> dict[str, Any]:
    evening = {
        **_any_table(rng),
        "name": rng.choice(["Thursday", *ODD_TEXTS]),
        "kind": rng.choice(["rounds", "arena", "x"]),
    }
    for name in ("position", "rated"):
        evening.pop(name, None)
    for name in ("best", "rounds", "minutes"):
        if rng.random() < 0.4:
            evening[name] = rng.choice([2, 4, 30, *ODD_NUMBERS])
    return evening


def _any_table(rng: random.Random) -> dict[str, Any]:
    name = rng.choice(list(GAMES))
    options: dict[str, Any] = {}
    for option in load(name).options:
        if rng.random() < 0.25:
            likely = [*option.choices, option.default, "KS", "FGK", "lot", "A,B,C", "ring", True, False]
            odd = ["oooo|" * 90, "0,0;" * 120, "1" * 480, *ODD_TEXTS]
            options[option.name] = rng.choice(odd if rng.random() < 0.4 else likely)
    clock = {
        "kind": rng.choice(["none", "real-time", "correspondence", "x"]),
        "seconds": rng.choice([0, 60, *ODD_NUMBERS]),
    }
    settings: dict[str, Any] = {"listed": rng.random() < 0.2, "confirm": rng.random() < 0.3}
    if rng.random() < 0.3:
        settings["title"] = rng.choice(["A table", *ODD_TEXTS])
    if rng.random() < 0.3:
        settings["clock"] = clock
    made = {"game": name if rng.random() < 0.95 else rng.choice(ODD_TEXTS), "options": options, "settings": settings}
    return made | ({"rated": True} if rng.random() < 0.1 else {})


def _any_record(rng: random.Random, known: Knowledge) -> str:
    """A record with something wrong."""
    lines = rng.choice(known.records).split("\n")
    for _ in range(rng.randrange(0, 4)):
        at = rng.randrange(len(lines))
        how = rng.randrange(6)
        if how == 0:
            del lines[at]
            lines = lines or [""]
        elif how == 1:
            lines.insert(at, rng.choice(lines))
        elif how == 2:
            lines[at] = rng.choice(ODD_TEXTS)
        elif how == 3:
            key, colon, _ = lines[at].partition(": ")
            odd = rng.choice([*ODD_TEXTS, "9" * 5000, "0,0;" * 2000, "o" * 3000, "1:1," * 3000])
            lines[at] = key + (colon or ": ") + odd
        elif how == 4:
            lines[at] = cut(rng, lines[at].encode() or b"x").decode("utf-8", "replace")
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)
