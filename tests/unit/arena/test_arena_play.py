"""Whole arenas of plain bots: the same dice for everybody, the same games for every number of workers, nothing lost."""

import multiprocessing
from pathlib import Path

import pytest

from ewala.core.errors import BadSetup
from ewala.core.roles import CHANCE
from ewala.games.records import load_record
from ewala.lab.arena import play, play_arena, workers
from ewala.lab.arena.results import Folder, GameRow
from ewala.lab.arena.workers import Finished
from ewala.lab.cluster.processes import WorkerLost

GAME = "chronicles-of-run"
BOTS = ["random", "greedy"]


def told(rows: list[GameRow]) -> list[tuple[object, ...]]:
    """All of the games but how long they took."""
    return [(row.key, row.seats, row.began, row.scores, row.winners, row.moves) for row in rows]


def records(folder: Path) -> dict[str, str]:
    files = sorted((folder / "records").rglob("*.ewala"))
    return {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in files}


def test_records_verify_and_say_what_the_results_say(tmp_path: Path) -> None:
    rows = play_arena(GAME, BOTS, games=4, folder=tmp_path).rows
    assert len(rows) == 4
    kept = Folder(tmp_path)
    for row in rows:
        record = load_record(kept.record_of(row))
        assert record.verify() == 10
        assert record.seats == row.seats
        assert record.state.scores() == row.scores
        assert record.state.winners() == set(row.winners)
        assert len(record.moves) == row.moves
    assert kept.read() == rows


def test_games_of_a_deal_have_the_same_deal_and_others_another(tmp_path: Path) -> None:
    rows = play_arena(GAME, BOTS, games=8, folder=tmp_path).rows
    deals: dict[int, set[tuple[str, ...]]] = {}
    for row in rows:
        record = load_record(Folder(tmp_path).record_of(row))
        deals.setdefault(row.deal, set()).add(tuple(record.moves[:10]))
    assert [len(found) for found in deals.values()] == [1, 1, 1, 1]
    assert len(set().union(*deals.values())) == 4


def test_games_of_a_deal_have_the_same_rolls_until_somebody_rolls_otherwise(tmp_path: Path) -> None:
    rows = play_arena("kingdom-run", BOTS, players=2, games=2, folder=tmp_path).rows
    rolls = []
    for row in rows:
        record = load_record(Folder(tmp_path).record_of(row))
        pairs = zip(record.states(), record.moves, strict=False)
        rolls.append([(len(state.moves()), move) for state, move in pairs if state.to_act is CHANCE])
    assert rows[0].seats != rows[1].seats
    alike = [one[1] == other[1] for one, other in zip(*rolls, strict=False) if one[0] == other[0]]
    assert len(alike) > 10
    assert all(alike)  # the n-th roll of as many dice comes up the same


def test_more_workers_play_the_same_games(tmp_path: Path) -> None:
    alone = play_arena(GAME, BOTS, games=6, seed=4, folder=tmp_path / "one").rows
    several = play_arena(GAME, BOTS, games=6, seed=4, workers=2, folder=tmp_path / "two").rows
    assert told(alone) == told(several)
    assert records(tmp_path / "one") == records(tmp_path / "two")


def test_another_seed_gives_other_games() -> None:
    assert told(play_arena(GAME, BOTS, games=2, seed=1).rows) != told(play_arena(GAME, BOTS, games=2, seed=2).rows)


