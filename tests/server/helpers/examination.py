"""What one hearer heard, in order, held against what the database has: witness.py collects, this judges."""

import json
from typing import TYPE_CHECKING

from devices import Frame
from stored_games import StoredGame

if TYPE_CHECKING:
    from witness import Heard, Hearer


class Examination:
    def __init__(self, hearer: "Hearer", games: dict[str, StoredGame]) -> None:
        self.hearer = hearer
        self.games = games
        self.seq = hearer.since  # of the last event that came; None before the first
        self.seats: list[str] | None = None  # that it holds, once it was told
        self._found: list[str] = []

    def findings(self) -> list[str]:
        for heard in self.hearer.heard:
            self._judge(heard)
        return self._found

    def _find(self, what: str, heard: "Heard") -> None:
        self._found.append(f"{self.hearer.name}, table {self.hearer.table}: {what}; heard {heard.text[:200]}")

    def _judge(self, heard: "Heard") -> None:
        said = _read(heard.text)
        name = self.hearer.table or ((said or {}).get("table") or {}).get("id", "")
        game = self.games.get(name)
        if name and game is None:
            self._find("a table that is not on disk", heard)
        if said is None and self.hearer.road != "http":
            self._find("a line that cannot be read", heard)
        if game is None:
            return
        if self.seats is None:
            self.seats = game.seats_of(self.hearer.keys)
        seq = (said or {}).get("seq")
        if isinstance(seq, int) and self._is_there(game, seq, said or {}, heard):
            self._line(game, said or {}, heard)
        elif said is None:
            self._record(game, heard)
        self._secrets(name, seq, heard)

    def _is_there(self, game: StoredGame, seq: int, said: Frame, heard: "Heard") -> bool:
        """Whether the event of that number is on disk, and was when it was heard of."""
        acknowledged = said.get("type", "done") == "done" and "log" not in said
        if seq > game.last:
            what = "was acknowledged and is missing" if acknowledged else "was heard of and is not on disk"
            self._find(f"event {seq} {what}", heard)
            return False
        if heard.on_disk is not None and seq > heard.on_disk:
            self._find(f"event {seq} was heard of when {heard.on_disk} was the last on disk", heard)
        return True

    def _line(self, game: StoredGame, said: Frame, heard: "Heard") -> None:
        kind = said.get("type", "done")
        if kind == "snapshot":
            self._snapshot(game, said, heard)
        elif kind == "happened":
            self._happened(game, said, heard)
        elif kind == "done":
            self._done(game, said, heard)

    def _done(self, game: StoredGame, said: Frame, heard: "Heard") -> None:
        command = self.hearer.commands.get(said.get("id", ""))
        if command is None or not command.get("id"):
            return
        seat = command.get("seat") or (self.seats or [""])[0]
        if not game.moved(seat, command["id"], command["move"]):
            self._find(f"the move {command['id']!r} was acknowledged and is missing", heard)

    def _snapshot(self, game: StoredGame, said: Frame, heard: "Heard") -> None:
        seq, held = said["seq"], game.seats_of(self.hearer.keys)
        for seat in said["you"]:
            if seat not in held and not game.changed_hands(seat):
                self._find(f"the seat {seat} without its key", heard)
        self.seats = said["you"]
        if self.seq is not None and seq < self.seq and self.hearer.since is None:
            self._find(f"a snapshot that goes back from {self.seq} to {seq}", heard)
        self.seq = seq
        page = game.page(seq)
        if said["log"] != page.log(said["you"]):
            self._find(f"a log that is not the stored one, {page.log(said['you'])}", heard)
        self._position(game, seq, said.get("position") or {"text": ""}, heard)

    def _happened(self, game: StoredGame, said: Frame, heard: "Heard") -> None:
        seq, seats = said["seq"], self.seats or []
        if self.seq is not None and seq <= self.seq:
            self._find(f"event {seq} a second time, or too late, after {self.seq}", heard)
        elif self.seq is not None and not self._heard_all(game, self.seq + 1, seq - 1):
            self._find(f"a gap: event {seq} after {self.seq}", heard)
        self.seq = max(seq, self.seq or 0)
        stored = game.seen(seq, seats)
        if said["event"] != stored:
            self._find(f"event {seq} is not the stored one, {json.dumps(stored)}", heard)
        if position := said.get("position"):
            self._position(game, seq, position, heard)

    def _heard_all(self, game: StoredGame, first: int, last: int) -> bool:
        """Whether there was nothing that it should have heard of from one event to another."""
        return first > last or (self.hearer.muted and game.only_said(first, last))

    def _position(self, game: StoredGame, seq: int, position: Frame, heard: "Heard") -> None:
        stored = game.page(seq).text(self.seats or [])
        if position["text"] != stored:
            self._find(f"a position that is not the stored one after event {seq}, {stored!r}", heard)

    def _record(self, game: StoredGame, heard: "Heard") -> None:
        """A record's moves are those of the game at some time up to now, as its reader may know them."""
        if not heard.text.startswith("Ewala record"):
            return
        lines = heard.text.partition("\n\n")[2].splitlines()
        moves = [move for line in lines if not line.startswith("#") for move in line.partition(": ")[2].split()]
        until = game.last if heard.on_disk is None else min(game.last, heard.on_disk)
        pages = [game.page(seq) for seq in range(1, until + 1)]
        shown = [page.log(self.seats or []) for page in pages]
        shown += [list(page.moves[:-1]) for page in pages if page.over]  # without a bid that still lies face down
        if moves not in shown:
            self._find("a record whose moves were never on disk so far, or not for these eyes", heard)

    def _secrets(self, name: str, seq: object, heard: "Heard") -> None:
        """Dice's secrets, of whichever table: seen only if the ending stands among the events up to there."""
        for table, game in self.games.items():
            if game.secret.hex() in heard.text:
                told = seq if table == name and isinstance(seq, int) else heard.on_disk
                until = min(game.last, game.last if told is None else told)
                if not until or not game.page(until).over:
                    self._find("the dice's secret before the ending was on disk", heard)


def _read(text: str) -> Frame | None:
    """A JSON object; an empty one for any other value, None for what is no JSON."""
    try:
        said = json.loads(text)
    except ValueError:
        return None
    return said if isinstance(said, dict) else {}
