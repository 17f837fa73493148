"""What one game does to ratings: draws, seats, bots, and results that cannot be true."""

from itertools import permutations

import pytest

from ewala.kit.ratings import START, BadResult, FixedPoint, RatedGame, Rating, Result, Terms, rated
from ewala.kit.ratings.weng_lin import expected


def game(*places: int, who: str = "abcd") -> RatedGame:
    return RatedGame("any", tuple(Result(who[seat], seat + 1, place) for seat, place in enumerate(places)))


def test_who_wins_gains_what_who_loses_loses_and_both_are_better_known() -> None:
    after = rated(game(1, 2), {}, Terms.even(2))
    assert after["a"].mean - START.mean == pytest.approx(START.mean - after["b"].mean)
    assert after["a"].mean > START.mean
    assert after["a"].uncertainty == pytest.approx(after["b"].uncertainty)
    assert after["a"].uncertainty < START.uncertainty
    assert (after["a"].games, START.games) == (1, 0)


def test_a_draw_of_equals_moves_nobody_and_a_draw_of_others_moves_them_together() -> None:
    assert rated(game(1, 1), {}, Terms.even(2))["a"].mean == START.mean
    before = {"a": Rating(1700, 80), "b": Rating(1500, 80)}
    after = rated(game(1, 1), before, Terms.even(2))
    assert after["a"].mean < 1700
    assert after["a"].mean - 1700 == pytest.approx(1500 - after["b"].mean)


def test_who_shares_a_place_among_equals_shares_the_change() -> None:
    after = rated(game(2, 1, 2, 4), {}, Terms.even(4))
    assert after["a"] == after["c"]
    # a beats one, loses to one and draws with one, as d does with nobody.
    assert after["b"].mean > after["a"].mean == pytest.approx(START.mean)
    assert after["d"].mean < START.mean


def test_two_who_tie_for_the_first_place_end_above_the_third() -> None:
    after = rated(game(1, 1, 3), {}, Terms.even(3))
    assert after["a"].mean == after["b"].mean > START.mean > after["c"].mean


def test_it_makes_no_difference_in_which_order_results_are_handed_in() -> None:
    before = {"a": Rating(1612.3, 91), "b": Rating(1433.1, 204), "c": Rating(1500.7, 47), "d": Rating(1388, 133)}
    terms = Terms((40.1, 3.3, -11.2, -32.2))
    results = game(3, 1, 3, 2).results
    first, *others = [rated(RatedGame("any", order), before, terms) for order in permutations(results)]
    assert all(other == first for other in others)


def test_to_win_from_the_better_seat_is_worth_less() -> None:
    terms = Terms((60.0, -60.0))
    from_ahead, from_behind = rated(game(1, 2), {}, terms)["a"], rated(game(2, 1), {}, terms)["b"]
    assert START.mean < from_ahead.mean < rated(game(1, 2), {}, Terms.even(2))["a"].mean < from_behind.mean
    # A draw is a success for who sits behind.
    assert rated(game(1, 1), {}, terms)["b"].mean > START.mean


def test_an_expectation_is_a_share_and_400_points_are_tenfold_odds() -> None:
    assert expected(400, 0) == pytest.approx(10 / 11, abs=1e-12)
    assert expected(-400, 0) == pytest.approx(1 / 11, abs=1e-12)
    assert expected(0, 250**2) == 0.5
    assert 0.5 < expected(400, 250**2) < expected(400, 0)
    assert expected(1e9, 0) == 1.0


BOTS = {"third": FixedPoint(1500, 0), "fifth": FixedPoint(2100, 60)}


def test_a_bot_is_expected_against_and_never_changes() -> None:
    def after(bot: str, place: int) -> Rating:
        results = (Result("a", 1, place), Result(bot, 2, 3 - place, bot=True))
        ratings = rated(RatedGame("any", results), {}, Terms((0.0, 0.0), BOTS))
        assert set(ratings) == {"a"}
        return ratings["a"]

    assert (
        after("fifth", 1).mean > after("third", 1).mean > START.mean > after("fifth", 2).mean > after("third", 2).mean
    )
    # Whose strength is given tells more than somebody of whom nothing is known.
    assert after("third", 1).uncertainty < rated(game(1, 2), {}, Terms.even(2))["a"].uncertainty


