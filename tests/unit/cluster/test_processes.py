"""Tasks in processes of this machine: done, interrupted, failed, lost, and never left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from ewala.core.errors import BadSetup, EwalaError
from ewala.games.registry import game_class
from ewala.lab.cluster.processes import Processes, WorkerLost

LEFT_ALONE = """
import sys, time
from ewala.lab.cluster.processes import Processes
if __name__ == "__main__":
    tasks = Processes(2).each(time.sleep, [0.2, 0.2, 600, 600], lost="x/lost")
    next(tasks), next(tasks)
    print("busy", flush=True)
    next(tasks)
"""


@pytest.fixture
def processes() -> Iterator[Processes]:
    made = Processes(2)
    yield made
    made.stop()
    assert multiprocessing.active_children() == []


def test_each_task_comes_back_with_its_outcome_and_is_asked_for_when_there_is_room(processes: Processes) -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(-8, 0):
            asked.append(number)
            yield number

    done = []
    for task, outcome in processes.each(abs, tasks(), lost="x/lost", compiles=True):
        done.append((task, outcome))
        assert len(asked) <= len(done) + processes.many
        assert len(asked) == 1 or len(done) > 0, "the first is alone"
    assert sorted(done) == [(number, -number) for number in range(-8, 0)]


def test_ctrl_c_is_not_for_them(processes: Processes) -> None:
    tasks = processes.each(time.sleep, [0, 0.3, 0.3], lost="x/lost")
    next(tasks)
    for process in multiprocessing.active_children():
        assert process.pid
        os.kill(process.pid, signal.SIGINT)
    assert len(list(tasks)) == 2


def test_an_error_comes_out_as_it_was(processes: Processes) -> None:
    with pytest.raises(BadSetup) as here:
        game_class("no-such-game")
    with pytest.raises(BadSetup) as there:
        list(processes.each(game_class, ["no-such-game"], lost="x/lost"))
    assert (there.value.code, str(there.value)) == (here.value.code, str(here.value))


def test_a_process_that_dies_is_noticed(processes: Processes) -> None:
    tasks = processes.each(time.sleep, [0, 600, 600], lost="x/lost")
    next(tasks)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(EwalaError, match="what was finished before is kept") as found:
        list(tasks)
    assert isinstance(found.value, WorkerLost)
    assert found.value.code == "x/lost"


def test_they_end_with_whoever_started_them() -> None:
    """Also if that was killed; they hold its output open as long as they live."""
    with subprocess.Popen([sys.executable, "-c", LEFT_ALONE], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "busy\n"
        parent.kill()
        assert parent.communicate(timeout=60)[0] == ""
