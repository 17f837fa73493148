"""Whatever people ask for at a table, in whatever order: it does what a simple model of it says, refuses with the code
that the model says and then stands as before, and is at every moment what its events fold to."""

import os
import re
from collections.abc import Callable

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from modelled_table import Chair, Model, kept, shown

from ewala import load
from ewala.core.dice import Dice, promise_of
from ewala.core.errors import EwalaError
from ewala.core.roles import CHANCE
from ewala.tables.clock import ClockRule
from ewala.tables.events import Created, Event, Replaced, Rolled, Settings, Started, decode_event, encode_event
from ewala.tables.match import Match
from ewala.tables.table import Table

SECRET = bytes(range(32))
CLOCKS = [ClockRule(), ClockRule("real-time", 60, 5), ClockRule("correspondence", 300)]
FEW = 80
EXAMPLES = int(os.environ.get("EWALA_MACHINE_EXAMPLES", FEW))  # thousands find more, in an hour
STEPS = 30
ALWAYS = ("lay", "it_stands_as_the_model_does", "teardown")
PHASES = (Phase.generate, Phase.shrink)  # to explain a failure takes longer than to read it

chairs = st.integers(0, 3)
parts = st.sampled_from(["luck", "other luck"])


class TableMachine(RuleBasedStateMachine):
    """One table, and what a model thinks of it."""

    table: Table

    @initialize(
        game=st.sampled_from(["chronicles-of-run", "kingdom-run"]),
        clock=st.sampled_from(CLOCKS),
        confirm=st.booleans(),
        by_lot=st.booleans(),
        begun=st.sampled_from(["no", "yes", "parts"]),
    )
    def lay(self, game: str, clock: ClockRule, confirm: bool, by_lot: bool, begun: str) -> None:
        """A table, at which perhaps people sit and play already."""
        rules = load(game, **{"first": "lot"} if by_lot and game == "kingdom-run" else {})
        created = Created(
            game=game,
            parameters=rules.parameters(),
            settings=Settings(clock=clock, confirm=confirm),
            commitment=Dice(SECRET).commitment,
            at=1000,
        )
        self.now = 1000
        self.table, self.model = Table(created, SECRET), Model(rules, confirm=confirm)
        if begun != "no":
            for n in range(len(rules.seats)):
                self.arrange("sit", n, "luck" if begun == "parts" else "")
            self.start()

    # --- Before the start

    @rule(
        what=st.sampled_from(["sit", "sit", "bot", "stand", "close"]), chair=chairs, part=st.sampled_from(["", "luck"])
    )
    def arrange(self, what: str, chair: int, part: str) -> None:
        table, model, seat = self.table, self.model, self._seat(chair)
        promise = promise_of(table.created.commitment, seat, part) if part else ""
        if what == "sit":
            done = self._command(model.seating(seat), lambda: table.sit_down(seat, "Anna", promise, self.now))
            after = Chair("person", part=part, settled=not part)
        elif what == "bot":
            done = self._command(model.seating(seat), lambda: table.seat_bot(seat, "random", self.now))
            after = Chair("bot", "random")
        elif what == "stand":
            done = self._command(model.seating(seat, taken=True), lambda: table.stand_up(seat, self.now))
            after = Chair()
        else:
            done = self._command(model.closing(seat), lambda: table.close(seat, self.now))
            after = Chair("closed")
        if done:
            model.chairs[seat] = after

    @rule()
    def start(self) -> None:
        if events := self._command(self.model.starting(), lambda: self.table.start(self.now)):
            self.model.asked = any(not chair.settled for chair in self.model.chairs.values())
            self._begins(events, at_once=not self.model.asked)

    @precondition(lambda self: self.model.asked and not self.model.states)
    @rule(chair=chairs, part=parts)
    def show_part(self, chair: int, part: str) -> None:
        seat = self._seat(chair)
        if self._says_again(seat, part):
            assert self.table.show_part(seat, part, self.now) == []
        elif events := self._command(
            self.model.showing(seat, part), lambda: self.table.show_part(seat, part, self.now)
        ):
            self.model.chairs[seat].settled = True
            self._begins(events[1:], at_once=all(chair.settled for chair in self.model.chairs.values()))

    def _says_again(self, seat: str, part: str) -> bool:
        chair = self.model.chairs[seat]
        return chair.part == part and chair.settled

    @precondition(lambda self: self.model.asked and not self.model.states)
    @rule()
    def miss_parts(self) -> None:
        late = [chair for chair in self.model.chairs.values() if not chair.settled]
        events = self._command("", lambda: self.table.miss_parts(self.now))
        for chair in late:
            chair.settled = True
        self._begins(events[len(late) :], at_once=True)

    def _begins(self, events: list[Event], *, at_once: bool) -> None:
        assert any(isinstance(event, Started) for event in events) is at_once
        if at_once:
            assert isinstance(events[0], Started)
            assert self.table.match is not None
            self.model.start(self.table.match.game)
            self.model.follow(events)

    # --- In the game

    @rule(pick=st.integers(0, 99), chair=st.none() | chairs, late=st.booleans(), again=st.booleans())
    def move(self, pick: int, chair: int | None, late: bool, again: bool) -> None:
        """A legal move of whoever has to act; or it is another's, comes too late, or was made already."""
        seat = self._seat(chair) if chair is not None else self.table.to_act or self._seat(0)
        ply = self.table.ply - late
        if again and (made := [name for name in self.model.named if name[0] == seat]):
            self._repeat(*made[-1])
        elif move := self._legal(pick):
            client = f"move {self.table.seq}"
            made_it = self._command(
                self.model.moving(seat, ply), lambda: self.table.move(seat, move, ply, client, self.now)
            )
            if made_it:
                self.model.named[seat, client] = move
                self.model.follow(made_it)

    def _repeat(self, seat: str, client: str) -> None:
        """A move that was taken already changes nothing, whatever has become of the game; its name is its own."""
        move = self.model.named[seat, client]
        assert self.table.move(seat, move, 0, client, self.now) == []
        self._command("move/id-used", lambda: self.table.move(seat, f"{move}?", 0, client, self.now))

    def _legal(self, pick: int) -> str:
        """Of the position, if a seat has to decide there; else any, for which it is not the time."""
        moves = self.model.states[-1].moves() if self.model.states else []
        return moves[pick % len(moves)] if moves else "r:-"

    @precondition(lambda self: self.model.status == "playing")
    @rule(picks=st.lists(st.integers(0, 99), min_size=5, max_size=25))
    def play_on(self, picks: list[int]) -> None:
        """Some moves, one after another."""
        for pick in picks:
            if self.model.waits:
                self.confirm(list(self.model.chairs).index(self.model.waits))
            if self.model.status != "playing":
                return
            self.move(pick, None, late=False, again=False)

    @precondition(lambda self: self.model.status == "playing")
    @rule(text=st.sampled_from(["", "nonsense", "r:-x", "K9"]))
    def move_nonsense(self, text: str) -> None:
        seat, before = str(self.table.to_act), kept(self.table, self.now)
        with pytest.raises(EwalaError):
            self.table.move(seat, text, self.table.ply, "nonsense", self.now)
        assert kept(self.table, self.now) == before

    @precondition(lambda self: self.model.states)
    @rule(chair=st.none() | chairs)
    def take_back(self, chair: int | None) -> None:
        """By whoever has moved last, as a rule."""
        mover = self.model.states[-2:][0].to_act
        seat = mover if chair is None and isinstance(mover, str) else self._seat(chair or 0)
        if events := self._command(self.model.taking_back(seat), lambda: self.table.take_back(seat, self.now)):
            self.model.follow(events)

    @precondition(lambda self: self.model.states)
    @rule(chair=chairs)
    def confirm(self, chair: int) -> None:
        seat = self._seat(chair)
        if events := self._command(self.model.confirming(seat), lambda: self.table.confirm(seat, self.now)):
            self.model.waits = None
            self.model.follow(events)

    @precondition(lambda self: self.model.states)
    @rule(chair=chairs)
    def resign(self, chair: int) -> None:
        seat = self._seat(chair)
        if events := self._command(self.model.resigning(seat), lambda: self.table.resign(seat, "random", self.now)):
            self.model.resign(seat)
            if isinstance(events[-1], Replaced):
                self.model.chairs[seat].bot = "random"
            assert bool(self.model.winner) is (len(events) == 1), "of two the other wins; else a bot plays on"

    @precondition(lambda self: self.model.states)
    @rule(chair=chairs)
    def replace(self, chair: int) -> None:
        seat = self._seat(chair)
        if self._command(self.model.replacing(seat), lambda: self.table.replace(seat, "random", "host", self.now)):
            self.model.chairs[seat].bot = "random"

    @precondition(lambda self: self.model.states)
    @rule(chair=chairs)
    def come_back(self, chair: int) -> None:
        seat = self._seat(chair)
        if self._command(self.model.returning(seat), lambda: self.table.come_back(seat, self.now)):
            self.model.chairs[seat].bot = ""

    @rule(chair=chairs, allowed=st.booleans())
    def allow_hints(self, chair: int, allowed: bool) -> None:
        seat = self._seat(chair)
        chosen = self.model.chairs[seat]
        refusal = "" if chosen.kind == "person" else "table/no-person"
        self._command(refusal, lambda: self.table.allow_hints(seat, allowed, self.now), quiet=chosen.hints == allowed)
        chosen.hints = allowed if not refusal else chosen.hints

    @precondition(lambda self: self.model.states)
    @rule(name=st.sampled_from(["first", "second"]))
    def offer_rematch(self, name: str) -> None:
        refusal = "table/rematch" if self.model.rematch else ""
        refusal = refusal if self.model.status == "over" else "table/not-over"
        if self._command(refusal, lambda: self.table.offer_rematch(name, {}, self.now)):
            self.model.rematch = name

    @rule()
    def say(self) -> None:
        self._command("", lambda: self.table.say(None, "", "words", self.now))

    # --- Time

    @rule(passed=st.sampled_from([1, 500, 20_000, 90_000]))
    def time_passes(self, passed: int) -> None:
        """It is the time of whoever has to act, and of nobody else."""
        before = self.table.clocks.shown(self.now)
        self.now += passed
        for seat, left in self.table.clocks.shown(self.now).items():
            assert left == max(0, before[seat] - passed * (seat == self.model.to_act))

    @precondition(lambda self: self.model.states)
    @rule(passed=st.sampled_from([0, 59_000, 400_000]))
    def run_out(self, passed: int) -> None:
        """A person whose time is over is replaced, and nobody else is."""
        self.time_passes(passed)
        seat = self.model.to_act or ""
        out = self.table.clocks.shown(self.now).get(seat) == 0 and not self.model.chairs[seat].bot
        self._command("", lambda: self.table.run_out("random", self.now), quiet=not out)
        if out:
            self.model.chairs[seat].bot = "random"

    @rule(away=st.integers(1, 100_000), set_back=st.booleans())
    def server_is_away(self, away: int, set_back: bool) -> None:
        """Nobody's time runs meanwhile, also if somebody has set the server's clock."""
        before, runs = self.table.clocks.shown(self.now), bool(self.table.clocks.running and self.model.to_act)
        until = self.now - 1000 if set_back else self.now + away
        self._command("", lambda: self.table.clocks_stood(self.now, until), quiet=not runs)
        self.now = until if runs else self.now
        assert self.table.clocks.shown(self.now) == before

    @rule()
    def restart(self) -> None:
        """From now on it is the table that its events fold to."""
        folded = Table.fold([decode_event(encode_event(event)) for event in self.table.events], SECRET)
        later = self.now + 12_345
        assert kept(folded, later) == kept(self.table, later)
        assert shown(folded, later) == shown(self.table, later)
        self.table = folded

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.restart()
            if self.table.match and self.table.status == "over":
                assert self.table.match.record.verify() == sum(isinstance(e, Rolled) for e in self.table.events)

    # --- What is true after each of them

    @invariant()
    def it_stands_as_the_model_does(self) -> None:
        if not hasattr(self, "table"):
            return
        table, model = self.table, self.model
        assert (table.status, table.to_act, table.to_confirm) == (model.status, model.to_act, model.waits)
        assert (table.rematch, table.winner_by_resignation or "") == (model.rematch, model.winner)
        assert {seat: (s.kind, s.bot, s.resigned, s.hints) for seat, s in table.sitters.items()} == {
            seat: (chair.kind, chair.bot, chair.resigned, chair.hints) for seat, chair in model.chairs.items()
        }
        assert table.to_show == (
            [seat for seat, chair in model.chairs.items() if not chair.settled] if model.asked else []
        )
        assert (table.match is not None) == bool(model.states)
        if table.match is not None:
            assert table.match.record.moves == model.moves
            assert table.match.state.data == model.states[-1].data
            assert model.waits or model.status == "over" or table.match.to_act is not CHANCE, "chance does not wait"
        assert table.clocks.running in (model.to_act, None)

    def _seat(self, chair: int) -> str:
        seats = list(self.model.chairs)
        return seats[chair % len(seats)]

    def _command(self, refusal: str, what: Callable[[], list[Event]], *, quiet: bool = False) -> list[Event]:
        """The events of a command, or none if it is refused, as the model has said; `quiet`: nothing is to happen."""
        before, seq = kept(self.table, self.now), self.table.seq
        code, events = "", list[Event]()
        try:
            events = what()
        except EwalaError as error:
            code = error.code
        assert code == refusal
        if refusal:
            assert kept(self.table, self.now) == before, "what is refused changes nothing"
            return []
        assert bool(events) is not quiet
        assert self.table.events[seq:] == events
        return events


def how(examples: int) -> settings:
    """The same runs every time, unless more are asked for."""
    return settings(
        max_examples=examples, stateful_step_count=STEPS, derandomize=examples == FEW, phases=PHASES, database=None
    )


def test_a_table_does_what_a_simple_model_of_it_says() -> None:
    run_state_machine_as_test(TableMachine, settings=how(EXAMPLES))


def test_the_machine_finds_a_table_that_lets_anything_be_taken_back_and_shows_it_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Match, "check_undo", lambda *_, **__: None)
    with pytest.raises(AssertionError) as failure:
        run_state_machine_as_test(TableMachine, settings=how(FEW))
    steps = re.findall(r"state\.(\w+)\(", "\n".join(failure.value.__notes__))
    assert [step for step in steps if step not in ALWAYS] == ["take_back"]
