"""The study board: positions after moves, explained and drawn, without a table; tables that set out from one; and what
the games are made of."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from devices import Player
from table_server import Server, Table, opponent, refused, served

import ewala
from ewala.games.records import read_record


def ask(server: Server, language: str = "en", **body: Any) -> tuple[int, Any]:
    answer = server.http.post("/api/positions", json=body, headers={"accept-language": language})
    return answer.status_code, answer.json()


def test_positions_after_each_move(server: Server) -> None:
    moves = ["!DDLX", "r:-", "D4K", "."]
    status, study = ask(server, game="kingdom-run", options={"players": "KS", "edition": "fr"}, moves=moves)
    assert status == 200
    state = ewala.load("kingdom-run", players="KS", edition="fr").start()
    assert study["parameters"] == state.game.parameters()
    for ply, (position, move) in enumerate(zip(study["positions"], [*moves, ""], strict=True)):
        decides = state.to_act is not ewala.CHANCE
        assert position == {
            "text": state.text,
            "ply": ply,
            "scores": state.scores(),
            **({"to_act": state.to_act, "moves": state.moves()} if decides else {}),
            "explained": state.explained(),
        }
        state = state.play(move) if move else state
    assert study["words"][2:] == ["Disband 4: a knight to 5", "Stop here"]


def test_a_position_brings_its_seats_and_layout(server: Server) -> None:
    text = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 GF F roll"
    _, study = ask(server, game="kingdom-run", position=text, moves=["!DDLX"])
    assert study["parameters"]["players"] == "GF"
    assert study["positions"][1]["to_act"] == "F"


def test_nothing_is_hidden_on_a_study_board(server: Server) -> None:
    moves = [*(f"!{zone}" for zone in range(1, 10)), "!O", "10>3a"]
    _, study = ask(server, "es", game="chronicles-of-run", options={"layout": "ring"}, moves=moves)
    assert study["positions"][-1]["explained"]["slots"]["3a"]["rune"] == 10
    assert study["words"][-2:] == [
        "Primera iniciativa: O (orden).",
        "Apostar 10 Loreen en zona Bosque de Nebutland como atacante",
    ]


def test_a_viewer_is_shown_what_its_seat_may_know(server: Server) -> None:
    """CR-3.2: of a bid that lies face down, the slot alone."""
    start = ewala.load("chronicles-of-run").start().play("!1")
    for move in ("!2", "!3", "!4", "!5", "!6", "!7", "!8", "!9", "!O"):
        start = start.play(move)
    body: dict[str, Any] = {"game": "chronicles-of-run", "position": start.text, "moves": ["7>3a"]}
    _, shown = ask(server, viewer="C", **body)
    _, same = ask(server, viewer="C", **{**body, "moves": ["8>3a"]})
    assert shown == same
    assert "(O?)" in shown["positions"][1]["text"]
    assert shown["positions"][1]["moves"]
    assert "moves" not in shown["positions"][0]
    status, problem = ask(server, viewer="K", **body)
    assert (status, problem["code"]) == (400, "setup/seat")


def test_a_finished_game_has_nobody_to_act(server: Server) -> None:
    position = "SFG/SFG/SFG/SFG/-/-/-/-/-/-/-/-/-/- KKKK 6,6 KS K over"
    _, study = ask(server, game="kingdom-run", position=position)
    assert "moves" not in study["positions"][0]
    assert "to_act" not in study["positions"][0]


@pytest.mark.parametrize(
    ("body", "status", "code", "clause"),
    [
        ({"game": "chess"}, 400, "setup/unknown-game", None),
        ({"game": "kingdom-run", "options": {"circuit": "oooo|~~ 2:2 3"}}, 400, "circuit/lakes", "KR-2.2"),
        ({"game": "kingdom-run", "options": {"circuit": "A,A,B"}}, 400, "circuit/boards", "KR-2.1"),
        ({"game": "chronicles-of-run", "options": {"layout": "0,0;1,0"}}, 400, "layout/count", "CR-2.2"),
        ({"game": "kingdom-run", "position": "nonsense"}, 400, "text/unreadable", None),
        ({"game": "kingdom-run", "moves": ["nonsense"]}, 400, "text/unreadable", None),
        ({"game": "kingdom-run", "moves": ["!DDLX", "B1K"]}, 409, "kr/not-time-to-act", "KR-4.2"),
        ({"game": "kingdom-run", "moves": ["!DDLX"] * 401}, 400, "request/invalid", None),
        ({"game": "kingdom-run", "position": "x" * 501}, 400, "request/invalid", None),
        ({"game": "kingdom-run", "options": {"circuit": "o" * 501}}, 400, "request/invalid", None),
        ({"game": "kingdom-run", "seat": "K"}, 400, "request/invalid", None),
    ],
)
def test_refusals_say_why(server: Server, body: Any, status: int, code: str, clause: str | None) -> None:
    got, problem = ask(server, **body)
    assert (got, problem["code"], problem.get("clause")) == (status, code, clause)
    assert problem["sentence"]


def test_a_refusal_is_in_the_readers_language(server: Server) -> None:
    _, problem = ask(server, "fr", game="kingdom-run", options={"circuit": "oooo|~~ 2:2 3"})
    assert problem["sentence"] == "un circuit compte exactement trois lacs, celui-ci en a 2 (KR-2.2)"


def test_many_moves_are_answered(server: Server) -> None:
    state, moves = ewala.load("kingdom-run").start(), list[str]()
    while state.to_act is not None and len(moves) < 400:
        moves.append(state.moves()[-1])
        state = state.play(moves[-1])
    status, study = ask(server, game="kingdom-run", moves=moves)
    assert status == 200
    assert len(study["positions"]) == len(moves) + 1 == len(study["words"]) + 1


# --- What the games are made of


def details(server: Server, game: str, language: str = "en") -> Any:
    games = server.http.get("/api/games", params={"language": language}).json()
    return next(told["details"] for told in games if told["name"] == game)


def test_a_circuit_can_be_built_from_the_boards(server: Server) -> None:
    told = details(server, "kingdom-run")
    assert told["boards"] == {"A": ["o~o", "~o~"], "B": ["o~o", "ooo"], "C": ["o~o", "oo~"]}  # KR-2.4
    zones = ",".join(f"{zone['value']}:{zone['size']}" for zone in told["zones"])
    podium = ",".join(map(str, told["podium"]))
    boards = "|".join([told["start"], *(told["boards"][name][0] for name in "ABC"), told["finish"]])
    assert told["circuit"] == f"{boards} {zones} {podium}"
    assert ewala.load("kingdom-run", circuit=told["middle"]) == ewala.load("kingdom-run", circuit=told["circuit"])


def test_the_characters_zones_and_layouts_of_the_chronicles(server: Server) -> None:
    told = details(server, "chronicles-of-run", "es")
    assert told["characters"][8] == {
        "destiny": 9,
        "name": "Thaal",
        "alignment": "good",
        "rune": "Destino",
        "effect": "scoring",
        "optional": False,
        "brief": "derrota a Zhoor",
        "about": "Al puntuar: derrota a Zhoor, tengan el destino que tengan.",
        "clause": "CR-6.3",
    }
    assert [character["destiny"] for character in told["characters"]] == list(range(1, 12))
    assert told["zones"][0] == {"zone": 1, "name": "Puertas del Infierno", "power": 3}
    for name, hexes in told["layouts"].items():
        text = ";".join(f"{q},{r}" for q, r in hexes)
        assert ewala.load("chronicles-of-run", layout=text).start().explained()["hexes"] == hexes, name


def test_whoever_must_act_gets_every_move_in_words(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    position = table.look(table.keys[first])["position"]
    drawn = table.do("GET", "/drawn", table.keys[first])
    assert drawn["ply"] == position["ply"]
    assert list(drawn["moves"]) == position["moves"]
    assert all(f"Player {first} (" in words for words in drawn["moves"].values())
    assert position["text"] in drawn["board"]
    assert ElementTree.fromstring(drawn["picture"]).tag.endswith("svg")


def test_others_see_the_position_and_no_moves(server: Server) -> None:
    table = server.kingdom_run("KS")
    other = "S" if table.seat_to_act() == "K" else "K"
    for key in (table.keys[other], table.watch):
        drawn = table.do("GET", "/drawn", key)
        assert drawn["moves"] == {}
        assert drawn["board"]


def test_words_are_in_the_readers_language(server: Server) -> None:
    table = server.kingdom_run("KS")
    first = table.seat_to_act()
    said = {
        language: table.do("GET", f"/drawn?language={language}", table.keys[first])["moves"]
        for language in ("en", "fr")
    }
    assert said["en"].keys() == said["fr"].keys()
    assert said["en"] != said["fr"]


def test_a_sealed_rune_is_drawn_for_its_own_device_alone(server: Server) -> None:
    """CR-3.2: two bids that differ in nothing but the rune look the same to everybody else."""
    seen: dict[str, list[str]] = {}
    for rune in ("7", "9"):
        table = server.chronicles()
        first = table.seat_to_act()
        second = opponent(first)
        with table.device(first) as device:
            ply = device.expect("snapshot")["position"]["ply"]
            assert device.move(first, f"{rune}>3a", ply)["type"] == "done"
        for who, keys in {"own": [first], "other": [second], "both": [first, second], "watch": []}.items():
            held = [table.keys[seat] for seat in keys] or [table.watch]
            seen.setdefault(who, []).append(table.call("GET", "/drawn", *held).text)
    assert seen["own"][0] != seen["own"][1]
    for who in ("other", "both", "watch"):
        assert seen[who][0] == seen[who][1], who


def test_a_table_that_waits_has_nothing_to_draw(server: Server) -> None:
    table = server.table()
    refused(table.call("GET", "/drawn", table.host), 409, "table/not-started")


def test_without_a_key_a_game_is_not_drawn(server: Server) -> None:
    table = server.kingdom_run("KS")
    assert table.call("GET", "/drawn").status_code == 404
    assert table.call("GET", "/drawn", table.watch).status_code == 200


def test_records_and_study_boards_are_drawn_where_that_is_asked_for(server: Server) -> None:
    body = {"game": "kingdom-run", "moves": ["!DCBV", "r:-"]}
    plain = server.call("POST", "/api/positions", body=body).json()
    drawn = server.call("POST", "/api/positions", body={**body, "drawn": True}).json()
    assert plain["drawn"] == []
    assert [one["ply"] for one in drawn["drawn"]] == [0, 1, 2]
    assert list(drawn["drawn"][-1]["moves"]) == drawn["positions"][-1]["moves"]
    table = server.kingdom_run("KS")
    record = table.call("GET", "/record", table.watch).text
    replay = server.call("POST", "/api/records", body={"text": record, "drawn": True}).json()
    assert len(replay["drawn"]) == len(replay["positions"]) == len(replay["standings"]) == len(replay["to_act"])
    assert all(position in one["board"] for position, one in zip(replay["positions"], replay["drawn"], strict=True))
    assert replay["to_act"][-1] == table.seat_to_act()
    assert not replay["over"]
    assert server.call("POST", "/api/records", body={"text": record}).json()["drawn"] == []


RACE = "KSFG/KSFG/KSFG/SFG/K/-/-/-/-/-/-/-/-/- - 6,6 KS K keep:DDLX"
BIDS = "block 123456789 .|./.|./.|./.|./.|./.|./.|./.|./.|. O{hand}:C1,2,3,4,5,6,7,8,9,10,11 1O bid:{turn}"
FAR = 60  # moves: two games have not come to the same position by themselves
EVERY_RUNE = "1,2,3,4,5,6,7,8,9,10,11"


def _asked(server: Server, game: str, position: str, **options: Any) -> Any:
    body = {"game": game, "options": options, "position": position}
    return server.call("POST", "/api/tables", body=body)


def _made(server: Server, game: str, position: str, **options: Any) -> Table:
    answer = _asked(server, game, position, **options)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    table = Table(server, made["table"]["id"], made["host_key"], made["watch_key"], {})
    for sitter in made["table"]["seats"]:
        table.sit(sitter["seat"], f"Player {sitter['seat']}")
    return table


def test_a_table_from_a_position_is_played_on_from_there_and_its_record_replays(server: Server) -> None:
    table = _made(server, "kingdom-run", RACE, players="KS", first="K")
    table.start()
    seen = table.look(table.keys["K"])
    assert (seen["position"]["text"], seen["position"]["ply"], seen["position"]["to_act"]) == (RACE, 0, "K")
    table.play_out(3)
    record = read_record(table.record())
    assert record.start.text == RACE
    assert f"start: {RACE}" in table.record()
    assert record.state.to_act is None
    assert record.verify() > 0  # new dice, sealed before the first of them rolled


def test_a_position_says_who_plays(server: Server) -> None:
    """Its seats are those of the table, whatever the options say, and none can be left out."""
    answer = _asked(server, "kingdom-run", RACE)
    made = answer.json()
    assert [sitter["seat"] for sitter in made["table"]["seats"]] == ["K", "S"]
    refused(
        server.call("POST", f"/api/tables/{made['table']['id']}/seats/S/close", made["host_key"]),
        409,
        "table/position-seats",
    )


def test_a_table_from_a_position_comes_back_with_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        table = _made(server, "kingdom-run", RACE, players="KS", first="K")
        table.start()
        before = table.look(table.keys["K"])
    with served(tmp_path) as server:
        again = table.at(server)
        assert again.look(table.keys["K"])["position"] == before["position"]


@pytest.mark.parametrize(
    ("game", "position", "status", "code"),
    [
        ("kingdom-run", "nonsense", 400, "text/unreadable"),
        ("kingdom-run", RACE.replace("6,6", "66,6"), 400, None),
        ("chronicles-of-run", BIDS.format(hand=EVERY_RUNE, turn="O"), 201, None),
    ],
)
def test_a_position_has_to_stand(server: Server, game: str, position: str, status: int, code: str | None) -> None:
    answer = _asked(server, game, position)
    assert answer.status_code == status, answer.text
    if code:
        assert answer.json()["code"] == code


def test_what_lies_face_down_is_not_set_out_from(server: Server) -> None:
    """Whoever makes the table knows it, and would play against somebody whose bid is known."""
    studied = server.call(
        "POST",
        "/api/positions",
        body={"game": "chronicles-of-run", "position": BIDS.format(hand=EVERY_RUNE, turn="O"), "moves": ["10>3a"]},
    ).json()
    refused(_asked(server, "chronicles-of-run", studied["positions"][1]["text"]), 400, "setup/position-hidden")


def test_a_game_that_is_over_is_not_played_on(server: Server) -> None:
    table = server.chronicles()
    table.play_out(3)
    last = table.look()["position"]["text"]
    refused(_asked(server, "chronicles-of-run", last), 400, "setup/position-over")


def test_a_position_of_a_running_game_is_not_tried_out_beside_it(server: Server) -> None:
    """Among people hints need everybody's word; a table of one's own with a coach would be a way around it."""
    table = server.kingdom_run("KS")
    with table.device("K", "S") as device:
        player = Player(device, 3)
        while table.look(table.keys["K"])["position"]["ply"] < FAR:
            player.answer(device.next())
    position = table.look(table.keys["K"])["position"]["text"]
    refused(_asked(server, "kingdom-run", position, players="KS", first="K"), 409, "setup/position-running")
    table.resign("K")
    assert _asked(server, "kingdom-run", position, players="KS", first="K").status_code == 201
