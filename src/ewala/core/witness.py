"""What a player keeps of the dice, so that nobody has to be believed: the check of a record against it.

A record that fits itself proves little: whoever wrote it may have chosen its secret last. A witness has kept what was
shown while nobody could know the rolls: the first seal, whether the dice were to draw who begins, its own part, and
everybody's promises when it showed its part.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from ewala.core.dice import SECRET_BYTES, promise_of
from ewala.core.errors import EwalaError
from ewala.core.record import Record
from ewala.core.sentences import Sentence

__all__ = ["NotAsPromised", "Witness", "check_kept"]


class NotAsPromised(EwalaError):
    """What a server shows now is not what it showed before."""


@dataclass
class Witness:
    """One seat's witness: it makes the seat's part, promises it, shows it, and checks the record of the game."""

    seat: str
    seal: str  # the commitment to the dice's secret, as it was first seen
    part: str = field(default_factory=lambda: secrets.token_hex(SECRET_BYTES), repr=False)
    promises: dict[str, str] = field(default_factory=dict)  # of all seats, when the part was shown
    lot: bool = False  # whether it was left to the dice who begins, when the seal was first seen

    @property
    def promise(self) -> str:
        return promise_of(self.seal, self.seat, self.part)

    def show(self, seal: str, promises: Mapping[str, str]) -> str:
        """The part, now that everybody has promised; raises NotAsPromised, and it stays hidden, if anything changed.

        From then on no promise may change: whoever knows this part could choose another.
        """
        if seal != self.seal:
            raise NotAsPromised("dice/other-seal", "the seal of the dice is not the one that was shown first")
        if promises.get(self.seat) != self.promise:
            raise _other_promise(self.seat)
        self.promises = self.promises or dict(promises)
        return self.part

    def check(self, record: Record) -> int:
        """Compute every chance move of the finished game again; returns how many there are.

        Raises NotAsPromised or DamagedRecord, with what differs.
        """
        check_kept(record, seal=self.seal, promises=self.promises, parts={self.seat: self.part}, lot=self.lot)
        return record.verify()


def check_kept(
    record: Record,
    *,
    seal: str = "",
    promises: Mapping[str, str] | None = None,
    parts: Mapping[str, str] | None = None,
    lot: bool = False,
) -> None:
    """Whether a record has what somebody has kept; raises DamagedRecord at the first that differs."""
    if seal and record.commitment != seal:
        sentence = Sentence("the seal is not the one that was shown first: the dice were exchanged")
        raise record.wrong_header("record/other-seal", "commitment", sentence)
    if lot and not record.by_lot:  # one that says it is computed again with the rolls
        sentence = Sentence("it was left to the dice who begins, and the record does not say that they drew it")
        raise record.wrong_header("record/no-lot", record.game.lot_option, sentence)
    for seat in sorted({*promises, *record.promises}) if promises else ():
        if promises and promises.get(seat) != record.promises.get(seat):
            sentence = Sentence("the promise of {seat} is not the one that was shown before the parts", seat=seat)
            raise record.wrong_header("record/other-promise", "promise", sentence, seat)
    for seat, part in (parts or {}).items():
        if seat not in record.entropy:
            sentence = Sentence("what {seat} was to add to the dice is missing: they were rolled without it", seat=seat)
            raise record.wrong_header("record/part-missing", "promise", sentence, seat)
        if record.entropy[seat] != part:
            sentence = Sentence("what {seat} has added to the dice was altered", seat=seat)
            raise record.wrong_header("record/part-altered", "entropy", sentence, seat)


def _other_promise(seat: str) -> NotAsPromised:
    return NotAsPromised("dice/other-promise", "the promise of {seat} is not the one that it made", seat=seat)
