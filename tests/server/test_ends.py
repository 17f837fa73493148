"""Giving up, being replaced, playing again; records and what is told of the games."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx
import pytest
from devices import Device, Frame, Player
from table_server import Server, Table, opponent, refused, served

import ewala

SERVED = {"absent_seconds": 0}


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
    table.resign("K")
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
    other = opponent(seat)
    with table.joined(other) as device:
        table.do("POST", f"/seats/{seat}/bot", table.host, body={"bot": "random"})
        assert device.happened("replaced")["event"] | {"at": 0} == {
            "type": "replaced",
            "seat": seat,
            "bot": "random",
            "because": "host",
            "at": 0,
        }
        device.until(lambda frame: (frame.get("position") or {}).get("to_act") == other)
    refused(table.call("POST", f"/seats/{seat}/bot", table.host, body={}), 409, "table/bot-plays")
    table.do("POST", "/come-back", table.keys[seat], body={})
    assert all(shown["bot"] == "" for shown in table.look(table.watch)["table"]["seats"])


def test_nobody_plays_a_seat_that_was_closed(server: Server) -> None:
    table = server.kingdom_run("KS")
    refused(table.call("POST", "/seats/F/bot", table.host, body={}), 409, "table/seat-closed")


# --- Records


def test_before_the_start_there_is_no_record(server: Server) -> None:
    table = server.table()
    refused(table.call("GET", "/record", table.host), 409, "table/not-started")


def test_a_record_can_be_had_at_any_time_and_shows_the_dice_at_the_end_alone(server: Server) -> None:
    table = server.kingdom_run("KS")
    answer = table.call("GET", "/record", table.watch)
    assert f'filename="{table.id}.ewala"' in answer.headers["content-disposition"]
    unfinished = ewala.read_record(answer.text)
    assert unfinished.commitment == table.look(table.watch)["table"]["commitment"]
    assert unfinished.secret == ""
    assert unfinished.seats == {"K": "Player K", "S": "Player S"}
    table.play_out(5)
    finished = ewala.read_record(table.record(table.watch))
    assert finished.moves[: len(unfinished.moves)] == unfinished.moves
    assert finished.commitment == unfinished.commitment
    assert finished.verify() > 0


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    table = server.chronicles()
    table.play_out(5)
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
    refused(server.call("POST", "/api/records", body={"text": record.text()}), 400, "record/too-long")


def test_a_finished_game_may_be_watched_by_whoever_has_its_name(server: Server) -> None:
    table = server.chronicles()
    assert table.call("GET", "").status_code == 404
    table.play_out(5)
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


def wish(table: Table, *seats: str) -> Frame:
    """Say that these seats, all on one device, would like a rematch, and sit down there as a device does."""
    answer: Frame = table.do("POST", "/rematch", *(table.keys[seat] for seat in seats))
    again = Table(table.server, answer["table"]["id"], table.host, table.watch)
    names = {seat["seat"]: seat["name"] for seat in table.look(table.watch)["table"]["seats"]}
    for seat in seats:
        again.sit(answer["seats"][seat], names[seat])
    return answer


def rematch(table: Table, answer: Frame) -> Frame:
    """The next table, as a spectator of the last one sees it."""
    seen: Frame = table.server.call("GET", f"/api/tables/{answer['table']['id']}", table.watch).json()
    return seen


def names_at(seen: Frame) -> dict[str, str]:
    return {seat["seat"]: seat["name"] for seat in seen["table"]["seats"] if seat["kind"] != "closed"}


@pytest.fixture
def over(server: Server) -> Table:
    """A game of two that is over: the knights have given up."""
    table = server.kingdom_run("KS", title="Sunday", confirm=True, listed=True)
    table.resign("K")
    return table


def test_two_who_would_like_a_rematch_play_at_once_with_seats_exchanged(server: Server, over: Table) -> None:
    with over.joined("S") as device:
        first = wish(over, "K")
        assert device.happened("rematch-offered")["event"]["seats"] == {"K": "S", "S": "K"}
        wished = device.happened("rematch-wished")
        assert wished["words"] == "Player K (knights) would like a rematch."
        assert [seat["again"] for seat in wished["table"]["seats"]] == [True, False, False, False]
    waiting = [table["id"] for table in server.http.get("/api/tables").json()]
    assert first["table"]["id"] not in waiting, "it is not offered to strangers"
    second = wish(over, "S")
    assert first["table"]["id"] == second["table"]["id"] == over.look(over.watch)["table"]["rematch"]
    fresh = rematch(over, first)
    assert fresh["table"]["status"] == "playing", "nobody has to start it"
    assert (fresh["table"]["title"], fresh["table"]["confirm"]) == ("Sunday", True)
    assert names_at(fresh) == {"K": "Player S", "S": "Player K"}
    assert fresh["position"]["to_act"] == "K", "the other one begins"
    assert fresh["table"]["id"] in [table["id"] for table in server.http.get("/api/tables?playing=true").json()]


def test_whoever_shows_the_key_of_their_last_seat_keeps_it(server: Server, over: Table) -> None:
    fresh = over.do("POST", "/rematch", over.keys["K"])["table"]["id"]

    def sit(seat: str, *keys: str, of: str = over.id) -> httpx.Response:
        return server.call("POST", f"/api/tables/{fresh}/seats/{seat}", *keys, body={"name": "Ada", "rematch_of": of})

    other = server.kingdom_run("KS")
    keyless, not_theirs = sit("S"), sit("S", over.keys["S"])
    elsewhere, of_another = sit("K", over.keys["K"]), sit("S", other.keys["K"], of=other.id)
    for answer in (keyless, not_theirs, elsewhere, of_another):
        refused(answer, 403, "seat/no-key")
    assert sit("S", over.keys["K"]).json()["key"] == over.keys["K"]
    assert server.call("GET", f"/api/tables/{fresh}", over.keys["K"]).json()["you"] == ["S"]


def test_of_three_everybody_moves_up_and_another_begins(server: Server) -> None:
    table = server.kingdom_run("KSF")
    with table.device() as spectator:
        for seat in "KSF":
            table.resign(seat)  # bots play on to the end
        spectator.until(lambda frame: bool(frame.get("result")))
    for seat in "KSF":
        answer = wish(table, seat)
    assert answer["seats"] == {"K": "F", "S": "K", "F": "S"}
    fresh = rematch(table, answer)
    assert (fresh["table"]["status"], fresh["table"]["parameters"]["players"]) == ("playing", "KSF")
    assert names_at(fresh) == {"K": "Player S", "S": "Player F", "F": "Player K"}
    assert fresh["position"]["to_act"] == "K"


def test_against_bots_one_word_is_enough_and_the_bots_change_seats_too(server: Server) -> None:
    table = server.table()
    table.sit("K", "Ada")
    table.seat_bot("S", "random")
    table.close("F")
    table.close("G")
    table.start()
    table.resign("K")
    fresh = rematch(table, wish(table, "K"))["table"]
    assert fresh["status"] == "playing"
    seats = [("bot", "random"), ("person", "Ada"), ("closed", ""), ("closed", "")]
    assert [(seat["kind"], seat["name"]) for seat in fresh["seats"]] == seats


def test_on_one_device_one_word_is_enough(server: Server) -> None:
    table = server.chronicles()
    table.resign("O")
    answer = wish(table, "O", "C")
    assert answer["seats"] == {"O": "C", "C": "O"}
    assert rematch(table, answer)["table"]["status"] == "playing"


def test_bots_alone_play_to_the_end_and_again_at_their_hosts_word(server: Server) -> None:
    table = server.table("chronicles-of-run", confirm=True)
    table.seat_bot("O", "greedy")
    table.seat_bot("C", "random")
    with table.device() as spectator:
        table.start()
        result = spectator.until(lambda frame: bool(frame.get("result")))["result"]
    assert result == table.look(table.watch)["result"]
    ewala.read_record(table.record(table.watch)).verify()
    again = table.do("POST", "/rematch", table.host)["table"]["id"]
    with Table(server, again, table.host, table.watch).device() as spectator:
        spectator.until(lambda frame: bool(frame.get("result")))


def test_who_hosts_or_watches_does_so_at_the_rematch_by_the_same_key(server: Server) -> None:
    table = server.kingdom_run("KS")
    table.resign("K")
    answer = wish(table, "S")
    wish(table, "K")
    again = f"/api/tables/{answer['table']['id']}"
    assert server.call("GET", again, table.host).json()["host"]
    assert server.call("GET", again, table.watch).status_code == 200
    assert server.call("GET", again).status_code == 404, "it is played, and not listed"


def test_the_same_wish_said_twice_changes_nothing(over: Table) -> None:
    first = over.do("POST", "/rematch", over.keys["K"])
    seq = over.look(over.watch)["seq"]
    assert over.do("POST", "/rematch", over.keys["K"]) == first
    assert over.look(over.watch)["seq"] == seq


def test_two_who_ask_for_a_rematch_at_once_get_one_table(over: Table) -> None:
    with ThreadPoolExecutor(8) as hands:
        answers = list(hands.map(lambda n: over.do("POST", "/rematch", over.keys["KS"[n % 2]]), range(8)))
    assert len({answer["table"]["id"] for answer in answers}) == 1
    assert all(seat["again"] for seat in over.look(over.watch)["table"]["seats"] if seat["kind"] == "person")


def test_a_rematch_is_for_who_has_played_a_game_that_is_over(server: Server, over: Table) -> None:
    table = server.kingdom_run("KS")
    refused(table.call("POST", "/rematch", table.keys["K"]), 409, "table/not-over")
    refused(over.call("POST", "/rematch", over.watch), 403, "seat/no-key")


def test_in_place_of_somebody_who_does_not_come_the_host_seats_a_bot_and_it_begins(over: Table) -> None:
    again = Table(over.server, wish(over, "K")["table"]["id"], over.host, over.watch)
    again.seat_bot("K")
    assert again.look(over.watch)["table"]["status"] == "playing"


def test_the_rematch_is_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = server.kingdom_run("KS")
        table.resign("K")
        answer = wish(table, "K")
    with served(tmp_path) as server:
        table.server = server
        assert table.look(table.watch)["table"]["rematch_seats"] == {"K": "S", "S": "K"}
        wish(table, "S")
        assert rematch(table, answer)["table"]["status"] == "playing"


# --- Who begins


def lot(server: Server) -> Table:
    """A table at which nobody has said who begins."""
    made = server.call("POST", "/api/tables", body={"game": "kingdom-run", "options": {"players": "KS"}}).json()
    table = Table(server, made["table"]["id"], made["host_key"], made["watch_key"])
    table.sit("K", "Anna", part="heads")
    table.sit("S", "Bram", part="tails")
    return table


def test_who_begins_is_by_lot_unless_somebody_chooses(server: Server) -> None:
    table = lot(server)
    assert table.look()["table"]["parameters"]["first"] == "lot"
    with table.joined("K") as device:
        table.start()
        words = device.happened("started")["words"]
    now = table.look(table.watch)
    first = now["table"]["parameters"]["first"]
    assert now["position"]["to_act"] == first
    player = {"K": "Anna (knights)", "S": "Bram (sorcerers)"}[first]
    assert words == f"The lot has spoken: {player} begins."


def test_the_lot_is_the_dices_anybody_can_compute_it_again_and_a_rematch_draws_none(server: Server) -> None:
    table = lot(server)
    table.start()
    began = table.look(table.watch)["table"]["parameters"]["first"]
    table.resign("K")
    record = ewala.read_record(table.record(table.watch))
    assert record.by_lot
    record.verify()
    fresh = rematch(table, wish(table, "K", "S"))
    assert fresh["position"]["to_act"] == began
    assert names_at(fresh) == {"K": "Bram", "S": "Anna"}


# --- Bots of one name


def test_two_bots_of_one_kind_are_called_apart(server: Server) -> None:
    table = server.table(options={"players": "KSF"})
    table.sit("K", "Ada")
    table.seat_bot("S", "squire")
    table.seat_bot("F", "squire")
    with table.device("K") as device:
        table.start()
        table.resign("K")
        for seat, called in (("S", "The Squire I ("), ("F", "The Squire II (")):
            assert device.until(partial(moved_by, seat))["words"].startswith(called)


def moved_by(seat: str, frame: Frame) -> bool:
    event = frame.get("event", {})
    return bool(event.get("type") == "moved" and event["seat"] == seat)
