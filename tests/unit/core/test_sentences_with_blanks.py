"""Sentences: blanks, nesting and braces."""

import pytest

from ewala.core.sentences import Sentence, as_sentence, either

DUTCH = {"{who} takes {what}": "{what} gaat naar {who}", "a rune": "een rune", "{one} or {other}": "{one} of {other}"}


def in_dutch(english: str) -> str:
    return DUTCH.get(english, english)


def test_blanks_go_where_the_language_has_them() -> None:
    sentence = Sentence("{who} takes {what}", who="Ana", what=Sentence("a rune"))
    assert str(sentence) == "Ana takes a rune"
    assert sentence.said(in_dutch) == "een rune gaat naar Ana"


def test_what_fills_a_blank_is_taken_as_it_is() -> None:
    assert str(Sentence("{who} takes {what}", who="{what}", what="{0}")) == "{what} takes {0}"


@pytest.mark.parametrize("text", ["{", "}", "{}", "{who}", "not '{'"])
def test_a_plain_text_keeps_its_braces(text: str) -> None:
    assert str(as_sentence(text)) == text


@pytest.mark.parametrize(
    ("choices", "english", "dutch"),
    [(("es",), "es", "es"), (("yes", "no"), "yes or no", "yes of no"), ("abc", "a or b or c", "a of b of c")],
)
def test_choices_are_told_apart_in_the_readers_language(choices: tuple[str, ...], english: str, dutch: str) -> None:
    assert str(either(choices)) == english
    assert either(choices).said(in_dutch) == dutch
