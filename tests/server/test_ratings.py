"""Rated tables: agreed when they are made, with nobody at them who is not known; what they come to can be reckoned
again by anybody who has the games."""

from pathlib import Path
from typing import Any

import pytest
from people_at import OwnDevice, become, claimed
from stored_games import by_hand
from table_server import Server, Table, refused

from ewala.cli import main
from ewala.games.registry import kit_of
from ewala.kit.ratings import History, Pool, RatedGame, Result

SERVED = {"clock": ...}


@pytest.fixture
def server(own_server: Server) -> Server:
    return own_server


BOARD = "/api/ratings/chronicles-of-run/2"


def rated(server: Server, game: str = "chronicles-of-run", **more: Any) -> Table:
    answer = server.call("POST", "/api/tables", body={"game": game, "rated": True, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["table"]["rated"]
    return Table(server, made["table"]["id"], made["host_key"], made["watch_key"])


def company(server: Server, *names: str) -> list[str]:
    return [become(server, OwnDevice(), name) for name in names]


def seated(server: Server, order: str, chaos: str) -> Table:
    """A rated table of the Chronicles at which these two sit, not yet started."""
    table = rated(server)
    for seat, token in (("O", order), ("C", chaos)):
        table.sit(seat)
        claimed(server, token, table, seat)
    return table


def played(server: Server, order: str, chaos: str, loser: str) -> Table:
    table = seated(server, order, chaos)
    table.start()
    table.resign(loser)
    return table


def board(server: Server) -> dict[str, tuple[int, int, int]]:
    rows = server.call("GET", BOARD).json()["rows"]
    return {row["name"]: (row["rating"], row["uncertainty"], row["games"]) for row in rows}


def expected(*games: tuple[str, str]) -> dict[str, tuple[int, int, int]]:
    """What the reckoning itself makes of these: who had the first seat, and who won."""
    history = History(lambda game, players: kit_of(game).rating_terms(players))
    for first, won in games:
        second = "Bo" if first == "Ada" else "Ada"
        seats = (Result(first, 1, 1 + (won != first)), Result(second, 2, 1 + (won != second)))
        history.add(RatedGame("chronicles-of-run", seats))
    found = history.ratings[Pool("chronicles-of-run", 2)]
    return {who: (round(one.mean), round(one.uncertainty), one.games) for who, one in found.items()}


def test_a_rated_game_changes_ratings_as_they_are_reckoned(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = seated(server, ada, bo)
    table.start()
    first = "Ada" if table.seat_to_act() == "O" else "Bo"
    table.resign("C")
    assert board(server) == expected((first, "Ada"))
    (game,) = server.call("GET", "/api/me/games", ada).json()["games"]
    assert game["rated"]
    assert game["rating"] == {"before": 1500, "after": board(server)["Ada"][0], "uncertainty": board(server)["Ada"][1]}
    person = server.call("GET", "/api/me", bo).json()["person"]
    other = {"seat": "C", "name": "Player C", "kind": "person", "person": person, "asked": True}
    assert game["with"] == [other]
    theirs = server.call("GET", "/api/me/everything", ada).json()["ratings"]
    assert [(one["game"], one["players"], one["rating"]) for one in theirs] == [
        ("chronicles-of-run", 2, board(server)["Ada"][0])
    ]


def test_a_bot_is_a_fixed_point(server: Server) -> None:
    (ada,) = company(server, "Ada")
    before = server.call("GET", BOARD).json()["bots"]
    table = rated(server)
    table.sit("O")
    claimed(server, ada, table, "O")
    table.seat_bot("C", "random")
    table.start()
    table.resign("O")
    answer = server.call("GET", BOARD).json()
    assert [row["name"] for row in answer["rows"]] == ["Ada"]
    assert answer["rows"][0]["rating"] < 1500
    assert answer["bots"] == before
    told = kit_of("chronicles-of-run").rating_terms(2).bots
    assert {row["bot"]: row["rating"] for row in before} == {name: point.points for name, point in told.items()}


def test_it_starts_when_everybody_is_known(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = rated(server)
    table.sit("O")
    claimed(server, ada, table, "O")
    refused(table.call("POST", "/start", table.host), 409, "table/seats-open")
    table.sit("C", "Somebody")
    refused(table.call("POST", "/start", table.host), 409, "table/unproved")
    key = {"key": table.keys["C"]}
    refused(server.call("PUT", f"/api/me/seats/{table.id}/C", ada, body=key), 409, "person/two-seats")
    claimed(server, bo, table, "C")
    table.start()
    assert table.look(table.watch)["table"]["status"] == "playing"


def test_a_bot_that_was_not_measured_is_not_rated_against(server: Server) -> None:
    (ada,) = company(server, "Ada")
    table = rated(server)
    table.sit("O")
    claimed(server, ada, table, "O")
    table.seat_bot("C", "greedy")
    refused(table.call("POST", "/start", table.host), 409, "table/unrated-bot")


def test_nobody_steps_in_or_out_of_a_game_that_has_begun(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = seated(server, ada, bo)
    table.start()
    position = table.look(*table.keys.values())["position"]
    body = {"move": position["moves"][0], "ply": position["ply"], "seat": position["to_act"]}
    table.do("POST", "/moves", *table.keys.values(), body=body)
    refused(server.call("DELETE", f"/api/me/seats/{table.id}/O", ada), 409, "person/rated")
    claimed(server, ada, table, "O")  # said again, it changes nothing
    (cai,) = company(server, "Cai")
    key = {"key": table.keys["O"]}
    refused(server.call("PUT", f"/api/me/seats/{table.id}/O", cai, body=key), 409, "person/rated")


def test_the_coach_is_not_asked_and_the_game_begins_at_the_beginning(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = seated(server, ada, bo)
    table.start()
    seat = table.seat_to_act()
    refused(table.call("POST", "/hint", table.keys[seat], body={}), 409, "coach/rated")
    assert not table.look(table.watch)["table"]["hints"]
    table.resign("O")
    from_there = table.look(table.watch)["position"]["text"]
    body = {"game": "chronicles-of-run", "rated": True, "position": from_there}
    refused(server.call("POST", "/api/tables", body=body), 400, "setup/rated")


def test_a_rematch_is_rated_with_the_same_people(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = played(server, ada, bo, "C")
    again = table.do("POST", "/rematch", table.keys["O"])
    assert again["table"]["rated"]
    fresh = Table(server, again["table"]["id"], table.host, table.watch)
    for seat, there in again["seats"].items():
        body = {"name": f"Player {seat}", "rematch_of": table.id}
        fresh.keys[there] = fresh.do("POST", f"/seats/{there}", table.keys[seat], body=body)["key"]
    fresh.resign("O")  # Bo's seat now
    assert {name: row[2] for name, row in board(server).items()} == {"Ada": 2, "Bo": 2}


def test_a_table_that_is_not_rated_changes_nothing(server: Server) -> None:
    ada, bo = company(server, "Ada", "Bo")
    table = server.chronicles()
    for seat, token in (("O", ada), ("C", bo)):
        claimed(server, token, table, seat)
    table.resign("C")
    assert board(server) == {}


def test_who_is_forgotten_leaves_the_ratings_of_others_as_they_are(server: Server, tmp_path: Path) -> None:
    ada, bo = company(server, "Ada", "Bo")
    for loser in "CCO":
        played(server, ada, bo, loser)
    before = board(server)["Ada"]
    person = server.call("GET", "/api/me", bo).json()["person"]
    played(server, ada, bo, "C")  # not yet reckoned when Bo goes
    assert server.call("DELETE", "/api/me", bo).status_code == 204
    after = board(server)
    assert after.keys() == {"Ada"}
    assert after["Ada"][2] == before[2] + 1
    others = [game["with"] for game in server.call("GET", "/api/me/games", ada).json()["games"]]
    assert person not in str(others)
    assert {other["name"] for some in others for other in some} == {""}
    assert main(["ratings", "recompute", "--data-dir", str(tmp_path)]) == 0


def test_ratings_are_reckoned_again_and_never_adjusted_silently(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ada, bo = company(server, "Ada", "Bo")
    for loser in "CO":
        played(server, ada, bo, loser)
    true = board(server)
    again = ["ratings", "recompute", "--data-dir", str(tmp_path)]
    assert main(again) == 0
    assert capsys.readouterr().out == "2 rated games; 0 ratings are not as they were kept.\n"
    by_hand(tmp_path, "UPDATE ratings SET mean = 2500 WHERE mean = (SELECT min(mean) FROM ratings)")
    wrong = board(server)
    assert main(again) == 1
    assert capsys.readouterr().out.startswith(
        "2 rated games; 1 ratings are not as they were kept.\nNothing was changed"
    )
    assert board(server) == wrong != true
    assert main([*again, "--write"]) == 0
    assert board(server) == true
    capsys.readouterr()
    assert main(["ratings", "list", "chronicles-of-run", "2", "--data-dir", str(tmp_path)]) == 0
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["name", *true]


def test_a_leaderboard_is_of_what_is_rated(server: Server) -> None:
    refused(server.call("GET", "/api/ratings/chess/2"), 400, "setup/unknown-game")
    refused(server.call("GET", "/api/ratings/chronicles-of-run/3"), 400, "setup/rated-players")
    refused(server.call("GET", "/api/ratings/kingdom-run/5"), 400, "setup/rated-players")
