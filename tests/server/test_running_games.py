"""A game that is being played here is not analysed, however its text is dressed up; once it is over it is."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from table_server import Server, Table, served

from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.games.records import read_record
from ewala.games.registry import load


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("running"), coach_iterations=1) as running:
        yield running


def _play_on(table: Table, moves: int) -> None:
    keys = list(table.keys.values())
    for _ in range(moves):
        position = table.look(*keys)["position"]
        wish = {"move": position["moves"][0], "ply": position["ply"], "seat": position["to_act"]}
        table.do("POST", "/moves", *keys, body=wish)


def _started(server: Server, game: str) -> Table:
    if game == "chronicles-of-run":
        table = server.chronicles()
        _play_on(table, 5)
    else:
        table = server.kingdom_run("KS")
        _play_on(table, 40)
    return table


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, Table]:
    return {game: _started(server, game) for game in ("chronicles-of-run", "kingdom-run")}


def _public(table: Table) -> Record:
    """What a player's device has, without its dice and headers."""
    record = read_record(table.record(*table.keys.values())).public()
    return Record(record.game, record.start, list(record.moves))


def _whole(record: Record) -> Record:
    return record


def _cut(record: Record) -> Record:
    return record.cut(len(record.moves) - 3)


def _with_other_names(record: Record) -> Record:
    return Record(record.game, record.start, record.moves, dict.fromkeys(record.game.seats, "Nobody"))


def _with_another_last_decision(record: Record) -> Record:
    states = list(record.states())
    ply = max(n for n, state in enumerate(states[:-1]) if state.to_act is not CHANCE and len(state.moves()) > 1)
    other = next(move for move in states[ply].moves() if move != record.moves[ply])
    return Record(record.game, record.start, [*record.moves[:ply], other])


def _played_on(record: Record) -> Record:
    return Record(record.game, record.start, [*record.moves, record.state.moves()[0]])


def _from_where_it_stands(record: Record) -> Record:
    return Record(record.game, record.state, [record.state.moves()[0]])


DISGUISES = [_whole, _cut, _with_other_names, _with_another_last_decision, _played_on, _from_where_it_stands]


def _ask(server: Server, text: str) -> tuple[int, str]:
    answer = server.call("POST", "/api/analyses", body={"text": text})
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
@pytest.mark.parametrize("disguised", DISGUISES)
def test_a_running_game_is_recognised(
    server: Server, tables: dict[str, Table], game: str, disguised: Callable[[Record], Record]
) -> None:
    assert _ask(server, disguised(_public(tables[game])).text()) == (409, "analysis/running")


def test_by_its_seal_a_game_is_recognised_from_the_first_move(server: Server) -> None:
    table = server.kingdom_run("KS")
    assert "commitment:" in table.record(table.keys["K"])
    assert _ask(server, table.record(table.keys["K"])) == (409, "analysis/running")


def test_other_games_with_the_same_beginning_are_analysed(server: Server, tables: dict[str, Table]) -> None:
    """One roll in common is no evidence."""
    first = _public(tables["kingdom-run"]).moves[0]
    game = load("kingdom-run", players="KS", first="K")
    other = Record(game, game.start(), [first, "r:-"])
    assert _ask(server, other.text())[0] == 200


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_when_it_is_over_it_is_analysed(tmp_path: Path, game: str) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = _started(server, game)
        text = _public(table).text()
        assert _ask(server, text) == (409, "analysis/running")
        for seat in list(table.keys)[:1]:
            table.do("POST", "/resign", table.keys[seat], body={})
        assert table.look(table.watch)["table"]["status"] == "over"
        assert _ask(server, text)[0] == 200
