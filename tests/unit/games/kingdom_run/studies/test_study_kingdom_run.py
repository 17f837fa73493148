"""The study of Kingdom Run."""

import random
import re
from itertools import islice
from pathlib import Path

import polars as pl
import pytest
from foreign import check_report
from report_page import ReportPage

import ewala
from ewala import load
from ewala.core.engine import CHANCE_NODE, OVER_NODE
from ewala.core.game import Game
from ewala.core.sentences import Sentence
from ewala.games.kingdom_run.rules.circuit import read_circuit
from ewala.games.kingdom_run.rules.state import ROLL, State
from ewala.games.kingdom_run.studies.circuits import (
    Found,
    Yardstick,
    anew,
    arrangements,
    candidates,
    in_the_running,
    look,
    survivors,
)
from ewala.games.kingdom_run.studies.columns import close, margin, turned, win_share
from ewala.games.kingdom_run.studies.editions import rule_sets
from ewala.games.kingdom_run.studies.points import other_values
from ewala.games.kingdom_run.studies.seats import FAIRNESS, starts
from ewala.games.kingdom_run.studies.turn_order import ForthAndBack
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study.brief import Brief
from ewala.kit.study.games import Run
from ewala.kit.study.words import value
from ewala.lab.simulation import simulate
from ewala.lab.studies import make_study
from ewala.lab.studies.folder import PlayedGames
from ewala.lab.studies.make import Study
from ewala.locale.languages import LANGUAGES

GAMES = 160


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return make_study("kingdom-run", folder=tmp_path_factory.mktemp("study") / "out", games=GAMES, seed=3)


def csv(study: Study, name: str) -> pl.DataFrame:
    rows = pl.read_csv(study.folder / "figures.csv", infer_schema_length=None).filter(figure=name)
    return rows.select(column.name for column in rows if column.name != "figure" and not column.is_null().all())


def test_every_question_is_answered_with_figures(study: Study) -> None:
    names = [answer.question for answer in study.answers]
    assert names == ["seats", "fairness", "faces", "actions", "length", "rules", "points", "editions", "circuits"]
    assert all(answer.figures and answer.short for answer in study.answers)
    assert not study.stopped


def test_the_csv_file_has_every_figure_and_no_other(study: Study) -> None:
    figures = [figure for answer in study.answers for figure in answer.figures]
    written = pl.read_csv(study.folder / "figures.csv", infer_schema_length=None)["figure"]
    assert written.unique(maintain_order=True).to_list() == [figure.name for figure in figures]
    for figure in figures:
        there = csv(study, figure.name)
        assert set(there.columns) == {*figure.labels, "value", "low", "high", "games", "unit"}
        assert there.height == len(figure.rows)
        assert (there["low"] <= there["value"] + 1e-6).all()
        assert (there["value"] <= there["high"] + 1e-6).all()


def test_the_page_has_the_numbers_of_the_csv_file(study: Study) -> None:
    page = (study.folder / "report.html").read_text(encoding="utf-8")
    for answer in study.answers:
        for figure in answer.figures:
            at = page.index(f'<a href="figures.csv">figures.csv</a>, {figure.name})')
            table = page[at : page.index("</table>", at)]
            cells = re.findall(r"<tr><th scope=row>.*?</tr>", table)
            assert len(cells) == len(figure.rows)
            for cell, row in zip(cells, csv(study, figure.name).iter_rows(named=True), strict=True):
                assert str(value(row["value"], row["unit"])) in cell


def test_the_report_stands_by_itself(study: Study) -> None:
    text = (study.folder / "report.html").read_text(encoding="utf-8")
    page = ReportPage(text)
    assert page.open == page.loads == []
    assert "http" not in text
    assert "url(" not in text
    assert text.count("<svg") == text.count("<title>") - 1 - text.count('<rect class="bin"')
    assert "prefers-color-scheme: dark" in text


