"""Club evenings at a server: eleven people, four rounds, one who leaves; an arena; who may do what."""

from pathlib import Path
from typing import Any

import pytest
from club import EVENING, Evening, open_evening, play_to_the_end, same_seats
from table_server import Clock, Server, Table, refused, served


@pytest.fixture(scope="module")
def pairs(server: Server) -> Evening:
    """Eleven people who play the Chronicles, four rounds, one of whom leaves after the second."""
    with same_seats():
        return _played_in_pairs(server)


def _played_in_pairs(server: Server) -> Evening:
    evening = open_evening(server, game="chronicles-of-run")
    people = [evening.come(f"Guest {number}") for number in range(1, 12)]
    for number in range(4):
        if number == 2:
            evening.call("DELETE", f"/guests/{people[0]}", evening.keys[people[0]])
        evening.begin_round()
        evening.play_all()
    return evening


def test_eleven_people_four_rounds_one_leaves(pairs: Evening) -> None:
    held = pairs.seen()["held"]
    assert [len(one["tables"]) for one in held] == [5, 5, 5, 5]
    assert [len(one["pausing"]) for one in held] == [1, 1, 0, 0], "of ten nobody has to pause"
    met = [frozenset(table["seats"]) for one in held for table in one["tables"]]
    assert len(set(met)) == len(met) == 20, "nobody meets anybody twice"
    assert all(table["status"] == "over" and table["places"] == [1, 2] for one in held for table in one["tables"])


def test_standings_come_from_the_tables_themselves(pairs: Evening) -> None:
    seen = pairs.seen()
    rows = {row["who"]: row for row in seen["standings"]}
    assert len(rows) == 11
    assert sum(row["points"] for row in rows.values()) == 20 + 2 * 0.5, "twenty games, and two pauses"
    for who, row in rows.items():
        tables = [table["seats"] for one in seen["held"] for table in one["tables"] if who in table["seats"]]
        assert row["tables"] == len(tables)
        assert row["wins"] == sum(seats[0] == who for seats in tables), "Order has won everywhere"


def test_who_begins_takes_turns(pairs: Evening) -> None:
    """The first of each table's seats is the side of Order here: four rounds, two each, give or take one."""
    seats = [table["seats"] for one in pairs.seen()["held"] for table in one["tables"]]
    stayed = [who for who, name in pairs.names.items() if name != "Guest 1"]
    begun = [sum(one[0] == who for one in seats) for who in stayed]
    assert min(begun) >= 1
    assert max(begun) <= 3


def test_where_somebody_sits_is_told_to_them_and_to_whoever_leads(pairs: Evening) -> None:
    stranger, organiser = pairs.seen(), pairs.seen(pairs.key)
    who, key = next(iter(pairs.keys.items()))
    guest = pairs.seen(key)
    ids = [[table.get("table") for one in seen["held"] for table in one["tables"]] for seen in (stranger, organiser)]
    assert set(ids[0]) == {None}
    assert len(set(ids[1])) == 20
    assert (stranger.get("leads"), organiser.get("leads")) == (None, True)
    assert guest["me"] == who
    assert [table["seats"].count(who) for one in guest["held"] for table in one["tables"] if "table" in table] == [1, 1]


def test_a_table_of_four_plays_to_the_end_and_its_places_count(server: Server) -> None:
    evening = open_evening(server, best=4, rounds=1)
    for name in ("Ada", "Bo", "Cleo", "Dirk"):
        evening.come(name)
    seats = evening.begin_round()["tables"][0]["seats"]
    (table,) = evening.sit_all()
    assert [evening.seen(evening.keys[who])["yours"]["seat"] for who in seats] == [*"KSFG"]
    assert table.look(table.keys["K"])["position"]["to_act"] == "K", "who sits first begins"
    play_to_the_end(table)
    held = evening.seen()["held"][0]["tables"][0]
    assert sorted(held["places"])[0] == 1
    points = table.look()["position"]["scores"]
    order = sorted(zip(held["places"], "KSFG", strict=True))
    assert [points[seat] for _, seat in order] == sorted(points.values(), reverse=True)
    assert held["seats"] == seats


def test_a_bot_plays_for_somebody_who_does_not_come_to_their_table(server: Server) -> None:
    evening = open_evening(server, game="chronicles-of-run")
    ada, bo = evening.come("Ada"), evening.come("Bo")
    evening.begin_round()
    yours = evening.seen(evening.keys[ada])["yours"]
    table = Table(server, yours["table"], "", "")
    table.sit(yours["seat"], "Ada")
    assert evening.seen()["held"][0]["tables"][0]["status"] == "waiting"
    path = f"/tables/{yours['table']}/stand-in"
    refused(evening.call("POST", path, evening.keys[ada], body={"who": bo}), 403, "evening/organiser-only")
    assert evening.call("POST", path, evening.key, body={"who": bo}).status_code == 200
    assert evening.seen()["held"][0]["tables"][0]["status"] == "playing"
    table.do("POST", "/resign", table.keys[yours["seat"]], body={})
    assert evening.places() == {"Bo": (1, 1.0), "Ada": (2, 0.0)}, "what the stand-in made of it"
    refused(evening.call("POST", path, evening.key, body={"who": bo}), 409, "evening/no-table")


