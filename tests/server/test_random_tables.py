"""Whatever people do at a table, and whatever happens to its server and its disk: what was acknowledged is on disk once
and in order, what was refused changed nothing, and a key holds its seat for as long as nobody has freed it."""

import json
import os
import random
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from faults import COMPLAINTS, Disk, Fault
from faulty_load import Crowd
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from small_world import Answer, SmallWorld
from sqlalchemy import Connection
from stored_games import stored_games
from table_model import Command, Kind, Model
from table_server import no_great_cleaning, same_luck, served
from waiting import PATIENCE
from witness import Witness

from ewala.core.errors import EwalaError
from ewala.server.platform.storage import writer
from ewala.server.platform.storage.units import ADD_KEY, OnWrite, Unit, execute
from ewala.tables import views
from ewala.tables.fingerprints import fingerprint_of_table
from ewala.tables.kept import Kept
from ewala.tables.problems import problem_of, status_of

pytestmark = pytest.mark.long  # random people and faults, hundreds of runs


SEATS = {"kingdom-run": "KSFG", "chronicles-of-run": "OC"}
FREE, STORAGE = 200, "server/storage"

LATER = ("bot", "take-back", "confirm", "resign", "rematch")

# Of each command: what kind it is, at which seat, with which of the keys that were ever told, which of its variants.
commands = st.tuples(
    st.sampled_from(
        # Some more often than others, or hardly a game would begin.
        [*(("sit", "stand", "sit", "start", "move", "move", "say", "close") * 2), *LATER]
    ),
    st.integers(0, 3),
    st.integers(0, 2),
    st.integers(0, 3),
)
Drawn = tuple[Kind, int, int, int]


