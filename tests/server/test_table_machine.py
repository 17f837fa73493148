"""Whatever people do at a table, and whatever happens to its server and its disk: what was acknowledged is on disk
once and in order, what was refused changed nothing, and a key holds its seat for as long as nobody has freed it."""

import os
import re

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import Connection
from table_machine import machine

from ewala.server.platform.storage import writer
from ewala.server.platform.storage.units import ADD_KEY, OnWrite, Unit, execute

pytestmark = pytest.mark.long  # random people and faults, hundreds of runs

FEW = 30
EXAMPLES = int(os.environ.get("EWALA_MACHINE_EXAMPLES", FEW))  # thousands find more, in an hour
STEPS = 20
FEW_COMMANDS = 6  # two show a writer that reorders; how small a story gets depends on where the search began
PHASES = (Phase.generate, Phase.shrink)  # to explain a failure takes longer than to read it


def test_a_table_keeps_what_it_has_acknowledged_through_faults_restarts_and_kills() -> None:
    how = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, derandomize=EXAMPLES == FEW, phases=PHASES, database=None
    )
    with machine() as table:
        run_state_machine_as_test(table, settings=how)


def test_the_machine_finds_a_writer_that_reorders_and_shows_it_in_few_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows used to be gathered by statement: a seat's release came before its taking, and the freed key stayed."""
    taken: dict[tuple[str, str], str] = {}

    def gathered(connection: Connection, units: list[Unit], on_write: OnWrite | None = None) -> list[Unit]:
        """As if a seat's taking and its release had come in together, and were written so."""
        not_stored = execute(connection, units, on_write)
        for unit in units:
            for seat, digest in unit.keys.items():
                if digest is not None:
                    taken[unit.table_id, seat] = digest
                elif late := taken.pop((unit.table_id, seat), ""):
                    connection.execute(ADD_KEY, {"table_id": unit.table_id, "seat": seat, "digest": late})
        return not_stored

    monkeypatch.setattr(writer, "execute", gathered)
    how = settings(max_examples=300, stateful_step_count=5, derandomize=True, phases=PHASES, database=None)
    with machine() as table, pytest.raises(AssertionError, match="keys on disk") as failure:
        run_state_machine_as_test(table, settings=how)
    story = "\n".join(failure.value.__notes__)
    commands = re.findall(r"\('([a-z-]+)'", story)
    assert sorted(set(commands)) == ["sit", "stand"], "at once or one after the other, and nothing else"
    assert len(commands) <= FEW_COMMANDS
    assert "state.restart" not in story
