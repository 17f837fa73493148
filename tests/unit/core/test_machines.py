"""What kernels work on: packed records, buffers, and twins that are compiled once."""

import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from types import FunctionType
from typing import Annotated, Any, NamedTuple

import numba
import pytest

from ewala.core.buffers import flags, reals, record, records, shorts, wholes
from ewala.core.compiled import Target, bound_twin, twin
from ewala.core.kernels import Constants
from ewala.core.machines import COMPILED, INTERPRETED, Machine, machine_of
from ewala.core.packed import Packed
from ewala.games.registry import load


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


MACHINES = pytest.mark.parametrize("machine", [INTERPRETED, COMPILED])


class Pair(Packed):
    first: Annotated[int, "i4"]
    second: Annotated[int, "i4"]


class Inner(NamedTuple):
    weights: Annotated[Any, shorts(2, "units")]
    learned: int


class Outer(NamedTuple):
    pairs: Annotated[Any, records(Pair, "pairs")]
    rules: Annotated[Any, record(Pair)]
    table: Annotated[Any, reals(3, 2)]
    tally: Annotated[Any, wholes(4)]
    known: Annotated[Any, flags(2)]
    inner: Inner


def pair(first: int, second: int) -> Pair:
    made = Pair()
    made.first, made.second = first, second
    return made


def outer(machine: Machine) -> Outer:
    inner = machine.held(Inner([[1.0, 2.0], [3.0, 4.5]], 7))
    return machine.blank(Outer, inner, pairs=5)


@MACHINES
def test_buffers_are_blank_and_of_the_sizes_that_were_asked_for(machine: Machine) -> None:
    made = outer(machine)
    assert (len(made.pairs), len(made.table), len(made.table[0]), len(made.tally)) == (5, 3, 2, 4)
    assert machine.read(made.table, 3, 2) == [[0, 0]] * 3
    assert (machine.get(made.pairs, 4), bool(made.known[1])) == (bytes(Pair.nbytes), False)


@MACHINES
def test_what_is_given_is_held(machine: Machine) -> None:
    inner = outer(machine).inner
    assert inner.learned == 7
    assert machine.read(inner.weights, 2, 1) == [[1.0], [3.0]]


@MACHINES
def test_records_come_out_as_they_were_put_in(machine: Machine) -> None:
    made = outer(machine)
    machine.put(made.pairs, 3, pair(8, 9).pack())
    made.pairs[0] = made.pairs[3]
    made.pairs[1] = machine.record(pair(3, 4))
    machine.put(made.pairs, 3, pair(1, 9).pack())
    assert [machine.get(made.pairs, at) for at in (0, 1, 3)] == [
        one.pack() for one in (pair(8, 9), pair(3, 4), pair(1, 9))
    ]


@MACHINES
def test_numbers_are_written_to_the_beginning_and_read_from_there(machine: Machine) -> None:
    made = outer(machine)
    machine.write(made.tally, [4, 5])
    machine.write(made.table, [[1.5], [2.5]])
    assert machine.read(made.tally) == [4, 5, 0, 0]
    assert machine.read(made.tally, 2) == [4, 5]
    assert machine.read(made.table, 2, 2) == [[1.5, 0], [2.5, 0]]
    found = machine.read(made.tally)
    found[0] = 99
    assert made.tally[0] == 4, "what was read is a copy"


def test_a_search_works_where_the_games_engine_does() -> None:
    assert machine_of(load("kingdom-run", backend="interpreted")) is INTERPRETED
    assert machine_of(load("kingdom-run", backend="compiled")) is COMPILED


@pytest.mark.parametrize("game", ["kingdom_run", "chronicles"])
def test_what_leads_a_search_can_be_led_without_numpy(game: str) -> None:
    script = f"import sys, ewala.games.{game}.bots.levels; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


BITS = "ewala.core.bits"


class Slow(Target):
    """Compiles nothing, and gives another thread all the time it needs to come in between."""

    name = "slow"

    def __init__(self) -> None:
        self.made: list[str] = []
        self.meeting = Barrier(2)

    def array(self, constants: Constants) -> Any:
        return list(constants)

    def function(self, function: FunctionType) -> Any:
        with suppress(BrokenBarrierError):
            self.meeting.wait(0.2)
        self.made.append(function.__name__)
        return partial(function)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_two_threads_that_ask_at_once_have_the_same_twin(threads: ThreadPoolExecutor) -> None:
    target = Slow()
    first, second = threads.map(lambda _: twin(BITS, target), range(2))
    assert first is second
    assert len(target.made) == len(set(target.made)), "each function was made once"


def test_two_threads_that_ask_at_once_have_the_same_bound_twin(threads: ThreadPoolExecutor) -> None:
    target = Slow()
    first, second = threads.map(lambda _: bound_twin("ewala.core.walk", BITS, target=target), range(2))
    assert first is second


def test_a_function_is_compiled_once_for_all_numbers_with_which_others_call_it() -> None:
    function = twin(BITS).popcount
    assert numba.njit(lambda: function(5) + function(7))() == 2 + 3
    assert [kind for given in function.signatures for kind in given if isinstance(kind, numba.types.Literal)] == []
