"""A budget is seconds or iterations."""

import pytest

from ewala.core.errors import BadSetup
from ewala.kit.bot import Budget


@pytest.mark.parametrize("limits", [{}, {"seconds": 1, "iterations": 1}, {"seconds": 0}, {"iterations": -1}])
def test_a_budget_is_one_of_both_and_more_than_none(limits: dict[str, int]) -> None:
    with pytest.raises(BadSetup) as refused:
        Budget(**limits)
    assert refused.value.code == "bot/budget"


def test_budgets_are_values() -> None:
    assert Budget(seconds=0.5) == Budget(seconds=0.5)
    assert Budget(iterations=3).seconds is None