def stopping_after(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Somebody presses Ctrl-C when so many games are done."""
    honest = workers.play_here

    def interrupted(*given: object) -> object:
        for number, finished in enumerate(honest(*given)):  # type: ignore[arg-type]
            if number == games:
                raise KeyboardInterrupt
            ended: Finished = finished
            yield ended

    monkeypatch.setattr(play, "play_here", interrupted)


def test_what_is_done_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        stopping_after(patch, 5)
        stopped = play_arena(GAME, BOTS, games=8, folder=tmp_path / "cut")
    assert stopped.stopped
    assert len(Folder(tmp_path / "cut").read()) == len(records(tmp_path / "cut")) == 5
    assert stopped.summary().leftover == 1
    resumed = play_arena(GAME, BOTS, games=8, folder=tmp_path / "cut", resume=True)
    straight = play_arena(GAME, BOTS, games=8, folder=tmp_path / "whole")
    assert not resumed.stopped
    assert told(resumed.rows) == told(straight.rows)
    assert records(tmp_path / "cut") == records(tmp_path / "whole")


def test_half_a_line_is_played_again(tmp_path: Path) -> None:
    rows = play_arena(GAME, BOTS, games=4, folder=tmp_path).rows
    file = Folder(tmp_path).lines
    file.write_bytes(file.read_bytes()[:-20])
    assert len(Folder(tmp_path).read()) == 3
    assert told(play_arena(GAME, BOTS, games=4, folder=tmp_path, resume=True).rows) == told(rows)


def test_resuming_with_more_games_plays_the_missing_ones(tmp_path: Path) -> None:
    few = play_arena(GAME, BOTS, games=2, folder=tmp_path).rows
    more = play_arena(GAME, BOTS, games=6, folder=tmp_path, resume=True).rows
    assert told(more)[:2] == told(few)
    assert more[:2] == few  # to the time they took: they were not played again
    assert len(more) == 6


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    play_arena(GAME, BOTS, games=2, folder=tmp_path)
    with pytest.raises(BadSetup) as refused:
        play_arena(GAME, BOTS, games=2, folder=tmp_path)
    assert refused.value.code == "arena/folder"


@pytest.mark.parametrize(
    ("change", "code"), [({"seed": 2}, "arena/resume"), ({"options": {"layout": "ring"}}, "arena/resume")]
)
def test_results_are_not_gone_on_with_otherwise(tmp_path: Path, change: dict[str, object], code: str) -> None:
    play_arena(GAME, BOTS, games=2, folder=tmp_path)
    with pytest.raises(BadSetup) as refused:
        play_arena(GAME, BOTS, games=2, folder=tmp_path, resume=True, **change)  # type: ignore[arg-type]
    assert refused.value.code == "arena/resume"


def test_a_damaged_results_file_is_refused(tmp_path: Path) -> None:
    play_arena(GAME, BOTS, games=2, folder=tmp_path)
    Folder(tmp_path).lines.write_text("{}\n", encoding="utf-8")
    with pytest.raises(BadSetup, match=r"results\.ndjson cannot be read"):
        play_arena(GAME, BOTS, games=2, folder=tmp_path, resume=True)


def test_until_sure_ends_when_the_test_has_decided(tmp_path: Path) -> None:
    results = play_arena(GAME, BOTS, until_sure=True, margin=0.3, folder=tmp_path)
    [figures] = results.summary().meetings
    assert figures.decision == "second"
    assert 10 <= figures.deals < 40
    assert len(results.rows) == 2 * figures.deals
    assert len(records(tmp_path)) == len(results.rows)


def test_until_sure_counts_the_same_games_for_every_number_of_workers() -> None:
    alone, several = (play_arena(GAME, BOTS, until_sure=True, margin=0.3, workers=n) for n in (1, 3))
    assert told(alone.rows) == told(several.rows)


@pytest.mark.parametrize("players", [3, 4])
def test_among_more_players_each_is_alone_against_the_other(players: int) -> None:
    results = play_arena("kingdom-run", BOTS, players=players, games=1)
    [figures] = results.summary().meetings
    assert [line.against for line in figures.lines] == [f"{players - 1} × greedy", f"{players - 1} × random"]
    assert [line.games for line in figures.lines] == [players, players]
    assert all(line.fair == 1 / players for line in figures.lines)
    total = sum(seat.share.value for seat in results.summary().seats)
    assert total == pytest.approx(1)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"players": 5}, "setup/players"),
        ({"players": 2.5}, "setup/option"),
        ({"together": True}, "arena/together"),
        ({"margin": 0.7}, "arena/margin"),
        ({"players": 2, "together": True, "until_sure": True}, "arena/until-sure"),
        ({"iterations": 0}, "bot/budget"),
        ({"iterations": 5, "seconds": 1.0}, "bot/budget"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, object], code: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011  (the code says which)
        play_arena("kingdom-run", BOTS, **settings)  # type: ignore[arg-type]
    assert getattr(refused.value, "code", None) == code


def test_an_error_in_a_process_comes_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from ewala.lab.arena.programs import ProgramFailed

    with pytest.raises(ProgramFailed) as refused:
        play_arena(GAME, ["random", "program:no-such-program"], games=2)
    assert refused.value.code == "arena/program"
    with pytest.raises(ValueError, match="no-such-program cannot be started"):
        play_arena(GAME, ["random", "program:no-such-program"], games=2, workers=2)


def test_a_process_that_dies_is_noticed_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Folder.add

    def add_and_kill(kept: Folder, row: GameRow, record: str) -> None:
        honest(kept, row, record)
        for process in multiprocessing.active_children():
            process.kill()

    monkeypatch.setattr(Folder, "add", add_and_kill)
    with pytest.raises(WorkerLost, match="what was finished before is kept"):
        play_arena(GAME, BOTS, games=200, workers=2, folder=tmp_path)
    assert 1 <= len(Folder(tmp_path).read()) < 200
