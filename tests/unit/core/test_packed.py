"""Packed records: canonical bytes, with or without numpy."""

import struct
from typing import Annotated

import pytest

from ewala.core.packed import Packed


class Sample(Packed):
    wide: Annotated[list[int], "2i8"]
    word: Annotated[int, "i4"]
    pair: Annotated[list[int], "2i2"]
    small: Annotated[int, "i1"]
    not_packed = 5


def filled() -> Sample:
    sample = Sample()
    sample.wide, sample.word, sample.pair, sample.small = [1, -2], 3, [4, -5], -6
    return sample


def test_a_blank_record_is_all_zeros() -> None:
    assert Sample().pack() == bytes(Sample.nbytes)
    assert (Sample().wide, Sample().small) == ([0, 0], 0)


def test_fields_lie_one_after_another_little_end_first_and_the_tail_is_filled_up() -> None:
    assert filled().pack() == struct.pack("<2qi2hb7x", 1, -2, 3, 4, -5, -6)
    assert Sample.nbytes == 32


def test_unpacking_gives_what_was_packed() -> None:
    again = Sample.unpack(filled().pack())
    assert vars(again) == vars(filled())


def test_two_blank_records_share_nothing() -> None:
    one, other = Sample(), Sample()
    one.wide[0] = 9
    assert other.wide == [0, 0]


@pytest.mark.parametrize(("field", "value"), [("small", 128), ("word", 2**31), ("pair", [0, 40000]), ("pair", [1])])
def test_a_value_that_does_not_fit_is_an_error_never_cut(field: str, value: object) -> None:
    sample = filled()
    setattr(sample, field, value)
    with pytest.raises(struct.error):
        sample.pack()


def test_bytes_of_another_length_are_an_error() -> None:
    with pytest.raises(struct.error):
        Sample.unpack(b"short")


def test_the_numpy_type_has_the_same_layout() -> None:
    import numpy as np

    record = np.frombuffer(filled().pack(), Sample.dtype())[0]
    assert Sample.dtype().itemsize == Sample.nbytes
    assert record["wide"].tolist() == [1, -2]
    assert (record["word"], record["pair"].tolist(), record["small"]) == (3, [4, -5], -6)


def test_narrow_fields_before_wide_ones_are_refused_since_they_would_need_padding() -> None:
    with pytest.raises(TypeError, match="wide fields come first"):

        class Holey(Packed):
            small: Annotated[int, "i1"]
            wide: Annotated[int, "i8"]


def test_a_duplicate_has_the_same_values_and_a_life_of_its_own() -> None:
    sample = filled()
    other = sample.duplicate()
    assert other.pack() == sample.pack()
    other.pair[1], other.word = 9, 9
    assert sample.pack() == filled().pack()
