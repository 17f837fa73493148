"""Strict reading: fields, and a cursor that says where and why it cannot go on."""

import pytest

from ewala.core.errors import UnreadableText
from ewala.core.text import Cursor, split_fields


def test_a_cursor_counts_columns_in_the_whole_text() -> None:
    cursor = Cursor("ab12", "FIELD", 10)
    assert cursor.skip("ab")
    assert not cursor.skip("ab")
    assert (cursor.column, cursor.rest) == (12, "12")
    assert cursor.number("a number") == 12
    cursor.end()


def test_a_refusal_names_field_column_expectation_and_what_is_there() -> None:
    with pytest.raises(UnreadableText) as refused:
        Cursor("something quite long", "FIELD", 3).expect("x", "an x")
    assert str(refused.value) == "FIELD, column 3: expected an x, found 'something qu…'"
    assert (refused.value.field, refused.value.column, refused.value.expected) == ("FIELD", 3, "an x")
    assert refused.value.code == "text/unreadable"
    with pytest.raises(UnreadableText, match="expected 'x', found nothing"):
        Cursor("", "FIELD").expect("x")


@pytest.mark.parametrize(
    ("text", "low", "high", "signed", "value"),
    [("0", 0, 9, False, 0), ("7", 0, 9, False, 7), ("-3", -5, 5, True, -3), ("999999", 0, 999_999, False, 999_999)],
)
def test_numbers(text: str, low: int, high: int, signed: bool, value: int) -> None:
    assert Cursor(text, "N").number("a number", low, high, signed) == value


@pytest.mark.parametrize("text", ["", "x", "01", "00", "+1", "-0", "-", "1000000", "99", "-99", "٣", "²", " 1"])
@pytest.mark.parametrize("signed", [True, False])
def test_numbers_that_are_refused_where_they_begin(text: str, signed: bool) -> None:
    cursor = Cursor(text, "N", 5)
    with pytest.raises(UnreadableText) as refused:
        cursor.number("a number", -9, 9, signed)
    assert refused.value.column == 5


def test_a_minus_stands_only_where_it_may() -> None:
    with pytest.raises(UnreadableText):
        Cursor("-3", "N").number("a number", -9, 9)


def test_runs_never_go_back_in_their_order() -> None:
    assert Cursor("DDXq", "F").run_of("DCX", "faces") == "DDX"
    assert Cursor("", "F").run_of("DCX", "faces") == ""
    with pytest.raises(UnreadableText) as refused:
        Cursor("DXC", "F").run_of("DCX", "faces")
    assert (refused.value.column, refused.value.expected) == (3, "faces, in the order DCX")


@pytest.mark.parametrize("text", ["", "x", "dD"])
def test_one_of_a_few_letters(text: str) -> None:
    assert Cursor("D", "F").one_of("DC", "a face") == "D"
    with pytest.raises(UnreadableText):
        Cursor(text, "F").one_of("DC", "a face")


def test_fields_are_separated_by_one_space() -> None:
    one, two = split_fields("abc de", ("ONE", "TWO"))
    assert (one.text, one.field, one.column) == ("abc", "ONE", 1)
    assert (two.text, two.field, two.column) == ("de", "TWO", 5)


@pytest.mark.parametrize(
    ("text", "field", "column"),
    [
        ("", "ONE", 1),
        (" a b", "ONE", 1),
        ("a", "TWO", 2),
        ("a ", "TWO", 3),
        ("a  b", "TWO", 3),
        ("a b ", "TWO", 4),
        ("a b c", "TWO", 4),
    ],
)
def test_missing_and_superfluous_fields(text: str, field: str, column: int) -> None:
    with pytest.raises(UnreadableText) as refused:
        split_fields(text, ("ONE", "TWO"))
    assert (refused.value.field, refused.value.column) == (field, column)
