"""A table that is being played or watched right now, and the way of a command from its turn to its keeper and back.

Commands at a table are decided one after another: the next one when the last one's events are kept, or lost. So each
is decided, and refused, by what everybody may know, and a table of which much is asked waits behind itself.

Where others add to the same table, their events are read and folded in, and a command that was late is decided again
by what is true then: its author hears what anybody would who asked now.
"""

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import NamedTuple

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.roster import stand_in
from ewala.tables import views
from ewala.tables.audience import Audience
from ewala.tables.broadcast import Seats, happenings_of
from ewala.tables.commands import Change
from ewala.tables.events import Event
from ewala.tables.fold import DamagedLog
from ewala.tables.keeper import Addition, Keeper
from ewala.tables.kept import Kept, Receipt, Stored, Tail
from ewala.tables.messages import Snapshot
from ewala.tables.problems import TooMany, Unavailable
from ewala.tables.rights import Rights, SeatFreed, key_changes

log = logging.getLogger("ewala.server")

MOST_WAITING = 200  # commands at one table
FAILED = EwalaError("server/error", Sentence("the server could not do this"))
NOT_STORED = Unavailable("server/storage", Sentence("it could not be stored: nothing has changed"))
Answer = Callable[[int | EwalaError], None]  # told the number of the event that is kept, or why there is none


class Asked(NamedTuple):
    """A change that waits for its turn."""

    change: Change
    answer: Answer
    key: str  # the digest of the key to the seat that is taken, if one is
    by: Seat | None  # the seat by whose right it was asked for, if by one's
    holder: str  # the digest of the key to that seat when it was asked for
    companion: object  # a new table that is kept together with it
    at: float  # when it was asked for, by `perf_counter`
    again: bool = False  # whether it was refused already, by what was known here then