def test_a_bot_plays_on_for_somebody_who_leaves_in_the_middle_of_a_game(server: Server) -> None:
    evening = open_evening(server, game="chronicles-of-run")
    ada, bo = evening.come("Ada"), evening.come("Bo")
    evening.begin_round()
    (table,) = evening.sit_all()
    path, body = f"/tables/{table.id}/stand-in", {"who": bo}
    refused(evening.call("POST", path, evening.key, body=body), 409, "seat/present")
    evening.call("DELETE", f"/guests/{bo}", evening.keys[bo])
    refused(evening.call("POST", "/rounds", evening.key), 409, "evening/playing")
    assert evening.call("POST", path, evening.key, body=body).status_code == 200
    table.do("POST", "/resign", table.keys[evening.seen(evening.keys[ada])["yours"]["seat"]], body={})
    assert evening.seen()["standings"][0]["who"] == bo, "what the stand-in made of it"


def test_an_arena_pairs_whoever_is_free(tmp_path: Path) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock) as server:
        evening = open_evening(server, game="chronicles-of-run", kind="arena", minutes=30)
        names = []
        for name in ("Ada", "Bo", "Cleo"):
            names.append(evening.come(name))
            clock.advance(1)
        first = evening.seen()["held"]
        assert [[set(table["seats"]) for table in one["tables"]] for one in first] == [[set(names[:2])]]
        evening.play_all()
        clock.advance(1)
        second = evening.seen()["held"][1]["tables"][0]["seats"]
        assert names[2] in second, "who has waited longest plays, and not with whom they have just met"
        evening.play_all()
        clock.advance(30 * 60)
        evening.seen()
        assert len(evening.seen()["held"]) == 2, "the time is over"
        refused(evening.call("POST", "/rounds", evening.key), 409, "evening/arena")


def test_what_is_refused(server: Server) -> None:
    evening = open_evening(server)
    refused(evening.call("POST", "/rounds", evening.key), 400, "evening/people")
    ada = evening.come("Ada")
    refused(evening.call("POST", "/guests", body={"name": " ada "}), 409, "evening/name-taken")
    refused(evening.call("POST", "/guests", body={"name": " \u200b"}), 400, "evening/name")
    bo = evening.come("Bo")
    refused(evening.call("POST", "/rounds", evening.keys[ada]), 403, "evening/organiser-only")
    refused(evening.call("DELETE", f"/guests/{bo}", evening.keys[ada]), 403, "evening/organiser-only")
    refused(evening.call("DELETE", "/guests/nobody", evening.key), 409, "evening/nobody")
    evening.begin_round()
    refused(evening.call("POST", "/rounds", evening.key), 409, "evening/playing")
    assert evening.call("POST", "/end", evening.key).json()["over"]
    refused(evening.call("POST", "/guests", body={"name": "Late"}), 409, "evening/over")
    refused(server.call("GET", "/api/evenings/k7m2p9qrst"), 404, "evening/unknown")
    refused(server.call("GET", "/api/evenings/nonsense!"), 404, "evening/unknown")
    bad: list[tuple[dict[str, Any], str]] = [
        ({"name": " "}, "evening/title"),
        ({"best": 9}, "evening/sizes"),
        ({"game": "chess"}, "setup/unknown-game"),
    ]
    for changes, code in bad:
        refused(server.call("POST", "/api/evenings", body={**EVENING, **changes}), 400, code)


def test_who_leaves_may_come_back(server: Server) -> None:
    evening = open_evening(server)
    ada = evening.come("Ada")
    for path, method, there in [("", "DELETE", False), ("", "DELETE", False), ("/back", "POST", True)]:
        seen = evening.call(method, f"/guests/{ada}{path}", evening.keys[ada]).json()
        assert [guest["there"] for guest in seen["guests"]] == [there]


def test_a_game_that_goes_on_when_the_evening_ends_still_counts(server: Server) -> None:
    evening = open_evening(server, game="chronicles-of-run")
    for name in ("Ada", "Bo"):
        evening.come(name)
    evening.begin_round()
    (table,) = evening.sit_all()
    assert evening.call("POST", "/end", evening.key).json()["over"]
    table.resign("C")
    assert sorted(points for _, points in evening.places().values()) == [0, 1]
