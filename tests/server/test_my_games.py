"""Somebody's games: those that go on, with theirs to move on top, and those that are over, also when their tables are
gone; what they have won."""

from pathlib import Path
from typing import Any

from fuzzing.knowledge import sample_record
from people_at import OwnDevice, become, claimed
from stored_games import by_hand
from table_server import Clock, Server, Table, refused

from ewala import read_record
from ewala.core.dice import Dice
from ewala.games.registry import load
from ewala.tables.match import Match

SERVED = {"clock": ...}


def games(server: Server, token: str, asked: str = "") -> list[Any]:
    answer = server.call("GET", f"/api/me/games{asked}", token)
    assert answer.status_code == 200, answer.text
    found: list[Any] = answer.json()["games"]
    return found


def game_of(server: Server, token: str, seat: str = "O") -> Table:
    """A game of the Chronicles, with this seat one's own."""
    table = server.chronicles()
    claimed(server, token, table, seat)
    return table


def test_a_game_that_goes_on_says_whether_one_has_to_move(server: Server, ada: str, clock: Clock) -> None:
    theirs, mine = server.chronicles(), server.chronicles()
    seat, other = mine.seat_to_act(), "C" if mine.seat_to_act() == "O" else "O"
    claimed(server, ada, mine, seat)
    clock.advance(1)
    claimed(server, ada, theirs, other)
    waiting = server.table()
    waiting.sit("K")
    claimed(server, ada, waiting, "K")
    found = games(server, ada)
    assert [(game["table"], game["status"], game["mine_to_move"]) for game in found] == [
        (mine.id, "playing", True),
        (theirs.id, "playing", False),
        (waiting.id, "waiting", False),
    ]
    assert found[0]["with"] == [{"seat": other, "name": f"Player {other}", "kind": "guest"}]
    assert found[0].keys().isdisjoint({"result", "rating"})
    assert [game["table"] for game in games(server, ada, "?status=waiting")] == [waiting.id]
    assert [game["table"] for game in games(server, ada, "?game=kingdom-run")] == [waiting.id]
    assert games(server, ada, "?status=over") == []


def test_a_game_that_is_over_says_how(server: Server, ada: str) -> None:
    table = game_of(server, ada)
    table.resign("C")
    (game,) = games(server, ada)
    assert (game["status"], game["seat"], game["players"], game["rated"]) == ("over", "O", 2, False)
    assert game["result"] == {"won": True, "shared": False, "drawn": False, "points": {"O": 0, "C": 0}}
    assert game["with"] == [{"seat": "C", "name": "Player C", "kind": "guest"}]


def test_it_is_told_also_when_its_table_is_gone(server: Server, ada: str, folder: Path) -> None:
    table = game_of(server, ada)
    table.resign("O")
    for name, column in (("events", "table_id"), ("person_seats", "table_id"), ("tables", "id")):
        by_hand(folder, f"DELETE FROM {name} WHERE {column} = ?", table.id)
    (game,) = games(server, ada)
    assert (game["table"], game["result"]["won"]) == (table.id, False)


def test_a_seat_can_be_said_to_be_ones_own_afterwards(server: Server, ada: str) -> None:
    bo, table = become(server, OwnDevice(), "Bo"), server.chronicles()
    table.resign("C")
    for token, seat in ((ada, "O"), (bo, "C")):
        claimed(server, token, table, seat)
    assert [games(server, token)[0]["result"]["won"] for token in (ada, bo)] == [True, False]


def test_a_seat_that_is_given_back_takes_its_game_along(server: Server, ada: str) -> None:
    table = game_of(server, ada)
    table.resign("C")
    assert server.call("DELETE", f"/api/me/seats/{table.id}/O", ada).status_code == 204
    assert games(server, ada) == []


def test_what_was_not_kept_when_it_ended_is_kept_when_somebody_looks(server: Server, ada: str, folder: Path) -> None:
    """As after a game that ended at a process of an older version."""
    table = game_of(server, ada)
    table.resign("C")
    by_hand(folder, "DELETE FROM results WHERE table_id = ?", table.id)
    assert [game["table"] for game in games(server, ada)] == [table.id]


