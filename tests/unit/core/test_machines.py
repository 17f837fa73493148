"""Where searches work: buffers as they are described, and the same reading and writing on every machine."""

import subprocess
import sys
from typing import Annotated, Any, NamedTuple

import pytest

from ewala.core.buffers import flags, reals, record, records, shorts, wholes
from ewala.core.machines import COMPILED, INTERPRETED, Machine, machine_of
from ewala.core.packed import Packed
from ewala.games.registry import load

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
