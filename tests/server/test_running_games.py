"""A game that is being played here is not analysed, however its text is dressed up; once it is over it is.

Whether its table is in memory makes no difference, but for a record that sets out in the middle of the game.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from table_server import Clock, Server, Table, served

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
        body = {"move": position["moves"][0], "ply": position["ply"], "seat": position["to_act"]}
        table.do("POST", "/moves", *keys, body=body)


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


FROM_THE_BEGINNING = [_whole, _cut, _with_other_names, _with_another_last_decision, _played_on]
DISGUISES = [*FROM_THE_BEGINNING, _from_where_it_stands]


def _ask(server: Server, text: str) -> tuple[int, str]:
    answer = server.call("POST", "/api/analyses", body={"text": text})
    return answer.status_code, answer.json().get("code", "")


PLENTY = 600  # looks, a tenth of a second apart: the server makes its rounds four times a second


def _until(is_so: Callable[[], bool]) -> None:
    for _ in range(PLENTY):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("it takes too long")


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


# --- Games that are not in memory


def _again(table: Table, server: Server) -> Table:
    return Table(server, table.id, table.host, table.watch, dict(table.keys))


def _check_known_without_being_loaded(server: Server, record: Record, sealed: str) -> None:
    """By its seal and by its draws; that nobody loads its table is seen by the rule that asks tables in memory."""
    by_seal = Record(record.game, record.game.start(), [], commitment=sealed)
    assert _ask(server, by_seal.text()) == (409, "analysis/running")
    for disguised in FROM_THE_BEGINNING:
        assert _ask(server, disguised(record).text()) == (409, "analysis/running"), disguised.__name__
    assert _ask(server, _from_where_it_stands(record).text())[0] == 200


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_a_running_game_that_has_left_memory_is_recognised(tmp_path: Path, game: str) -> None:
    clock = Clock()
    with served(tmp_path, clock=clock, coach_iterations=1) as server:
        table = _started(server, game)
        record, sealed = _public(table), table.look(table.watch)["table"]["commitment"]
        in_the_middle = _from_where_it_stands(record).text()
        assert _ask(server, in_the_middle) == (409, "analysis/running")
        clock.advance(601)
        _until(lambda: _ask(server, in_the_middle)[0] == 200)
        _check_known_without_being_loaded(server, record, sealed)


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_a_running_game_is_recognised_after_a_restart_and_one_that_is_over_is_not(tmp_path: Path, game: str) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = _started(server, game)
        record, sealed = _public(table), table.look(table.watch)["table"]["commitment"]
    with served(tmp_path, coach_iterations=1) as server:
        _check_known_without_being_loaded(server, record, sealed)
        table = _again(table, server)
        table.do("POST", "/resign", next(iter(table.keys.values())), body={})
    assert _marks(tmp_path, table) == (None, None)
    with served(tmp_path, coach_iterations=1) as server:
        assert _ask(server, record.text())[0] == 200


def test_a_game_that_has_drawn_little_is_recognised_by_its_seal_alone(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = server.kingdom_run("KS")
        sealed, record = table.record(table.keys["K"]), _public(table)
    with served(tmp_path, coach_iterations=1) as server:
        assert _ask(server, sealed) == (409, "analysis/running")
        assert _ask(server, record.text())[0] == 200


# --- Games from before the database knew what they are known by


def test_games_of_an_older_database_are_looked_at_and_known(tmp_path: Path) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = _started(server, "kingdom-run")
        record, sealed = _public(table), table.look(table.watch)["table"]["commitment"]
    before = _marks(tmp_path, table)
    _change(tmp_path, "UPDATE tables SET seal = NULL, opening = NULL, wakes_at = 0")  # as it is brought up to date
    with served(tmp_path, coach_iterations=1):
        _until(lambda: _marks(tmp_path, table) == before)
    with served(tmp_path, coach_iterations=1) as server:
        _check_known_without_being_loaded(server, record, sealed)


def test_whatever_is_stored_of_a_table_brings_along_what_its_game_is_known_by(tmp_path: Path) -> None:
    """A clock that was set in the meantime must not keep an older game from being known."""
    with served(tmp_path) as server:
        table = _started(server, "kingdom-run")
    before = _marks(tmp_path, table)
    assert None not in before
    _change(tmp_path, "UPDATE tables SET seal = NULL, opening = NULL")
    with served(tmp_path) as server:
        _play_on(_again(table, server), 1)
    assert _marks(tmp_path, table) == before


def _marks(folder: Path, table: Table) -> tuple[str | None, str | None]:
    with closing(sqlite3.connect(folder / "ewala.db")) as database:
        (found,) = database.execute("SELECT seal, opening FROM tables WHERE id = ?", (table.id,))
    return found[0], found[1]


def _change(folder: Path, statement: str) -> None:
    """Somebody else works on the database."""
    with closing(sqlite3.connect(folder / "ewala.db")) as database:
        database.execute(statement)
        database.commit()