class TableMachine(RuleBasedStateMachine):
    """One table at a server that has a hard life."""

    world: SmallWorld  # the same for all runs: each has a table of its own there

    def __init__(self) -> None:
        super().__init__()
        self.disk = self.world.disk
        self.table: Model
        self._names = 0
        self._heard = 0  # up to which event the spectator was told

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.world.leave(self.table.id)

    @initialize(game=st.sampled_from(sorted(SEATS)), confirm=st.booleans())
    def make(self, game: str, confirm: bool) -> None:
        self.game = game
        status, made = self.world.ask("POST", "/api/tables", body={"game": game, "settings": {"confirm": confirm}})
        assert status == 201
        self.table = Model(made["table"]["id"], made["host_key"], made["watch_key"], SEATS[game])
        self._heard = self.world.watch(self.table.id)

    # --- Steps

    @rule(drawn=commands, fault=st.sampled_from(["", "", "fails", "fails after storing", "slow"]))
    def command(self, drawn: Drawn, fault: Fault) -> None:
        """One command, and what the disk makes of it."""
        command = self._command(*drawn)
        self.disk.fault = fault
        status, answer = self.world.run(self._asked(command))
        self.disk.fault = ""
        self.world.settle()
        if fault == "fails":
            assert status >= 400 or self._nothing_new(command), "nothing can have been stored"
        else:
            assert answer.get("code") != STORAGE, "everything could be stored"
        self._note([(command, (status, answer))])

    @rule(drawn=st.lists(commands, min_size=2, max_size=5), one_seat=st.booleans(), well=st.booleans())
    def commands_together(self, drawn: list[Drawn], one_seat: bool, well: bool) -> None:
        """Several commands at once, perhaps all about one seat: they pile up before a disk that stands still and then
        goes on, or fails once."""
        seat = drawn[0][1]
        together = [self._command(kind, seat if one_seat else at, *which) for kind, at, *which in drawn]
        answers = self.world.piled_up([self._asked(command) for command in together], well=well)
        self.world.settle()
        self._note(list(zip(together, answers, strict=True)))

    @rule(drawn=st.lists(commands, max_size=3), kill=st.booleans())
    def restart(self, drawn: list[Drawn], kill: bool) -> None:
        """The server is stopped; or killed before it could store what it was asked for, and nobody was told."""
        if kill:
            self.world.killed_under([self._asked(self._command(*one)) for one in drawn])
        else:
            self.world.restart()
        self._heard = self.world.watch(self.table.id)
        self.world.settle()

    # --- What is true after each of them

    @invariant()
    def all_is_well(self) -> None:
        if not hasattr(self, "table"):
            return
        game = stored_games(self.world.database, self.table.id)[self.table.id]
        told = [json.loads(msgspec.json.encode(event)) for event in game.events]
        self.table.check_events(game.events, told)
        self.table.check_keys(game.digests)
        self._check_shown()
        self._check_freed()
        for frame in self.world.told(self.table.id):
            if frame["type"] == "happened":
                self._heard += 1
                assert (frame["seq"], frame["event"]) == (self._heard, game.seen(self._heard, ()))
        assert self._heard == game.last, "the spectator heard of everything"

    def _check_shown(self) -> None:
        """To whoever has the keys: what the database holds, and what the model knows."""
        held = [seat for seat in self.table.seats if seat in self.table.keys]
        keys = [self.table.keys[seat] for seat in held]
        status, shown = self.world.ask("GET", f"/api/tables/{self.table.id}", keys or [self.table.watch])
        assert status == FREE
        assert shown["you"] == held
        assert {seat["seat"]: (seat["kind"], seat["name"]) for seat in shown["table"]["seats"]} == {
            seat: (kind, self.table.names[seat]) for seat, kind in self.table.seats.items()
        }
        stored = self.world.registry.store.load(self.table.id)
        assert stored is not None
        fold = views.snapshot_of(self.table.id, Kept(stored), held, host=False, online=[], muted=False, now=0)
        assert shown == json.loads(msgspec.json.encode(fold))
        assert stored.marks == fingerprint_of_table(Kept(stored)), "a running game is found by these"

    def _check_freed(self) -> None:
        freed = self.table.freed
        for first in range(0, len(freed), 4):
            status, shown = self.world.ask("GET", f"/api/tables/{self.table.id}", freed[first : first + 4])
            assert status == 404 or shown["you"] == [], "a freed key holds a seat"

    # --- Commands

    def _command(self, kind: Kind, at: int, whose: int, variant: int) -> Command:
        seat = list(self.table.seats)[at % len(self.table.seats)]
        told = self.table.known[seat][::-1]
        key = told[whose % len(told)] if told else self.table.watch
        if kind in ("start", "rematch", "bot", "close") or (kind == "stand" and variant % 2):
            key = self.table.host
        self._names += 1
        if kind == "sit":
            return Command(kind, seat, "", {"name": f"Player {self._names}"})
        if kind == "bot":
            return Command(kind, seat, key, {"bot": "random"})
        if kind == "say":
            return Command(kind, seat, key, {"text": f"word {self._names}"})
        if kind in ("start", "rematch"):
            return Command(kind, "", key)
        if kind == "move":
            return self._move(seat, key, whose, variant)
        return Command(kind, seat, key)

    def _move(self, seat: str, key: str, which: int, variant: int) -> Command:
        """A legal one of whoever has to act, as a rule; else one that is not, is stale, or was made already."""
        made = [name for name in self.table.named if name[0] == seat]
        if variant == 1 and made:
            fields = {"client": made[-1][1], "move": self.table.named[made[-1]]}
            return Command("move", seat, key, {**fields, "ply": 0})
        _, shown = self.world.ask("GET", f"/api/tables/{self.table.id}", list(self.table.keys.values()))
        position = shown.get("position") or {}
        moves, ply = position.get("moves") or [], position.get("ply", 0)
        name = {"client": f"move {self._names}"}
        if not moves or variant == 2:
            return Command("move", seat, key, {**name, "move": "nonsense", "ply": ply})
        to_act = position["to_act"]
        known = self.table.known[to_act]
        mover = known[-1] if known else key
        move = moves[which * 7 % len(moves)]
        return Command("move", to_act, mover, {**name, "move": move, "ply": ply - (variant == 3)})

    async def _asked(self, command: Command) -> Answer:
        path, keys = f"/api/tables/{self.table.id}", [command.key]
        match command.kind:
            case "sit":
                return await self.world.asked("POST", f"{path}/seats/{command.seat}", body=command.fields)
            case "stand":
                return await self.world.asked("DELETE", f"{path}/seats/{command.seat}", keys)
            case "bot":
                return await self.world.asked("POST", f"{path}/seats/{command.seat}/bot", keys, command.fields)
            case "close":
                return await self.world.asked("POST", f"{path}/seats/{command.seat}/close", keys)
            case "start" | "rematch":
                return await self.world.asked("POST", f"{path}/{command.kind}", keys)
            case "move":
                body = {"id": command.fields["client"], "move": command.fields["move"], "ply": command.fields["ply"]}
                return await self.world.asked("POST", f"{path}/moves", keys, {**body, "seat": command.seat})
            case "say":
                return await self._said(command)
            case _:
                return await self.world.asked("POST", f"{path}/{command.kind}", keys, {"seat": command.seat})

    async def _said(self, command: Command) -> Answer:
        """As the live channel does it, where alone one can speak."""
        room, text = await self.world.registry.room(self.table.id), command.fields["text"]
        if command.seat not in room.rights.seats_of([command.key]):
            return 403, {"code": "seat/not-yours"}
        name = room.kept.sitters[command.seat].name
        try:
            seq = await room.submit(lambda table, now: table.say(command.seat, name, text, now), by=command.seat)
        except EwalaError as error:
            return status_of(error), {"code": problem_of(error, "en").code}
        return FREE, {"seq": seq}

    def _nothing_new(self, command: Command) -> bool:
        if command.kind == "rematch":
            return bool(self.table.rematch)
        return command.kind == "move" and (command.seat, command.fields["client"]) in self.table.named

    def _note(self, answered: list[tuple[Command, Answer]]) -> None:
        """Those that were acknowledged, in the order in which they came to be."""
        done = [(command, answer) for command, (status, answer) in answered if status < 400]
        for command, answer in done:
            if command.kind == "rematch":  # its answer tells of the new table
                answer["seq"] = stored_games(self.world.database, self.table.id)[self.table.id].last
        for command, answer in sorted(done, key=_number):
            fields = {name: value for name, value in command.fields.items() if name != "ply"}
            if command.kind == "rematch":
                fields = {"table": answer["table"]["id"]}
            self.table.done(Command(command.kind, command.seat, command.key, fields), answer)


