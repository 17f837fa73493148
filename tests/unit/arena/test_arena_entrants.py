"""Who may take part, and how it is written."""

import pytest

from ewala.core.errors import BadSetup
from ewala.games.roster import entry_called
from ewala.kit.bot import Budget
from ewala.lab.arena.entrants import budget_from, entrant_from, entrants_from

GAME = "kingdom-run"


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
    assert entrant_from("ranger@3", GAME, everybodys).budget == Budget(iterations=3)
    assert entrant_from("ranger", GAME, everybodys).budget == everybodys
    assert entrant_from("ranger", GAME).budget == entry_called(GAME, "ranger").budget


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
        entrants_from(bots, GAME)
    assert refused.value.code == code


def test_a_program_is_called_by_its_name_or_else_by_its_command() -> None:
    named, plain = entrants_from(["mine=program:play --at=program:x", "program:play"], GAME)
    assert (named.label, named.command) == ("mine", "play --at=program:x")
    assert (plain.label, plain.command) == ("program:play", "play")


def test_a_bot_may_meet_itself_at_another_pace() -> None:
    assert [one.name for one in entrants_from(["ranger@1", "ranger@2"], GAME)] == ["ranger", "ranger"]
