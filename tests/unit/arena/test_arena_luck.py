"""Luck in an arena: taken off by default, kept with the results, told beside the plain shares, left alone if asked."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

import ewala
from ewala.core.record import Record
from ewala.core.state import State
from ewala.games.records import load_record
from ewala.games.registry import kit_of
from ewala.kit.effort import Effort
from ewala.lab.arena import ArenaResults, play_arena
from ewala.lab.arena.luck import luck_of
from ewala.lab.arena.report import report_of
from ewala.lab.arena.results import Folder, GameRow
from ewala.lab.arena.standings import Standings
from ewala.lab.arena.words import as_text

QUICK: dict[str, Any] = {"players": "KS", "circuit": "oooo|~~~ 1:2,4:1 5,3,2"}
LEVELS = ["squire@1", "ranger@1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena")


@pytest.fixture(scope="module")
def results(folder: Path) -> ArenaResults:
    return play_arena("kingdom-run", LEVELS, games=4, folder=folder, first="lot", workers=2, **QUICK)


def test_what_is_kept_is_the_luck_in_the_record(results: ArenaResults, folder: Path) -> None:
    """Whichever process reckons it: workers did, and we do again."""
    for row in results.rows:
        record = load_record(Folder(folder).record_of(row))
        assert record.by_lot  # who begins
        assert row.luck == luck_of(record, results.contest.luck_effort)
        assert row.luck is not None
        assert sum(row.luck.values()) == pytest.approx(0, abs=1e-8)
        assert row.earned("K") == row.share("K") - row.luck["K"]
    assert any(abs(row.luck["K"]) > 0.05 for row in results.rows if row.luck)


def test_who_begins_by_lot_is_luck_too() -> None:
    """Of the two who might have begun, one gains what the other loses."""
    games = ewala.load("kingdom-run", first="lot", **QUICK).lots()
    [one, other] = [luck_of(Record(game, game.start(), by_lot=True), Effort(1)) for game in games]
    assert one is not None
    assert other is not None
    assert abs(one["K"]) > 1e-3
    assert other == {seat: pytest.approx(-luck, abs=1e-8) for seat, luck in one.items()}


def even_but_for_luck(results: ArenaResults, deals: int) -> ArenaResults:
    """The same games again and again, in which the first seat always wins; by luck, when squire has it."""
    rows = []
    for deal in range(1, deals + 1):
        for row in results.rows[:2]:
            luck = 0.8 + 0.01 * (deal % 5) if row.seats["K"] == "squire@1" else 0.2
            lucky = structs.replace(row, deal=deal, winners=["K"], luck={"K": luck, "S": -luck})
            rows.append(lucky)
    return ArenaResults(results.contest, Standings(results.contest, 2 * deals, rows))


def test_both_shares_are_told(results: ArenaResults) -> None:
    found = even_but_for_luck(results, 20).summary()
    [line] = found.meetings[0].lines
    assert (line.share.value, line.told_apart) == (0.5, -1)
    assert line.earned is not None
    assert line.earned.value == pytest.approx((1 - 0.82 + 0.2) / 2)
    assert line.worth is not None
    assert line.worth == pytest.approx(
        40 * ((line.share.high - line.share.low) / (line.earned.high - line.earned.low)) ** 2
    )
    said = f"as sure as {round(line.worth):,} plain games: saves {round(line.worth) - 40:,}"
    assert said in as_text(found)
    assert said in report_of(found)
    assert "Without luck" in report_of(found)
    assert "ranger@1 is the stronger" in report_of(found)


def test_the_test_goes_by_what_was_earned(results: ArenaResults) -> None:
    sure = structs.replace(results.contest, until_sure=True, margin=0.3)
    lucky = even_but_for_luck(ArenaResults(sure, results.standings), 30)
    assert lucky.summary().meetings[0].decision == "second"
    fair = Standings(sure, 60, [structs.replace(row, luck=None) for row in lucky.standings.rows()])
    assert fair.decision(fair.meetings[0]) == "alike"


def test_plain_results_are_as_they_fell() -> None:
    rows = play_arena("kingdom-run", LEVELS, games=2, plain=True, **QUICK)
    assert [row.luck for row in rows.rows] == [None, None]
    assert "Without luck" not in as_text(rows.summary())
    assert "Without luck" not in report_of(rows.summary())


def test_among_plain_bots_nothing_is_reckoned() -> None:
    assert play_arena("kingdom-run", ["random", "greedy"], games=2, **QUICK).rows[0].luck is None


def test_results_from_before_are_read_and_gone_on_with(tmp_path: Path) -> None:
    play_arena("kingdom-run", LEVELS, games=2, folder=tmp_path, plain=True, **QUICK)
    kept = Folder(tmp_path)
    _without(kept.settings, "plain")
    kept.lines.write_text("".join(_line_without_luck(row) for row in kept.read()), encoding="utf-8")
    more = play_arena("kingdom-run", LEVELS, games=4, folder=tmp_path, resume=True, **QUICK)
    assert [row.luck is None for row in more.rows] == [True, True, False, False]
    assert more.summary().meetings[0].lines[0].earned is not None
    assert kept.read() == more.rows


def _without(file: Path, setting: str) -> None:
    settings = msgspec.json.decode(file.read_bytes())
    del settings[setting]
    file.write_bytes(msgspec.json.encode(settings))


def _line_without_luck(row: GameRow) -> str:
    told = msgspec.to_builtins(row, str_keys=True)
    del told["luck"]
    return msgspec.json.encode(told).decode() + "\n"


def test_the_table_has_everybodys_luck(results: ArenaResults, folder: Path) -> None:
    polars = pytest.importorskip("polars")
    table: Any = polars.read_parquet(folder / "results.parquet")
    assert table["luck_1"].to_list() == [row.luck["K"] for row in results.rows if row.luck]


def test_bots_that_mix_tell_their_lots_and_their_luck_is_taken_off() -> None:
    results = play_arena("chronicles-of-run", ["mercenary@1", "warlord@1"], games=2)
    assert all(row.luck and abs(row.luck["O"]) > 1e-3 for row in results.rows)
    assert all(row.luck and row.luck["O"] == -row.luck["C"] for row in results.rows)


@pytest.mark.parametrize("name", ["kingdom-run", "chronicles-of-run"])
def test_an_arbiter_says_the_same_again_and_what_it_says_adds_up(name: str) -> None:
    rng, state = random.Random(5), ewala.load(name).start()
    states: list[State] = []
    while len(states) < 30 and state.to_act is not None:
        states.append(state)
        state = state.play(rng.choice(state.moves()))
    kit = kit_of(name)
    arbiter = kit.arbiter(state.game, Effort(1))
    assert arbiter is not None
    first = [arbiter.worth(state) for state in states]
    again = [arbiter.worth(state) for state in reversed(states)]
    assert first == again[::-1]
    assert all(sum(worth) == pytest.approx(1) for worth in first)
