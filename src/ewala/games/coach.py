"""The coach: recorded games looked through, and hints for a seat, from what it may know."""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from ewala.core.errors import MatchOver, NotYourTurn
from ewala.core.record import Record
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import as_sentence
from ewala.core.state import State, View
from ewala.games.registry import kit_of
from ewala.kit.analysis import VERSION, Analysis, Better, Hint, SentenceData, as_data
from ewala.kit.effort import ORDINARY, Effort, Watch
from ewala.kit.ledger import Chances, LedgerEntry, analysis_of, curve_of, followed_by, nobody


def analysis_said(analysis: Analysis, record: Record) -> Analysis:
    """The analysis of a record with its better moves said."""
    states = list(record.states())
    costly = [
        msgspec.structs.replace(one, better=_all_said(one.better, _openly(states[one.ply]))) for one in analysis.costly
    ]
    return msgspec.structs.replace(analysis, costly=costly)


def hint_said(hint: Hint, view: View) -> Hint:
    """A hint with its moves said."""
    return msgspec.structs.replace(hint, moves=_all_said(hint.moves, view))


def _all_said(moves: Sequence[Better], view: View) -> list[Better]:
    return [msgspec.structs.replace(better, said=_said(view, better.line or [better.move])) for better in moves]


def _said(view: View, line: Sequence[str]) -> list[SentenceData]:
    words, said = kit_of(view.game.name).words(), []
    for n, move in enumerate(line):
        said.append(as_data(as_sentence(words.move(view, move))))
        if n + 1 < len(line):  # a line goes on within its turn, where nothing new is hidden
            after = State(view.game, view.data).play(move)
            view = View(after.game, after.data, view.viewer)
    return said


def _openly(state: State) -> View:
    """A position of a game that was played, with everything in it: words are told of views."""
    return View(state.game, state.data, SPECTATOR)


# Hears that there is more, may ask for all that there is, and should where it is the whole game for the first time.
Tell = Callable[[Callable[[], Analysis], bool], None]

GLANCE = Effort(4)  # a first look at the whole game
GLANCED = 0.1  # the part of the work that it is, about


def analyse(record: Record, effort: Effort = ORDINARY, watch: Watch = lambda part: None) -> Analysis:
    """The analysis of a record, finished or not; a bid that still lies face down is left out."""
    record = record.public()
    start, entries = kit_of(record.game.name).look_through(record, effort, watch, nobody)
    watch(1.0)
    return analysis_said(analysis_of(record, start, entries), record)


def analyse_in_parts(record: Record, effort: Effort, watch: Watch, tell: Tell) -> Analysis:
    """What `analyse` comes to, and meanwhile what is known already: first a glance through the whole game, from its
    beginning on, then the same game with ever more of its moves looked at as closely as they are to be."""
    record = record.public()
    look = kit_of(record.game.name).look_through
    glanced: list[LedgerEntry] = []
    chances: list[Chances] = []

    def glancing(start: Chances, entries: list[LedgerEntry]) -> None:
        whole = len(entries) == len(record.moves) and not glanced
        tell(lambda: analysis_said(analysis_of(record, start, entries), record), whole)

    def looking(start: Chances, entries: list[LedgerEntry]) -> None:
        if not glanced:
            return glancing(start, entries)
        n = len(entries)
        return glancing(start, followed_by(start, entries, chances[n], glanced[n:]))

    done = 0.0
    if effort.iterations > GLANCE.iterations:
        done = GLANCED
        first, glanced = look(record, GLANCE, lambda part: watch(GLANCED * part), glancing)
        chances = curve_of(first, glanced)
    start, entries = look(record, effort, lambda part: watch(done + (1 - done) * part), looking)
    watch(1.0)
    return analysis_said(analysis_of(record, start, entries), record)


def subject_of(record: Record) -> Record:
    """What an analysis is of: rules, start, moves and names. Notes, dates and dice make no difference to it."""
    record = record.public()
    return Record(record.game, record.start, list(record.moves), dict(record.seats))


def fingerprint_of(record: Record, effort: Effort) -> str:
    """32 digits that tell apart what would be analysed differently: the subject, the effort, the version."""
    subject = subject_of(record)
    lines = [
        f"{VERSION} {effort.iterations} {subject.game.fingerprint}",
        subject.start.text,
        *subject.moves,
        *(f"{seat}: {name}" for seat, name in sorted(subject.seats.items())),
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


def hint(view: View, seconds: float = 1.0) -> Hint:
    """A hint for the view's seat, which must have to act; it takes about so many seconds."""
    if view.to_act is None:
        raise MatchOver("the game is over")
    if view.to_act != view.viewer:
        raise NotYourTurn("{to_act} has to act, not {seat}", to_act=view.to_act, seat=view.viewer)
    return hint_said(kit_of(view.game.name).hint(view, seconds), view)


def folder() -> Path:
    """Below `EWALA_CACHE_DIR`, else in the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("EWALA_CACHE_DIR") or platformdirs.user_cache_dir("ewala")) / "analyses"


def kept(fingerprint: str) -> Analysis | None:
    """The analysis of that fingerprint, if it was made before and can still be read."""
    try:
        return msgspec.json.decode((folder() / f"{fingerprint}.json").read_bytes(), type=Analysis)
    except (OSError, msgspec.DecodeError):
        return None


def keep(fingerprint: str, analysis: Analysis) -> None:
    """Keep an analysis; where that is not possible, it is made again next time."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("wb", dir=folder(), prefix=f".{fingerprint}.", delete=False) as beside:
            beside.write(msgspec.json.encode(analysis))
        Path(beside.name).replace(folder() / f"{fingerprint}.json")
    except OSError:
        pass