def test_games_of_nobody_are_not_kept(server: Server, folder: Path) -> None:
    table = server.chronicles()
    table.resign("C")
    assert (table.id,) not in by_hand(folder, "SELECT table_id FROM results")


def test_others_are_told_as_the_table_told_them_and_not_when_forgotten(server: Server, ada: str) -> None:
    bo = become(server, OwnDevice(), "Bo of the profile")
    table = game_of(server, ada)
    claimed(server, bo, table, "C")
    table.resign("C")
    assert games(server, ada)[0]["with"] == [{"seat": "C", "name": "Player C", "kind": "guest", "asked": True}]
    server.call("DELETE", "/api/me", bo)
    assert games(server, ada)[0]["with"] == [{"seat": "C", "name": "", "kind": "guest"}]


def test_older_games_come_page_by_page(server: Server, ada: str, clock: Clock) -> None:
    ended = []
    for n in range(32):
        table = game_of(server, ada)
        table.resign("C")
        ended.append(table.id)
        clock.advance(n % 2)  # some end at the same moment
    first = server.call("GET", "/api/me/games", ada).json()
    assert (len(first["games"]), first["more"]) == (30, True)
    last = first["games"][-1]["table"]
    second = server.call("GET", f"/api/me/games?before={last}", ada).json()
    assert (len(second["games"]), second["more"]) == (2, False)
    assert {game["table"] for game in first["games"] + second["games"]} == set(ended)


def test_what_was_won(server: Server, ada: str, clock: Clock) -> None:
    for loser in "CCOC":
        game_of(server, ada).resign(loser)
        clock.advance(1)
    against = server.table("chronicles-of-run")
    against.sit("C")
    against.seat_bot("O", "random")
    against.start()
    claimed(server, ada, against, "C")
    against.resign("C")
    record = server.call("GET", "/api/me/record", ada).json()
    assert record["games"] == 5
    assert record["streaks"] == {"now": 0, "longest": 2}
    shares = {(share["by"], share["of"]): (share["games"], share["won"]) for share in record["shares"]}
    assert shares == {
        ("game", "chronicles-of-run"): (5, 3),
        ("seat", "O"): (4, 3),
        ("seat", "C"): (1, 0),
        ("players", "2"): (5, 3),
        ("opponent", "Player C"): (4, 3),
        ("bot", "random"): (1, 0),
    }
    assert [game["points"] for game in record["best"]] == [0, 0, 0]


def test_games_from_elsewhere_join_by_their_records(server: Server, ada: str, clock: Clock) -> None:
    text = sample_record("kingdom-run", 5)
    body = {"text": text, "seat": "K", "ended_at": clock() - 1000}
    added = [server.call("POST", "/api/me/games", ada, body=body) for _ in range(2)]
    assert [answer.status_code for answer in added] == [201, 201]
    (game,) = games(server, ada)
    record = read_record(text)
    assert (game["table"], game["local"], game["rated"]) == (added[0].json()["table"], True, False)
    assert (game["seat"], game["touched_at"], game["players"]) == ("K", clock() - 1000, 4)
    assert game["result"]["points"] == record.state.scores()
    assert game["result"]["won"] == ("K" in record.state.winners())
    everything = server.call("GET", "/api/me/everything", ada).json()
    assert everything["games"] == [game]
    assert server.call("DELETE", f"/api/me/seats/{game['table']}/K", ada).status_code == 204
    assert games(server, ada) == []


def test_a_game_from_elsewhere_has_an_end_and_ones_seat(server: Server, ada: str) -> None:
    text = sample_record("kingdom-run", 5)
    refused(server.call("POST", "/api/me/games", ada, body={"text": text, "seat": "O"}), 400, "person/no-seat")
    begun = Match.begin(load("kingdom-run"), dice=Dice(bytes(32))).record.text()
    refused(server.call("POST", "/api/me/games", ada, body={"text": begun, "seat": "K"}), 400, "person/unfinished")


def test_one_has_to_be_somebody_to_have_games(server: Server) -> None:
    refused(server.call("GET", "/api/me/games"), 403, "person/token")
    refused(server.call("GET", "/api/me/record"), 403, "person/token")