def test_the_wins_of_all_seats_add_up(study: Study) -> None:
    sums = csv(study, "seats_wins").group_by("players", "play").agg(pl.col("value").sum(), pl.len())
    assert sums.height == 6
    assert sums["value"].to_list() == pytest.approx([1] * 6, abs=1e-5)
    assert sorted(sums["len"].to_list()) == [2, 2, 3, 3, 4, 4]


def test_the_shares_are_those_of_the_games(study: Study) -> None:
    game = load("kingdom-run", players="KSF")
    table = simulate(game, "uniform", GAMES, 3).lazy()
    wins = table.select(win_share(game, seat).mean().alias(seat) for seat in "KSF").collect().row(0)
    rows = csv(study, "seats_wins").filter(players="3 players", play="at random")
    assert rows["value"].to_list() == pytest.approx(wins, abs=1e-6)
    assert rows["games"].to_list() == [GAMES] * 3


def test_a_fairer_start_is_held_against_the_usual_one(study: Study) -> None:
    rows = csv(study, "fairness_wins")
    sums = rows.group_by("players", "play", "what helps the last").agg(pl.col("value").sum())
    assert sums["value"].to_list() == pytest.approx([1] * sums.height, abs=1e-5)
    usual = rows.filter(pl.col("what helps the last") == "nothing")["value"].to_list()
    assert usual == csv(study, "seats_wins")["value"].to_list()


def test_another_order_of_play_is_tried_by_those_who_decide_one_by_one() -> None:
    brief = Brief(load("kingdom-run", players="KS"), 50_000, ("greedy", "good"))
    tried = [(run.policy, run.games) for run in FAIRNESS.runs(brief) if run.order == "forth-and-back"]
    assert tried == [("good", 100)]
    assert len({run.name for run in FAIRNESS.runs(brief)}) == len(FAIRNESS.runs(brief)), "each in a folder of its own"


def test_what_the_last_is_given_stands_in_the_first_position() -> None:
    two, three = (load("kingdom-run", players=players, first="S") for players in ("KS", "KSF"))
    given = {str(what): text for what, text in starts(two).items()}
    assert given["nothing"] == ""
    start = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- -"
    assert given["2 tokens of the first seat"] == f"{start} 8,4 KS S roll"
    assert given["2 runners ahead of the others"].startswith("KSFG/KSFG/SFG/SFG/KK/-/")
    assert given["a first turn without rolling again"] == f"{start} 6,6 KS S again:-:4"
    assert f"{start} 5,3,4 KSF S roll" in starts(three).values()
    assert all(three.parse(text) for text in starts(three).values() if text)


def test_tokens_help_whoever_is_given_them() -> None:
    two = load("kingdom-run", players="KS")
    usual, *given = (
        simulate(two, "uniform", 2000, 3, position=text or None)["won_K"].sum()
        for text in list(starts(two).values())[:4]
    )
    assert usual > given[0] > given[1] > given[2]


def test_the_worths_of_the_faces_cancel_out(study: Study) -> None:
    """A die more of one face is a die less of another."""
    sums = csv(study, "faces_wins").group_by("players").agg(pl.col("value").sum())
    assert sums["value"].to_list() == pytest.approx([0] * 3, abs=1e-4)


def test_rounds_of_all_lengths_are_all_games(study: Study) -> None:
    sums = csv(study, "length_rounds").group_by("players", "play").agg(pl.col("value").sum())
    assert sums["value"].to_list() == pytest.approx([1] * 6, abs=1e-5)


def test_points_add_up_to_scores(study: Study) -> None:
    game = load("kingdom-run", players="KS")
    table = simulate(game, "uniform", GAMES, 3).lazy()
    score = table.select(pl.sum_horizontal("score_K", "score_S").cast(pl.Float64).mean()).collect().item()
    rows = csv(study, "points_sources").filter(players="2 players", play="at random")
    assert rows["value"].sum() == pytest.approx(score, abs=1e-4)