def _number(done: tuple[Command, Any]) -> int:
    return int(done[1]["seq"])


@contextmanager
def machine() -> Iterator[type[TableMachine]]:
    """The machine with a server of its own."""
    with ExitStack() as open_:
        patching = open_.enter_context(pytest.MonkeyPatch.context())
        patching.setattr("ewala.server.tables.bot_turns.TRY_AGAIN", 0.005)
        folder = open_.enter_context(tempfile.TemporaryDirectory())
        open_.enter_context(same_luck())
        open_.enter_context(no_great_cleaning())
        world = SmallWorld(Path(folder), Disk(patching))
        open_.callback(world.close)
        yield type("TableMachine", (TableMachine,), {"world": world})


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


FAULTS = 200
LOAD_SEED = 1907
KINDS: tuple[Fault, ...] = ("fails", "fails after storing", "slow", "stops")


def injected(disk: Disk, number: int) -> None:
    """So many faults in a seeded order, each met by at least one commit."""
    chance = random.Random(LOAD_SEED)
    for _ in range(number):
        fault = chance.choice(KINDS)
        if fault == "stops":
            disk.stop()
            assert disk.met.wait(PATIENCE)
            disk.go_on(well=chance.random() < 0.5)
        else:
            disk.met.clear()
            disk.fault = fault
            assert disk.met.wait(PATIENCE)
            disk.fault = ""
        time.sleep(chance.random() * 0.02)  # chance says how much goes well in between


def test_two_hundred_faults_lose_nothing_and_show_nothing_that_is_not_stored(
    tmp_path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = Witness(tmp_path / "ewala.db")
    with served(tmp_path, complaints=COMPLAINTS) as server:
        monkeypatch.setattr("ewala.core.dice.secrets", SimpleNamespace(token_bytes=random.Random(LOAD_SEED).randbytes))
        tables = [server.kingdom_run("KSFG", listed=True) for _ in range(5)]
        tables += [server.chronicles(listed=True, confirm=False) for _ in range(5)]
        crowd = Crowd(server, witness, tables)
        crowd.begin()
        try:
            injected(disk, FAULTS)
        finally:
            disk.go_on(well=True)
            crowd.end()
    assert witness.findings() == []
    stored = stored_games(tmp_path / "ewala.db")
    assert crowd.acknowledged > 0
    assert crowd.refused > 0, "the faults were felt"
    for player in crowd.players:
        moved = [event for event in stored[player.device.hearer.table].events if getattr(event, "client", "")]
        names = [event.client for event in moved if event.seat == player.seat]  # type: ignore[union-attr]
        assert len(names) == len(set(names)), "a move was made twice"
        assert set(player.acknowledged) - {"over"} <= set(names)
