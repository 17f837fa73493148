"""Whatever people do at a table, and whatever happens to its server and its disk: what was acknowledged is on disk
once and in order, what was refused changed nothing, and a key holds its seat for as long as nobody has freed it."""

import os

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Connection
from table_machine import TableMachine

from ewala.server import writer
from ewala.server.statements import ADD_KEY
from ewala.server.writer import Unit

FEW = 30
EXAMPLES = int(os.environ.get("EWALA_MACHINE_EXAMPLES", FEW))  # thousands find more, in an hour
STEPS = 20


def test_a_table_keeps_what_it_has_acknowledged_through_faults_restarts_and_kills() -> None:
    how = settings(max_examples=EXAMPLES, stateful_step_count=STEPS, derandomize=EXAMPLES == FEW)
    run_state_machine_as_test(TableMachine, settings=how)


def test_the_machine_finds_a_writer_that_reorders_and_shows_it_in_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows used to be gathered by statement: a seat's release came before its taking, and the freed key stayed. Here
    two flushes are taken for one that was written so."""
    execute = writer._execute
    taken: list[dict[str, str]] = []

    def gathered(connection: Connection, units: list[Unit]) -> None:
        execute(connection, units)
        freed = {(unit.table_id, seat) for unit in units for seat, digest in unit.keys.items() if digest is None}
        late = [key for key in taken if (key["table_id"], key["seat"]) in freed]
        if late:
            connection.execute(ADD_KEY, late)
        taken[:] = [
            {"table_id": unit.table_id, "seat": seat, "digest": digest}
            for unit in units
            for seat, digest in unit.keys.items()
            if digest is not None
        ]

    monkeypatch.setattr(writer, "_execute", gathered)
    how = settings(max_examples=200, stateful_step_count=5, print_blob=False)
    with pytest.raises(AssertionError, match="keys on disk") as failure:
        run_state_machine_as_test(TableMachine, settings=how)
    story = "\n".join(failure.value.__notes__)
    steps = [line.strip() for line in story.splitlines() if line.strip().startswith("state.")]
    assert 2 <= len(steps) <= 5, story  # the table is made, a seat is taken, and freed; and the end
    assert "'sit'" in story
    assert "'stand'" in story
