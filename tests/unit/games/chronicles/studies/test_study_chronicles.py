"""A small study of the Chronicles: what the rules settle comes out as they say, and figures agree with each other."""

from pathlib import Path

import polars as pl
import pytest
from foreign import check_report

from ewala.games.chronicles.studies.clairvoyance import _sees, with_answers
from ewala.lab.studies import make_study
from ewala.lab.studies.make import Study
from ewala.locale.languages import LANGUAGES

GAMES = 3000


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    folder = tmp_path_factory.mktemp("study") / "out"
    return make_study("chronicles-of-run", folder=folder, games=GAMES, policies=["uniform", "greedy"])


def csv(study: Study, name: str) -> pl.DataFrame:
    rows = pl.read_csv(study.folder / "figures.csv", infer_schema_length=None).filter(figure=name)
    return rows.select(column.name for column in rows if column.name != "figure" and not column.is_null().all())


def test_every_question_is_answered(study: Study) -> None:
    names = [answer.question for answer in study.answers]
    assert names == ["initiative", "fairness", "runes", "matches", "zones", "clairvoyance", "layouts"]
    assert (study.folder / "report.html").read_text(encoding="utf-8").count("<h2 id=") == 7


def test_victories_draws_and_defeats_are_all_games(study: Study) -> None:
    rows = csv(study, "initiative_wins")
    ends = rows.filter(pl.col("of the first to bid").is_in(["victories", "draws", "defeats"]))
    sums = ends.group_by("play").agg(pl.col("value").sum())
    assert sums["value"].to_list() == pytest.approx([1, 1], abs=1e-5)


def test_power_that_is_given_moves_the_wins_and_half_a_power_moves_the_draws(study: Study) -> None:
    for play in ("at random", "greedily"):
        rows = csv(study, "fairness_power").filter(play=play, layout="block")
        wins = dict(zip(rows["given"], rows["value"], strict=True))
        falling = list(wins.values())
        assert falling == sorted(falling, reverse=True), (
            "from what is given to the first to what is given to the second"
        )
        ends = csv(study, "initiative_wins").filter(play=play)
        known = dict(zip(ends["of the first to bid"], ends["value"], strict=True))
        assert wins["nothing"] == pytest.approx(known["wins, draws counted half"], abs=1e-6)
        assert wins["0.5 power for the second"] == pytest.approx(known["victories"], abs=1e-6)
        assert wins["0.5 power for the first"] == pytest.approx(1 - known["defeats"], abs=1e-6)


def test_order_and_chaos_are_alike(study: Study) -> None:
    [order, _] = csv(study, "initiative_sides").iter_rows(named=True)
    assert order["low"] - 0.02 < 0.5 < order["high"] + 0.02


def test_duels_end_as_the_destinies_say(study: Study) -> None:
    rows = csv(study, "matches")
    sums = rows.group_by("attacker", "defender").agg(pl.col("value").sum())
    assert sums.height == 121
    assert sums["value"].to_list() == pytest.approx([1] * 121, abs=1e-5)

    def won(attacker: str, defender: str, by: str) -> float:
        ours = rows.filter(
            pl.col("attacker").str.starts_with(attacker + " "), pl.col("defender").str.starts_with(defender + " ")
        )
        return float(ours.filter(duel=by)["value"].item())

    assert won("9", "11", "attacker defeats") == 1  # Thaal defeats Zhoor (CR-6.3)
    assert won("11", "9", "defender defeats") == 1
    assert won("11", "10", "attacker defeats") == 1
    assert won("11", "11", "disputed") == 1  # CR-6.2
    assert won("1", "2", "attacker defeats") == 1  # Jynz has 5 in attack (CR-6.1)
    assert won("2", "1", "attacker defeats") == 1  # and 1 in defence
    assert won("5", "4", "defender defeats") == 1  # Thenidiel has 8 in defence


