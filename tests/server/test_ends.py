"""Giving up, being replaced, playing again; records and what is told of the games."""

from collections.abc import Iterator

import pytest
from devices import Device, Player
from table_server import Server, Table, served

import ewala


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("ends"), absent_seconds=0) as server:
        yield server


def play_out(table: Table) -> None:
    with table.device(*table.keys) as device:
        Player(device, 5).play()


# --- Resigning and being replaced


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_of_two_players_the_other_wins(server: Server, game: str) -> None:
    table = server.chronicles() if game == "chronicles-of-run" else server.kingdom_run("KS")
    loser, winner = table.keys
    with table.device(loser) as one, table.device(winner) as two, table.device() as spectator:
        assert one.ask("resign", seat=loser)["type"] == "done"
        results = [device.happened("resigned")["result"] for device in (one, two, spectator)]
        assert all(result == results[0] for result in results)
        assert results[0]["winners"] == [winner]
        assert results[0]["ending"] == "resignation"
        assert two.ask("resign", seat=winner)["code"] == "match/over"
        assert two.move(winner, "r:-", 1)["code"] == "match/over"
        assert one.ask("take-back", seat=loser)["code"] == "match/over"
    assert table.look(table.watch)["table"]["status"] == "over"


def test_a_game_that_was_given_up_shows_its_dice_too(server: Server) -> None:
    table = server.kingdom_run("KS")
    table.do("POST", "/resign", table.keys["K"], body={})
    result = table.look(table.watch)["result"]
    record = ewala.read_record(table.record(table.watch))
    assert record.secret == result["secret"]
    assert record.verify() > 0


def test_among_more_a_bot_plays_on(server: Server) -> None:
    table = server.kingdom_run("KSF")
    seat = table.seat_to_act()
    others = [other for other in "KSF" if other != seat]
    with table.device(seat) as device, table.device(*others) as the_rest:
        device.ask("resign", seat=seat)
        assert device.happened("replaced")["event"]["because"] == "resigned"
        assert device.ask("resign", seat=seat)["code"] == "table/resigned"
        assert device.ask("come-back", seat=seat)["code"] == "table/nothing-to-take-back"
        result = Player(the_rest, 3).play()
    assert result["winners"]
    seats = {shown["seat"]: shown for shown in table.look(table.watch)["table"]["seats"]}
    assert seats[seat]["resigned"]
    assert not any(seats[other]["resigned"] for other in others)
    ewala.read_record(table.record(table.watch)).verify()


def test_the_host_lets_a_bot_play_for_who_is_away_until_they_come_back(server: Server) -> None:
    table = server.kingdom_run("KS")
    seat = table.seat_to_act()
    other = "S" if seat == "K" else "K"
    with table.device(other) as device:
        device.expect("snapshot")
        table.do("POST", f"/seats/{seat}/bot", table.host, body={"bot": "random"})
        assert device.happened("replaced")["event"] | {"at": 0} == {
            "type": "replaced",
            "seat": seat,
            "bot": "random",
            "because": "host",
            "at": 0,
        }
        device.until(lambda frame: (frame.get("position") or {}).get("to_act") == other)
    answer = table.call("POST", f"/seats/{seat}/bot", table.host, body={})
    assert (answer.status_code, answer.json()["code"]) == (409, "table/bot-plays")
    table.do("POST", "/come-back", table.keys[seat], body={})
    assert all(shown["bot"] == "" for shown in table.look(table.watch)["table"]["seats"])


def test_nobody_plays_a_seat_that_was_closed(server: Server) -> None:
    table = server.kingdom_run("KS")
    answer = table.call("POST", "/seats/F/bot", table.host, body={})
    assert (answer.status_code, answer.json()["code"]) == (409, "table/seat-closed")


def test_bots_alone_play_a_game_to_its_end(server: Server) -> None:
    table = server.table("chronicles-of-run", confirm=True)
    table.seat_bot("O", "greedy")
    table.seat_bot("C", "random")
    with table.device() as spectator:
        table.start()
        result = spectator.until(lambda frame: bool(frame.get("result")))["result"]
    assert result == table.look(table.watch)["result"]
    ewala.read_record(table.record(table.watch)).verify()


# --- Records


def test_before_the_start_there_is_no_record(server: Server) -> None:
    table = server.table()
    answer = table.call("GET", "/record", table.host)
    assert (answer.status_code, answer.json()["code"]) == (409, "table/not-started")


