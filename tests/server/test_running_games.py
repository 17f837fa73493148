"""A game that is being played here is not analysed, however its text is dressed up; once it is over it is.

Whether its table is in memory makes no difference, but for a record that sets out in the middle of the game. And while
the database does not answer, nothing is told.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from stored_games import by_hand
from table_server import Clock, Server, Spawned, Table, refused, served
from waiting import until

from ewala.core.record import Record
from ewala.core.roles import CHANCE
from ewala.games.records import read_record
from ewala.games.registry import load

SERVED = {"coach_iterations": 1}


def _started(server: Server, game: str) -> Table:
    if game == "chronicles-of-run":
        table = server.chronicles()
        table.play(5)
    else:
        table = server.kingdom_run("KS")
        table.play(40)
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
            table.resign(seat)
        assert table.look(table.watch)["table"]["status"] == "over"
        assert _ask(server, text)[0] == 200


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
        until(lambda: _ask(server, in_the_middle)[0] == 200)
        _check_known_without_being_loaded(server, record, sealed)


@pytest.mark.parametrize("game", ["chronicles-of-run", "kingdom-run"])
def test_a_running_game_is_recognised_after_a_restart_and_one_that_is_over_is_not(tmp_path: Path, game: str) -> None:
    with served(tmp_path, coach_iterations=1) as server:
        table = _started(server, game)
        record, sealed = _public(table), table.look(table.watch)["table"]["commitment"]
    with served(tmp_path, coach_iterations=1) as server:
        _check_known_without_being_loaded(server, record, sealed)
        table = table.at(server)
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
    by_hand(tmp_path, "UPDATE tables SET seal = NULL, opening = NULL, wakes_at = 0")  # as it is brought up to date
    with served(tmp_path, coach_iterations=1):
        until(lambda: _marks(tmp_path, table) == before)
    with served(tmp_path, coach_iterations=1) as server:
        _check_known_without_being_loaded(server, record, sealed)


def test_whatever_is_stored_of_a_table_brings_along_what_its_game_is_known_by(tmp_path: Path) -> None:
    """A clock that was set in the meantime must not keep an older game from being known."""
    with served(tmp_path) as server:
        table = _started(server, "kingdom-run")
    before = _marks(tmp_path, table)
    assert None not in before
    by_hand(tmp_path, "UPDATE tables SET seal = NULL, opening = NULL")
    with served(tmp_path) as server:
        table.at(server).play()
    assert _marks(tmp_path, table) == before


def _marks(folder: Path, table: Table) -> tuple[str | None, str | None]:
    ((seal, opening),) = by_hand(folder, "SELECT seal, opening FROM tables WHERE id = ?", table.id)
    return seal, opening


NAMES = ["%00", "x", "0" * 31, "0" * 33, "G" * 32, "ADF14EF6DCD29A69B4529D9F1CC45D78", "0" * 31 + "%0A"]


@pytest.mark.parametrize("what", ["", "/record"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_no_analysis_has_is_not_found(server: Server, name: str, what: str) -> None:
    refused(server.call("GET", f"/api/analyses/{name}{what}"), 404, "analysis/unknown")


def test_a_name_with_a_zero_in_it_is_not_found_on_postgresql(tmp_path: Path, database: str) -> None:
    with served(tmp_path, database=database) as server:
        assert server.call("GET", "/api/analyses/%00").status_code == 404


def test_what_cannot_be_read_now_is_answered_so(tmp_path: Path) -> None:
    """Nor is a game analysed while the database cannot say whether it is being played."""
    server = Spawned(tmp_path)
    try:
        table = server.chronicles()
        table.resign("O")
        game = {"text": table.record(table.watch)}
        for name, method, path, body, status in (
            ("analyses", "GET", f"/api/analyses/{'0' * 32}", None, 404),
            ("tables", "POST", "/api/analyses", game, 200),
        ):
            by_hand(tmp_path, f"ALTER TABLE {name} RENAME TO elsewhere")
            refused(server.call(method, path, body=body), 503, "server/storage")
            by_hand(tmp_path, f"ALTER TABLE elsewhere RENAME TO {name}")
            assert server.call(method, path, body=body).status_code == status, name
    finally:
        server.stop()
    first, *others = server.complaints.read_text().splitlines()
    assert all("no such table" in complaint for complaint in (first, *others))
