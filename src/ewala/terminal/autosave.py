"""Where a running game is kept: the record in one file, the secret of its dice in another beside it.

The record file holds what everybody may know, so it can be shown around at any time. The secret file is for this
program alone: it holds the dice's secret and a bid that lies face down, and goes when the game is over. The secret is
in the record then.
"""

import contextlib
import shlex
import shutil
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

import platformdirs

from ewala.core.dice import SECRET_BYTES, Dice, commitment_of
from ewala.core.errors import BadSetup
from ewala.core.record import DamagedRecord, Record
from ewala.core.sentences import Sentence
from ewala.games.records import load_record
from ewala.tables.match import Match

SUFFIX = ".ewala"


@dataclass(frozen=True)
class SaveFile:
    """The file of a game's record, and the one of its dice's secret."""

    path: Path

    @property
    def secret(self) -> Path:
        return self.path.with_name(self.path.name + ".secret")

    @property
    def quoted(self) -> str:
        """The record's path as a shell reads it."""
        return shlex.quote(str(self.path))

    def begin(self, match: Match) -> None:
        """Write both files for the first time; raises BadSetup if that cannot be done."""
        try:
            for path in (self.path, self.secret):
                if path.exists():
                    there = Sentence("{path} is there already; go on with --resume, or save to another file", path=path)
                    raise BadSetup("save/exists", "", there)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.save(match)
        except OSError as error:
            with contextlib.suppress(OSError):
                self.forget_secret()
            raise BadSetup(
                "save/unwritable",
                "",
                Sentence(
                    "games cannot be saved in {folder}: {why}; name a file elsewhere with --save",
                    folder=self.path.parent,
                    why=error.strerror,
                ),
            ) from None

    def save(self, match: Match) -> None:
        """Write both files, each whole at every moment."""
        public = match.record.public()
        if match.to_act is not None and match.record.commitment:
            self._write_secret(match.dice, "" if public is match.record else match.record.moves[-1])
        public.save(self.path)
        if match.to_act is None:
            self.forget_secret()

    def forget_secret(self) -> None:
        self.secret.unlink(missing_ok=True)

    def _write_secret(self, dice: Dice, held: str) -> None:
        """The secret, then a bid that lies face down; readable by its owner alone, from the first moment on."""
        with NamedTemporaryFile("w", encoding="ascii", dir=self.path.parent, prefix=".", delete=False) as file:
            file.write(f"{dice.secret.hex()}\n{held}\n")
        Path(file.name).replace(self.secret)

    def read_secret(self) -> bytes | None:
        """The secret, or None if there is none that can be read."""
        with contextlib.suppress(OSError, ValueError):
            secret = bytes.fromhex(self.secret.read_text(encoding="ascii").split("\n")[0])
            return secret if len(secret) == SECRET_BYTES else None
        return None

    def read_held(self) -> str:
        """The bid that lay face down when the game was left, or nothing."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return self.secret.read_text(encoding="ascii").split("\n")[1]
        return ""


@dataclass
class Saved:
    """A record read back, and what there is to say about it."""

    record: Record
    notes: list[Sentence] = field(default_factory=list)


def default_path(game: str, now: datetime) -> Path:
    """A file that is not there yet, named after the game and the time."""
    folder = Path(platformdirs.user_data_dir("ewala")) / "games"
    name = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    path, number = folder / f"{name}{SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{name}-{number}{SUFFIX}", number + 1
    return path


def read_saved(path: Path) -> Saved:
    """The record in a file; if it is damaged, all that stands before the damage, and the file is kept beside."""
    try:
        return Saved(load_record(path))
    except FileNotFoundError:
        raise BadSetup("save/no-such-file", "", Sentence("there is no saved game {path}", path=path)) from None
    except DamagedRecord as error:
        if error.record is None:
            lost = Sentence("{path} is damaged, and nothing of it can be resumed: {why}", path=path, why=error.sentence)
            raise BadSetup("save/damaged", "", lost) from None
        kept = _free_name(path, ".damaged")
        shutil.copy2(path, kept)
        blanks: dict[str, object] = {"count": len(error.record.moves), "path": kept}
        return Saved(
            error.record,
            [
                Sentence("{path} is damaged: {why}.", path=path, why=error.sentence),
                Sentence("The moves before it stand: {count}. The file as it was is kept as {path}.", **blanks),
            ],
        )


def dice_of(record: Record, file: SaveFile, *, new_dice: bool) -> Dice:
    """The dice with which a saved game goes on; raises BadSetup if they are lost and new ones were not asked for."""
    if new_dice:
        record.commitment = record.secret = ""
        record.promises.clear()
        record.entropy.clear()
        file.forget_secret()
    if not record.commitment:
        return Dice.fresh()
    way_out = Sentence("--new-dice goes on with fresh dice, but the game cannot be verified then")
    if record.secret:
        shown = Sentence("the dice secret of this game has been shown already; {way_out}", way_out=way_out)
        raise BadSetup("save/secret-shown", "", shown)
    secret = file.read_secret()
    if secret is None:
        blanks: dict[str, object] = {"path": file.secret, "way_out": way_out}
        missing = Sentence("the dice secret {path} is missing or cannot be read; {way_out}", **blanks)
        raise BadSetup("save/no-secret", "", missing)
    if commitment_of(secret) != record.commitment:
        other = Sentence("{path} has the dice secret of another game; {way_out}", path=file.secret, way_out=way_out)
        raise BadSetup("save/wrong-secret", "", other)
    return Dice(secret, record.entropy, record.promises)


def _free_name(path: Path, ending: str) -> Path:
    beside, number = path.with_name(path.name + ending), 2
    while beside.exists():
        beside, number = path.with_name(f"{path.name}{ending}-{number}"), number + 1
    return beside
