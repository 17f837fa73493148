"""Arena matches: pairings, entrants, programs, play."""

import multiprocessing
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ewala.core.errors import BadSetup
from ewala.core.roles import CHANCE
from ewala.games.records import load_record
from ewala.games.roster import entry_called
from ewala.kit.bot import Budget
from ewala.lab.arena import play, play_arena, programs, workers
from ewala.lab.arena.contest import Meeting, budget_from, entrant_from, entrants_from, meetings_of
from ewala.lab.arena.programs import command_line
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


RACE = "kingdom-run"


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("200", Budget(iterations=200)),
        ("0.5s", Budget(seconds=0.5)),
        ("2s", Budget(seconds=2.0)),
        (".5s", Budget(seconds=0.5)),
    ],
)
def test_budgets(text: str, budget: Budget) -> None:
    assert budget_from(text) == budget


@pytest.mark.parametrize("text", ["", "0", "0s", "0.5", "1e3", "-1", "s", "٣", "9" * 50])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="a budget is iterations, such as 200, or seconds, such as") as refused:
        budget_from(text)
    assert refused.value.code == "arena/budget"


def test_a_bots_own_budget_goes_before_everybodys_and_that_before_the_rosters() -> None:
    everybodys = Budget(iterations=7)
    assert entrant_from("ranger@3", RACE, everybodys).budget == Budget(iterations=3)
    assert entrant_from("ranger", RACE, everybodys).budget == everybodys
    assert entrant_from("ranger", RACE).budget == entry_called(RACE, "ranger").budget


@pytest.mark.parametrize(
    ("bots", "code"),
    [
        (["random"], "arena/bots"),
        (["random", "random"], "arena/twice"),
        (["random", "nobody"], "setup/bot"),
        (["random", "oracle"], "setup/bot"),  # of the other game
        (["random", "greedy@soon"], "arena/budget"),
        (["random", "program:"], "arena/program"),
        (["random", "program:play 'it"], "arena/program"),
        (["random", "random=program:play"], "arena/program"),
        (["random", "my bot=program:play"], "arena/program"),
        (["mine=program:play", "mine=program:play -v"], "arena/twice"),
        (["random@5", "program:play"], "arena/program-budget"),
    ],
)
def test_who_cannot_take_part(bots: list[str], code: str) -> None:
    with pytest.raises(BadSetup) as refused:
        entrants_from(bots, RACE)
    assert refused.value.code == code


def test_a_program_is_called_by_its_name_or_else_by_its_command() -> None:
    named, plain = entrants_from(["mine=program:play --at=program:x", "program:play"], RACE)
    assert (named.label, named.command) == ("mine", "play --at=program:x")
    assert (plain.label, plain.command) == ("program:play", "play")


def test_a_bot_may_meet_itself_at_another_pace() -> None:
    assert [one.name for one in entrants_from(["ranger@1", "ranger@2"], RACE)] == ["ranger", "ranger"]


EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"


def test_the_example_plays_from_both_seats(tmp_path: Path) -> None:
    program = f"ada=program:{sys.executable} {EXAMPLE} {{server}} {{table}} {{seat}} Ada"
    rows = play_arena("chronicles-of-run", ["random", program], games=2, folder=tmp_path).rows
    assert [list(row.seats.values()) for row in rows] == [["random", "ada"], ["ada", "random"]]
    report = (tmp_path / "report.html").read_text("utf-8")
    assert "The Chronicles of Run: random and ada" in report
    assert "2 in 1 deal, each played from every seat at a server’s table, which rolls its own dice" in report
    assert "same dice" not in report
    assert "one deal is too few to tell them apart" in report
    for row in rows:
        record = load_record(Folder(tmp_path).record_of(row))
        assert record.verify() == 10
        assert record.state.scores() == row.scores
        assert record.seats == row.seats


def test_a_program_that_ends_too_soon_is_named_with_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_ask", lambda table, key: {"seq": 0})
    program = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    program.wait()
    with pytest.raises(programs.ProgramFailed, match=r"with exit code 3: .*python.* -c 'raise SystemExit\(3\)'"):
        programs._wait("table", "key", [program], lambda now: False)


def test_a_command_has_its_blanks_filled_in() -> None:
    values = {"server": "http://host:1", "table": "t", "seat": "O", "name": "n"}
    assert command_line("play --at {server}/{table} 'my {seat}'", **values) == [
        "play",
        "--at",
        "http://host:1/t",
        "my O",
    ]


def test_a_command_without_blanks_is_given_all_of_them() -> None:
    values = {"server": "s", "table": "t", "seat": "O", "name": "n"}
    assert command_line("play -v", **values) == ["play", "-v", "s", "t", "O", "n"]


def test_a_pair_plays_a_deal_from_both_seats() -> None:
    assert Meeting(("a", "b"), 2).line_ups(1) == [("a", "b"), ("b", "a")]


def test_among_three_each_is_alone_in_every_seat() -> None:
    line_ups = Meeting(("a", "b"), 3).line_ups(1)
    assert set(line_ups) == {
        ("a", "b", "b"),
        ("b", "a", "b"),
        ("b", "b", "a"),
        ("b", "a", "a"),
        ("a", "b", "a"),
        ("a", "a", "b"),
    }
    assert len(line_ups) == Meeting(("a", "b"), 3).games_per_deal == 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_sits_everywhere_equally_often(players: int) -> None:
    for meeting in [Meeting(("a", "b"), players), Meeting(("a", "b", "c", "d")[:players], players, together=True)]:
        line_ups = meeting.line_ups(1)
        assert len(line_ups) == meeting.games_per_deal
        for seat in range(players):
            counted = Counter(line_up[seat] for line_up in line_ups)
            assert len(set(counted.values())) == 1


def test_together_deals_take_every_order_around_the_table_in_turn() -> None:
    meeting = Meeting(("a", "b", "c", "d"), 4, together=True)
    orders = {meeting.line_ups(deal)[0] for deal in range(1, 7)}
    assert len(orders) == 6
    assert meeting.line_ups(7) == meeting.line_ups(1)


def test_every_pair_meets() -> None:
    assert [one.name for one in meetings_of("abc", 2, together=False)] == ["a – b", "a – c", "b – c"]


def test_together_needs_a_bot_for_each_seat() -> None:
    with pytest.raises(BadSetup, match="a bot for each of the 3 seats, not 2"):
        meetings_of("ab", 3, together=True)


def test_a_task_is_named_by_deal_meeting_and_number() -> None:
    first, second = Meeting(("a", "b"), 2).tasks(7)
    assert first.key == (7, "a – b", 1)
    assert second.key == (7, "a – b", 2)