def test_other_values_leave_random_games_as_they_are() -> None:
    game = load("kingdom-run", players="KSF")
    texts = other_values(read_circuit("A,B,C"))
    assert list(texts) == [
        "flat podium",
        "podium twice as steep",
        "zones worth 1 less",
        "zones worth double",
        "podium worth double",
    ]
    columns = ["moves", "home_K", "home_G", "tokens_S"]
    before = simulate(game, games=20).lazy().collect()
    for text in texts.values():
        after = simulate(game.with_options(circuit=text), games=20).lazy().collect()
        assert after.select(columns).equals(before.select(columns))
        assert not after.select("score_K").equals(before.select("score_K"))


def test_values_that_could_not_stand_are_not_tried() -> None:
    circuit = read_circuit("oooo|o~o~o~o 0:4,900:3 800,2")
    assert "zones worth double" not in other_values(circuit)
    assert "zones worth 1 less" in other_values(circuit)  # 0 and 899
    assert "zones worth 1 less" not in other_values(read_circuit("oooo|o~o~o~o 0:4,1:3 8,2"))


def test_editions_with_the_same_rules_are_studied_once() -> None:
    found = {str(name): game for name, game in rule_sets(load("kingdom-run")).items()}
    assert list(found) == ["edition fr and es", "edition nl", "turns may be ended"]
    assert found["edition fr and es"].values["copies_apart"] is False
    assert found["edition nl"].values["rob_finished"] is False
    assert [str(name) for name in rule_sets(load("kingdom-run", edition="es", may_pass=True))][:1] == ["edition en"]
    assert Sentence("turns may not be ended") in rule_sets(load("kingdom-run", may_pass=True))


def test_every_circuit_of_the_printed_boards_is_tried_once(study: Study) -> None:
    assert len(arrangements()) == 16
    assert len({circuit.track for circuit in arrangements().values()}) == 16
    for players in (2, 3, 4):
        for play in ("at_random", "greedily"):
            rows = csv(study, f"circuits_{players}_players_{play}")
            assert set(rows["circuit"]) == set(arrangements())
            again = rows.filter(pl.col("measure").str.ends_with(", anew"))
            assert again["circuit"].n_unique() in (1, 2), "the fairest and the most exciting"


def test_a_circuit_that_is_given_is_compared_with_the_printed_ones(tmp_path: Path) -> None:
    given = {"circuit": "oooo|~o~o|~oo 2:4,3:3 6,5,4,3", "players": "KS"}
    circuit = str(load("kingdom-run", **given).values["circuit"])
    study = make_study("kingdom-run", folder=tmp_path / "out", games=40, options=given, only=["circuits"])
    assert f"On the one that was given, {circuit}, seats differ by" in str(study.answers[0].short)
    rows = csv(study, "circuits_2_players_at_random")
    assert set(rows["circuit"]) == {*arrangements(), circuit}
    assert candidates(load("kingdom-run", circuit="A,C,B")) == [*arrangements()]


def test_the_best_circuit_is_measured_in_games_that_did_not_choose_it(tmp_path: Path) -> None:
    run = Run(load("kingdom-run", players="KS", circuit="A,C',B"), "uniform", 60)
    games, by = PlayedGames(tmp_path, 1), Yardstick(1, 1, 1)
    chosen = look("A,C',B", run, games, by)
    again = anew(chosen, games, by)
    played = simulate(run.game, games=120).lazy().collect()["lead_changes"]
    assert chosen.lead_changes.value == pytest.approx(played[:60].mean())
    assert again.lead_changes.value == pytest.approx(played[60:].mean())
    assert again.spread.games == again.excitement.games == 60