def test_the_worths_of_the_runes_cancel_out(study: Study) -> None:
    """Nine of eleven are played: one more of one is one less of another."""
    sums = csv(study, "runes_played").group_by("play").agg(pl.col("value").sum())
    assert sums["value"].to_list() == pytest.approx([0, 0], abs=1e-4)
    at_random = csv(study, "runes_played").filter(play="at random").sort("value")
    assert at_random["rune"][0] in ("1 Jynz, Madness", "2 Aruh'ka, Treachery", "3 Broin, Brotherhood")


def test_a_zone_is_worth_the_more_the_more_power_it_has(study: Study) -> None:
    rows = csv(study, "zones_worth").filter(play="at random")
    worth = dict(zip(rows["zone"], rows["value"], strict=True))
    best = max(worth, key=lambda zone: worth[zone])
    assert best == "1 Gates of Hell (3)"
    ones, twos = ([value for zone, value in worth.items() if f"({power})" in zone] for power in (1, 2))
    assert max(ones) < min(twos)


def test_zones_are_bid_for_at_any_time_by_who_plays_at_random(study: Study) -> None:
    rows = csv(study, "zones_turn").filter(play="at random")
    assert rows["value"].to_list() == pytest.approx([5] * 9, abs=0.2)


def test_who_plays_at_random_gains_nothing_by_seeing_a_bid(study: Study) -> None:
    [row] = csv(study, "clairvoyance_gain").filter(play="at random").iter_rows(named=True)
    assert row["low"] < 0.01
    assert row["high"] > -0.01
    assert row["high"] - row["low"] < 0.1


def test_all_layouts_are_compared_with_each_other(study: Study) -> None:
    rows = csv(study, "layouts_first")
    assert rows["layout"].to_list() == ["block", "ring", "line"] * 2
    effects = csv(study, "layouts_effects").filter(play="at random", effect="used")
    broin = effects.filter(pl.col("rune").str.contains("Broin"))
    used = dict(zip(broin["layout"], broin["value"], strict=True))
    assert used["block"] > used["line"]  # fewer neighbours to swap with


def test_another_layout_can_be_the_one_that_is_studied(tmp_path: Path) -> None:
    study = make_study(
        "chronicles-of-run",
        folder=tmp_path,
        games=50,
        policies=["uniform"],
        options={"layout": "line"},
        only=["layouts"],
    )
    assert csv(study, "layouts_first")["layout"].to_list() == ["line", "block", "ring"]


def test_a_bid_is_beaten_in_its_zone_and_turn_by_who_wins_that_zone() -> None:
    """Turn 2: order bids 3 on the attacker's slot of zone 4, chaos 8 on the defender's."""
    row: dict[str, int] = {
        f"{what}_{side}_{rune}": 0 for what in ("turn_of", "slot_of") for side in "OC" for rune in range(1, 12)
    }
    row |= {f"victor_of_{zone}": 0 for zone in range(1, 10)}
    row |= {"turn_of_O_3": 2, "slot_of_O_3": 7, "turn_of_C_8": 2, "slot_of_C_8": 8, "turn_of_C_7": 1, "slot_of_C_7": 1}

    def asked(**changes: int) -> list[bool]:
        """Whether order beats chaos, whether chaos beats order, whether chaos has seen order's bid."""
        table = pl.DataFrame({name: [value] for name, value in {**row, "initiative": 1, **changes}.items()})
        asked = with_answers(table.lazy()).select("beats O 2", "beats C 2", seen=_sees("C", 2))
        return list(asked.collect().row(0))

    assert asked(victor_of_4=2) == [False, True, True]
    assert asked(victor_of_4=1) == [True, False, True]
    assert asked(victor_of_4=0) == [False, False, True]
    assert asked(victor_of_4=2, slot_of_O_3=5) == [False, False, True]  # another zone
    assert asked(victor_of_4=2, initiative=0) == [False, True, False]  # chaos bids first in the second turn
    assert asked(victor_of_4=2, turn_of_C_7=3) == [False, True, False]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_report_is_in_its_readers_language_with_the_same_numbers(study: Study, language: str) -> None:
    check_report(study, language, names=["Lisbeth"])
