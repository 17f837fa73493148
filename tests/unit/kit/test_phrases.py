"""Lists, runs of numbers and columns."""

import pytest

from ewala.core.sentences import Sentence
from ewala.kit.phrases import all_of, columns, listed, numbers, wrapped

GERMAN = {"{some} and {last}": "{some} und {last}", "{first} to {last}": "{first} bis {last}", "tea": "Tee"}


@pytest.mark.parametrize(
    ("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b and c")]
)
def test_lists(words: list[str], said: str) -> None:
    assert str(all_of(words)) == said


@pytest.mark.parametrize(
    ("rising", "said"), [([], ""), ([4], "4"), ([1, 2], "1, 2"), ([1, 2, 3, 7, 9, 10, 11, 12], "1 to 3, 7, 9 to 12")]
)
def test_runs_of_numbers(rising: list[int], said: str) -> None:
    assert str(numbers(rising)) == said


def test_lists_are_said_in_the_readers_language() -> None:
    def translate(english: str) -> str:
        return GERMAN.get(english, english)

    assert all_of(["milk", "rum", Sentence("tea")]).said(translate) == "milk, rum und Tee"
    assert listed(["milk", Sentence("tea")], "; ").said(translate) == "milk; Tee"
    assert numbers([1, 4, 5, 6]).said(translate) == "1, 4 bis 6"


def test_columns_are_as_many_as_fit_and_read_downwards() -> None:
    cells = ["one", "two", "three", "four", "five"]
    assert columns(cells, 80) == ["one  two  three  four  five"]
    assert columns(cells, 16) == ["one  three  five", "two  four "]
    assert columns(cells, 5) == ["one  ", "two  ", "three", "four ", "five "]
    assert columns(["1  roll them all again", "2  keep"], 18) == ["1  roll them all", "        again", "2  keep"]
    assert columns([], 80) == []


def test_words_go_on_under_the_first() -> None:
    assert wrapped(["alpha", "beta", "gamma"], 14, first="zones ") == ["zones alpha", "      beta", "      gamma"]
    assert wrapped(["alpha", "beta", "gamma"], 18, first="zones ") == ["zones alpha  beta", "      gamma"]