def test_the_search_keeps_what_is_not_clearly_worse() -> None:
    run = Run(load("kingdom-run"), "uniform", 100)

    def found(name: str, spread: tuple[float, float, float], excitement: tuple[float, float, float]) -> Found:
        same = Estimate(1, 1, 1, 100)
        return Found(name, "", run, Estimate(*spread, 100), Estimate(*excitement, 100), same, same, same, same, same)

    circuits = [
        found("fair", (0.01, 0, 0.02), (0.8, 0.7, 0.9)),
        found("perhaps fair", (0.025, 0.015, 0.035), (0.8, 0.7, 0.9)),
        found("exciting", (0.05, 0.04, 0.06), (1.2, 1.1, 1.3)),
        found("neither", (0.05, 0.04, 0.06), (0.9, 0.8, 1.0)),
    ]
    assert in_the_running(circuits) == (["fair", "perhaps fair"], ["exciting"])
    assert survivors(circuits, 2) == ["fair", "perhaps fair", "exciting"]
    assert survivors(circuits, 1) == ["fair", "exciting"]


def test_a_game_is_close_or_turned_as_its_scores_say() -> None:
    game = load("kingdom-run", players="KSF")
    rows = {
        "score_K": [30, 30, 30],
        "score_S": [28, 20, 33],
        "score_F": [10, 27, 33],
        "won_K": [1, 1, 0],
        "won_S": [0, 0, 0],
        "won_F": [0, 0, 1],
        "leader": [1, 2, 0],  # the seat that was alone ahead last, from 1
    }
    found = pl.DataFrame(rows).select(margin=margin(game), close=close(game), turned=turned(game))
    assert found["margin"].to_list() == [2, 3, 0]
    assert found["close"].to_list() == [True, False, True]
    assert found["turned"].to_list() == [False, True, False]


def test_games_are_played_once_and_shared(tmp_path: Path) -> None:
    played: list[int] = []
    games = PlayedGames(tmp_path, 1, progress=played.append)
    run = Run(load("kingdom-run", players="KS"), "uniform", 40)
    assert games.left([run, run]) == 40
    first = games.of(run).collect()
    before = sum(played)
    assert before == 40
    assert games.left([run]) == 0
    assert games.of(run).collect().equals(first)
    assert games.of(Run(run.game, "uniform", 10)).collect().equals(first.head(10))
    assert sum(played) == before


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_report_is_in_its_readers_language_with_the_same_numbers(study: Study, language: str) -> None:
    check_report(study, language)


def turns_of(game: Game, start: bytes, seed: int) -> list[str]:
    """Whose turns they are, in a game that is played at random."""
    engine, rng, order = game.interpreted, random.Random(seed), ForthAndBack(game, start)
    data, turns = start, []
    while (seat := engine.to_act(data)) != OVER_NODE:
        if State.unpack(data).phase == ROLL:
            assert seat == CHANCE_NODE
            turns.append(game.seats[State.unpack(data).seat])
        data = order.passed_on(engine.apply(data, rng.choice(engine.legal(data))))
    return turns


def test_it_goes_forth_and_back_from_whoever_begins() -> None:
    two = ewala.load("kingdom-run", players="KS")
    assert "".join(islice(turns_of(two, two.interpreted.start(), 1), 10)) == "KSSKKSSKKS"
    four = ewala.load("kingdom-run", players="KSFG", first="F")
    assert "".join(islice(turns_of(four, four.interpreted.start(), 2), 20)) == "FGKSSKGFFGKSSKGFFGKS"


def test_who_is_finished_has_no_more_turns() -> None:
    three = ewala.load("kingdom-run", players="KSF")
    position = three.parse("F/F/F/F/SSGG/-/-/-/-/-/-/-/-/SS KKKKGG 4,4,4 KSF F roll")
    turns = turns_of(position.game, position.data, 3)
    assert "".join(turns[:6]) == "FSSFFS"


def test_a_position_within_a_turn_stays_as_it_is() -> None:
    game = ewala.load("kingdom-run", players="KS")
    order = ForthAndBack(game, game.interpreted.start())
    rolled = game.start().play("!DDLX").data
    assert order.passed_on(rolled) == rolled
