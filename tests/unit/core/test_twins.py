"""Compiled twins of kernels: one of a kind, whoever asks for it first."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError
from types import FunctionType
from typing import Any

import numba
import pytest

from ewala.core.compiled import Target, bound_twin, twin
from ewala.core.kernels import Constants

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