def test_a_bot_s_seat_counts_as_a_person_s_does() -> None:
    def won_from_behind(*seats: float) -> float:
        against = RatedGame("any", (Result("a", 2, 1), Result("third", 1, 2, bot=True)))
        return rated(against, {}, Terms(seats, BOTS))["a"].mean

    assert won_from_behind(60.0, 0.0) == pytest.approx(won_from_behind(0.0, -60.0))
    assert won_from_behind(0.0, 0.0) < won_from_behind(60.0, 0.0) < won_from_behind(60.0, -60.0)


def test_one_bot_may_have_many_seats_and_a_person_may_be_called_as_a_bot_is() -> None:
    results = (Result("third", 1, 1), Result("third", 2, 2, bot=True), Result("third", 3, 3, bot=True))
    after = rated(RatedGame("any", results), {}, Terms((0.0,) * 3, BOTS))
    assert set(after) == {"third"}
    assert after["third"].mean > START.mean


def test_a_game_of_bots_alone_rates_nobody() -> None:
    results = (Result("third", 1, 1, bot=True), Result("fifth", 2, 2, bot=True))
    assert rated(RatedGame("any", results), {}, Terms((0.0, 0.0), BOTS)) == {}


def results(*rows: tuple[str, int, int]) -> tuple[Result, ...]:
    return tuple(Result(*row) for row in rows)


@pytest.mark.parametrize(
    ("given", "code", "sentence"),
    [
        ((), "rating/players", "0 played: a game is rated from 2 to 4"),
        (results(("a", 1, 1)), "rating/players", "1 played: a game is rated from 2 to 4"),
        (
            results(*((who, n, n) for n, who in enumerate("abcde", 1))),
            "rating/players",
            "5 played: a game is rated from 2 to 4",
        ),
        (results(("a", 0, 1), ("b", 1, 2)), "rating/seats", "the seats are 0, 1: each from 1 to 2 has one result"),
        (results(("a", 2, 1), ("b", 2, 2)), "rating/seats", "the seats are 2, 2: each from 1 to 2 has one result"),
        (
            results(("a", 1, 0), ("b", 2, 1)),
            "rating/places",
            "the places are 0, 1: they would be 1, 2, one more than come before",
        ),
        (
            results(("a", 1, 1), ("b", 2, 1), ("c", 3, 2)),
            "rating/places",
            "the places are 1, 1, 2: they would be 1, 1, 3, one more than come before",
        ),
        (results(("a", 1, 1), ("a", 2, 2)), "rating/twice", "'a' has two seats: in a rated game a person has one"),
    ],
)
def test_results_that_cannot_be_true_are_refused(given: tuple[Result, ...], code: str, sentence: str) -> None:
    with pytest.raises(BadResult) as refused:
        RatedGame("any", given)
    assert (refused.value.code, str(refused.value)) == (code, sentence)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        (BOTS, "it was not measured how strong the bot 'sixth' is; these were: third, fifth"),
        ({}, "it was not measured how strong the bot 'sixth' is; these were: -"),
    ],
)
def test_a_bot_that_was_not_measured_is_refused(bots: dict[str, FixedPoint], sentence: str) -> None:
    against = RatedGame("any", (Result("a", 1, 1), Result("sixth", 2, 2, bot=True)))
    with pytest.raises(BadResult) as refused:
        rated(against, {}, Terms((0.0, 0.0), bots))
    assert (refused.value.code, str(refused.value)) == ("rating/bot", sentence)


def test_more_players_than_the_game_has_seats_are_refused() -> None:
    with pytest.raises(BadResult) as refused:
        rated(game(1, 2, 3), {}, Terms.even(2))
    assert (refused.value.code, str(refused.value)) == ("rating/players", "3 played a game of 2")