def test_a_record_can_be_had_at_any_time_and_shows_the_dice_at_the_end_alone(server: Server) -> None:
    table = server.kingdom_run("KS")
    answer = table.call("GET", "/record", table.watch)
    assert f'filename="{table.id}.ewala"' in answer.headers["content-disposition"]
    unfinished = ewala.read_record(answer.text)
    assert unfinished.commitment == table.look(table.watch)["table"]["commitment"]
    assert unfinished.secret == ""
    assert unfinished.seats == {"K": "Player K", "S": "Player S"}
    play_out(table)
    finished = ewala.read_record(table.record(table.watch))
    assert finished.moves[: len(unfinished.moves)] == unfinished.moves
    assert finished.commitment == unfinished.commitment
    assert finished.verify() > 0


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    table = server.chronicles()
    play_out(table)
    return table.record(table.watch)


def test_an_uploaded_record_is_replayed_position_by_position(server: Server, finished: str) -> None:
    answer = server.call("POST", "/api/records", body={"text": finished})
    assert answer.status_code == 200
    replay, record = answer.json(), ewala.read_record(finished)
    assert replay["moves"] == record.moves
    assert replay["positions"] == [state.text for state in record.states()]
    assert replay["explained"] == [state.explained() for state in record.states()]
    assert len(replay["words"]) == len(record.moves)
    assert replay["words"][9].startswith("The first initiative goes to Player ")
    assert replay["scores"] == record.state.scores()
    assert replay["winners"] == sorted(record.state.winners())
    assert replay["verified"]
    assert replay["problem"] is None


def test_of_a_damaged_record_what_stands_before_the_damage_is_shown(server: Server, finished: str) -> None:
    lines = finished.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("5"))
    lines[at] = lines[at].replace(">", "<", 1)
    replay = server.call("POST", "/api/records", body={"text": "\n".join(lines)}).json()
    assert replay["problem"]["line"] == at + 1
    assert 0 < len(replay["moves"]) < len(ewala.read_record(finished).moves)
    assert len(replay["positions"]) == len(replay["moves"]) + 1
    assert not replay["verified"]


def test_dice_that_were_changed_do_not_verify(server: Server, finished: str) -> None:
    """The deal turns up two tiles the other way round: legal, and not what the dice gave."""
    before, deal, after = finished.partition("deal: ")
    first, second, rest = after.split(" ", 2)
    replay = server.call("POST", "/api/records", body={"text": f"{before}{deal}{second} {first} {rest}"}).json()
    assert not replay["verified"]


def test_a_record_without_end_is_refused(server: Server) -> None:
    record = ewala.Record.begin(ewala.load("kingdom-run", may_pass=True))
    record.moves += ["!DDLX", "r:-", "end"] * 1400
    answer = server.call("POST", "/api/records", body={"text": record.text()})
    assert (answer.status_code, answer.json()["code"]) == (400, "record/too-long")


def test_a_finished_game_may_be_watched_by_whoever_has_its_name(server: Server) -> None:
    table = server.chronicles()
    assert table.call("GET", "").status_code == 404
    play_out(table)
    assert table.look()["result"] is not None
    assert table.look()["you"] == []
    assert ewala.read_record(table.call("GET", "/record").text).verify() > 0
    with Device(server.port, table.id, {"type": "hello"}) as anybody:
        assert anybody.expect("snapshot")["table"]["status"] == "over"


@pytest.mark.parametrize("text", ["", "no record", "Ewala record 1\ngame: chess\n"])
def test_what_is_no_record_is_refused(server: Server, text: str) -> None:
    answer = server.call("POST", "/api/records", body={"text": text})
    assert answer.status_code == 400
    assert answer.json()["line"] >= 1


# --- About the games and the server


def test_the_games_tell_their_options_editions_refusals_and_bots(server: Server) -> None:
    games = {game["name"]: game for game in server.call("GET", "/api/games").json()}
    assert set(games) == {"kingdom-run", "chronicles-of-run"}
    assert games["kingdom-run"]["editions"] == ["fr", "en", "es", "nl"]
    levels = [bot for bot in games["kingdom-run"]["bots"] if bot["level"]]
    assert [bot["level"] for bot in levels] == [1, 2, 3, 4, 5]
    assert levels[2]["name"] == "ranger"
    assert levels[2]["title"] == "The Ranger"
    assert all(bot["about"].endswith(".") for bot in levels)
    assert [bot["name"] for bot in games["chronicles-of-run"]["bots"] if bot["level"] == 5] == ["oracle"]
    for game in games.values():
        assert all(option["about"] for option in game["options"])
        assert game["refusals"]
        assert game["endings"]


def test_every_answer_keeps_pages_in_their_bounds(server: Server) -> None:
    for path, status in (("/api/health", 200), ("/api/tables/2222222222", 404), ("/nowhere", 404)):
        answer = server.call("GET", path)
        assert answer.status_code == status
        assert answer.headers["x-content-type-options"] == "nosniff", path
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path


def test_health(server: Server) -> None:
    assert server.call("GET", "/api/health").json()["status"] == "ok"
