"""Whether a record is of a game that is being played here: such a game is not analysed, or nobody's hints would need
anybody's agreement.

A record is taken for a running game if
- it shows the same seal: the commitment to its dice;
- or chance has drawn the same, from the beginning, beyond coincidence, whatever was decided: headers, names, options,
  last moves and single decisions make no difference, nor does it where either of the two ends;
- or it comes to a position in which the running game was a little while ago, as one does that sets out from there.

By the first two a game is found in the database, whether its table is in memory or not. The third asks games that are
in memory alone: it would have to play through all others. So a record that sets out in the middle of a game of which
nobody has moved, watched or looked for ten minutes, or since the server began, is analysed.

It does not catch who tells the game as another one: with other dice and other decisions from early on and a board that
is nearly the same, or with the seats exchanged all along. Nor can it know what is asked of another machine.
"""

from ewala.core.errors import EwalaError
from ewala.core.sentences import Sentence
from ewala.server.tables.registry import TableRegistry
from ewala.tables.analysis_subject import Subject
from ewala.tables.starts import was_there


class StillPlayed(EwalaError):
    def __init__(self) -> None:
        super().__init__("analysis/running", Sentence("this game is being played here: it is analysed when it is over"))


async def check_not_running(subject: Subject, registry: TableRegistry) -> None:
    """Raises StillPlayed if the record is of a game that somebody plays at one of the hub's tables; Unavailable if the
    database does not say."""
    positions = set(subject.positions)
    for room in registry.playing():
        if room.marks.fit(subject.commitment, subject.opening) or was_there(room.kept.match, subject.game, positions):
            raise StillPlayed
    if await registry.read(registry.store.is_played, subject.commitment, subject.opening):
        raise StillPlayed