class Room:
    """One table in memory. `on_news` is called whenever something has happened, `on_ruin` when its keeper has something
    else than this room."""

    failed = FAILED  # what is answered where a command fails unexpectedly

    def __init__(
        self,
        stored: Stored,
        kept: Kept,
        keeper: Keeper,
        audience: Audience,
        now: Callable[[], int],
        on_news: "Callable[[Room], None]",
        on_ruin: "Callable[[Room], None]",
    ) -> None:
        self.id = stored.id
        self.kept = kept  # what was kept, unfolded: all that anybody is told comes from here
        self.rights = Rights(stored, kept)
        self.audience = audience
        self.now = now
        self.last_use = self.since = now()
        self._keeper = keeper
        self._on_news = on_news
        self._on_ruin = on_ruin
        self._draft = kept.draft()  # where commands are decided; seen by nobody
        self._asked: deque[Asked] = deque()
        self._writing = False  # whether events are on their way to the keeper
        self._reading = False  # whether what others have added is being read
        self._said = 0  # the highest number that others say they have added
        self._looking: list[Callable[[EwalaError | None], None]] = []  # who waits until that has been read
        keeper.subscribe(self.may_have_grown)

    @property
    def busy(self) -> bool:
        """Whether something is being written or read, or waits to be decided."""
        return self._writing or self._reading or bool(self._asked)

    @property
    def waiting(self) -> int:
        """Commands that wait for their turn."""
        return len(self._asked)

    def snapshot(self, seats: Seats, *, host: bool, muted: bool = False, explained_in: str | None = None) -> Snapshot:
        """Everything that a device with these seats may know."""
        return views.snapshot_of(
            self.id,
            self.kept,
            seats,
            host=host,
            online=self.audience.online,
            muted=muted,
            now=self.now(),
            explained_in=explained_in,
        )

    # --- Commands, one after another

    def carry_out(
        self, change: Change, answer: Answer, *, key: str = "", by: Seat | None = None, companion: object = None
    ) -> None:
        """Carry out a change when its turn comes; `answer` is told once everything is kept, right after all devices,
        or why nothing has changed. `key` is the digest of the key to a seat that is taken by it; `by` is the seat by
        whose right it is asked for: if that has changed hands when its turn comes, the right is gone. `companion` is a
        new table, which is kept together with this change, or not at all."""
        self.last_use = self.now()
        holder = self.rights.seat_digests.get(by, "") if by else ""
        asked = Asked(change, answer, key, by, holder, companion, perf_counter())
        if len(self._asked) >= MOST_WAITING:
            answer(TooMany("table/busy", Sentence("too much is wished at this table at once: wait a moment")))
        elif self._writing or self._reading:
            self._asked.append(asked)
        else:
            self._decide(asked)

    def refuse_waiting(self, error: EwalaError) -> None:
        """Nothing can be kept: whoever waits for a decision need not wait any longer."""
        asked, self._asked = self._asked, deque()
        for one in asked:
            one.answer(error)

    def _decide(self, asked: Asked) -> None:
        """Let it happen at the draft: then its events are kept, or it is refused and the draft is as before."""
        now = self.now()
        try:
            if asked.by is not None and self.rights.seat_digests.get(asked.by, "") != asked.holder:
                raise SeatFreed
            events = self._before() + asked.change(self._draft, now)
        except EwalaError as refusal:
            self._forget_draft()
            self._refuse(asked, refusal)
        except Exception:
            log.exception("a command at table %s failed", self.id)
            self._draft = self.kept.draft()  # whatever it did before it failed
            asked.answer(self.failed)
        else:
            if events:
                self._write(asked, events, now)
            else:
                asked.answer(self.kept.seq)

    def _before(self) -> list[Event]:
        """What has to happen at the draft before anything else can: a host whose clocks stood still says so here."""
        return []

    def _refuse(self, asked: Asked, refusal: EwalaError) -> None:
        """Nobody is refused for what is not true any more: where others may have added something, it is looked for."""
        if self._keeper.shared and not asked.again and not isinstance(refusal, Unavailable):
            self._catch_up(asked._replace(again=True))
        else:
            asked.answer(refusal)

    def _forget_draft(self) -> None:
        """As if nothing had been asked for."""
        if self._draft.seq != self.kept.seq:
            self._draft = self.kept.draft()

    # --- To the keeper, and back

    def _write(self, asked: Asked, events: list[Event], now: int) -> None:
        self._writing = True
        keys = key_changes(events, asked.key)
        addition = Addition(self.kept.seq + 1, events, keys, self._draft, now, asked.companion)
        self._keeper.append(addition, partial(self._on_kept, asked, addition), partial(self._on_lost, asked))

    def _on_kept(self, asked: Asked, addition: Addition, receipt: Receipt) -> None:
        self.kept.grow(receipt, self._draft)
        if addition.keys:
            self.rights.change(addition.keys)
        self._writing = False
        try:
            self.audience.tell(happenings_of(self.kept, receipt.events, addition.at), receipt.at)
            asked.answer(self.kept.seq)
        finally:
            self._go_on()

    def _on_lost(self, asked: Asked, error: EwalaError, taken: bool) -> None:
        """It could not be kept: the draft forgets it, and nobody has seen anything of it. If others were first, it is
        decided again when what they have added is known here."""
        self._writing = False
        self._forget_draft()
        if taken and self._keeper.shared:
            self._catch_up(asked)
            return
        if taken:
            self.close_down()
        asked.answer(error)
        self._go_on()

    def _go_on(self) -> None:
        while self._asked and not self._writing and not self._reading:
            self._decide(self._asked.popleft())
        if not self._writing and not self._reading and (self._said > self.kept.seq or self._looking):
            self._catch_up(None)
        else:
            self._on_news(self)

    # --- What others have added

    def may_have_grown(self, seq: int) -> None:
        """Others say that they have added events up to this number."""
        self._said = max(self._said, seq)
        if self._said > self.kept.seq and not self._writing and not self._reading:
            self._catch_up(None)

    def read_on(self, then: Callable[[EwalaError | None], None]) -> None:
        """Learn what others have added up to now; `then` is told why not, if so."""
        self._looking.append(then)
        if not self._writing and not self._reading:
            self._catch_up(None)

    def _catch_up(self, asked: Asked | None) -> None:
        """Read what others have added, then decide again what was late for it. What they have said up to now is kept,
        and is found, or was said of what is not there; what they say while it is read may come too late."""
        self._reading, self._said = True, 0
        looking, self._looking = self._looking, []
        self._keeper.read(self.kept.seq, partial(self._on_read, asked, looking), partial(self._unread, asked, looking))

    def _on_read(
        self, asked: Asked | None, looking: list[Callable[[EwalaError | None], None]], tail: Tail | None
    ) -> None:
        self._reading = False
        try:
            if tail is None:
                raise DamagedLog("table/gone", Sentence("the table is not there any more"))
            self._fold_in(tail)
        except Exception:
            log.exception("table %s cannot be followed", self.id)
            if asked is not None:
                asked.answer(NOT_STORED)
            self.close_down()
        else:
            if asked is not None:
                self._decide(asked)
            self._go_on()
        for then in looking:
            then(None)

    def _unread(
        self, asked: Asked | None, looking: list[Callable[[EwalaError | None], None]], error: EwalaError
    ) -> None:
        self._reading = False
        if asked is not None:
            asked.answer(error)
        self._said = 0  # nobody reads in circles: whoever looks at the keeper tells it again
        self._go_on()
        for then in looking:
            then(error)

    def _fold_in(self, tail: Tail) -> None:
        events = self.kept.catch_up(tail, self._draft)
        self.rights.become(tail.seat_digests)
        if events:
            self.audience.tell(happenings_of(self.kept, events, self.now()))

    def close_down(self) -> None:
        """The keeper has something else than this room: nothing is decided here any more, and devices come again."""
        log.error("table %s was changed by somebody else: it is read again", self.id)
        self._on_ruin(self)
        again = Unavailable("server/storage", Sentence("the table has to be read again: come back in a moment"))
        self.refuse_waiting(again)
        self.audience.say_goodbye(again)

    # --- What happens by itself

    @property
    def clock_is_due(self) -> bool:
        """Whether the clock that runs has run out."""
        out_at = self.kept.clocks.runs_out_at()
        return out_at is not None and out_at <= self.now()

    def let_time_pass(self, parts_seconds: float) -> None:
        """Now and then: a clock runs out, or a game begins without what nobody adds to the dice in so many seconds."""
        if self.clock_is_due:
            bot = stand_in(self.kept.game.name)
            self.carry_out(lambda draft, at: draft.run_out(bot, at), nobody_asked)
        asked = self.kept.parts_asked_at
        # After a restart devices get their time once more.
        if asked is not None and self.kept.to_show and self.now() - max(asked, self.since) >= parts_seconds * 1000:
            self.carry_out(lambda draft, at: draft.miss_parts(at), nobody_asked)


def nobody_asked(_: object) -> None:
    """It happens by itself; what did not work is tried again when somebody looks after it."""
