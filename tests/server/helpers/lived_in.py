"""Somebody who has done everything for which a server keeps something of people, and how to find all of it again."""

from pathlib import Path
from typing import Any

from fuzzing.knowledge import sample_record
from hosts import Host
from people_at import claimed
from push_service import Browser
from sqlalchemy import create_engine, inspect, text
from table_server import Clock, Server, Table
from waiting import until

# The tables of the database that have rows of whoever has lived here.
ABOUT_PEOPLE = {
    "acts",
    "invitations",
    "lobby",
    "mail_addresses",
    "muted_people",
    "notices",
    "pairings",
    "people",
    "person_keys",
    "person_seats",
    "person_wishes",
    "push_subscriptions",
    "ratings",
    "results",
    "unwelcome",
    "webhooks",
}

ADDRESS = "somebody@home.example"


def done(server: Server, method: str, path: str, *keys: str, body: object = None) -> Any:
    """What is not refused."""
    answer = server.call(method, path, *keys, body=body)
    assert answer.is_success, f"{method} {path}: {answer.text}"
    return answer.json() if answer.content else None


def live(server: Server, clock: Clock, token: str, other: str) -> dict[str, Table]:
    """Whoever shows the token does everything, some of it with the other; their tables, by what became of them."""
    person, others = (done(server, "GET", "/api/me", one)["person"] for one in (token, other))
    done(server, "POST", "/api/me/pairing", token)
    over, rated, waiting, playing = server.chronicles(), _rated(server), server.table(), server.kingdom_run("KS")
    waiting.sit("K", "Somebody")
    for table, seat in ((over, "O"), (waiting, "K"), (playing, "K")):
        claimed(server, token, table, seat)
    claimed(server, token, rated, "O")
    rated.seat_bot("C")
    rated.start()
    for table, loser in ((over, "C"), (rated, "O")):
        table.do("POST", "/resign", table.keys[loser], body={})
    done(server, "POST", "/api/me/games", token, body={"text": sample_record("kingdom-run", 5), "seat": "K"})
    assert len(done(server, "GET", "/api/me/everything", token)["ratings"]) == 1
    assert Browser("https://push.invalid/somebody").subscribe(server, token).is_success
    done(server, "PUT", "/api/me/wishes", token, body={"digest_hours": 4})
    done(server, "PUT", "/api/me/webhook", token, body={"address": "https://program.invalid/somebody"})
    done(server, "PUT", "/api/me/mail", token, body={"address": ADDRESS})
    asked = {"table": waiting.id, "key": waiting.host}
    done(server, "POST", "/api/me/invitations", token, body={**asked, "person": others})
    done(server, "DELETE", f"/api/me/invitations/{waiting.id}?never=true", other)
    asked = {"table": (table := server.table()).id, "key": table.host}
    done(server, "POST", "/api/me/invitations", other, body={**asked, "person": person})
    done(server, "PUT", "/api/me/lobby", token)
    Host(server).do("POST", f"/people/{person}/mute", {"muted": True})
    clock.advance(21)
    until(lambda: done(server, "GET", "/api/me/everything", token)["notices"])
    return {"over": over, "rated": rated, "waiting": waiting, "playing": playing}


def _rated(server: Server) -> Table:
    made = done(server, "POST", "/api/tables", body={"game": "chronicles-of-run", "rated": True})
    table = Table(server, made["table"]["id"], made["host_key"], made["watch_key"])
    table.sit("O")
    return table


def rows_with(folder: Path, *words: str) -> dict[str, int]:
    """Of every table that the database has, whichever it may be: how many rows have one of these in them."""
    engine = create_engine(f"sqlite:///{folder / 'ewala.db'}")
    found = {}
    with engine.connect() as connection:
        for table in inspect(engine).get_table_names():
            rows = [str(tuple(row)) for row in connection.execute(text(f"SELECT * FROM {table}"))]
            found[table] = sum(any(word in row for word in words) for row in rows)
    engine.dispose()
    return {table: count for table, count in found.items() if count}
