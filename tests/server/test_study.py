"""The study board: positions after moves, explained, without a table; and what the games are made of."""

from collections.abc import Iterator
from typing import Any

import pytest
from table_server import Server, served

import ewala


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("study")) as server:
        yield server


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
