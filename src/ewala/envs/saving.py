"""A moment of an environment, to come back to: for searches that begin there many times, and for long work on file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence


@dataclass(frozen=True)
class Saved:
    """What `get_state` gives: positions, dice, and what the bots draw from. It can be pickled, and nothing that is done
    later changes it. Only an environment of the same kind takes it back: game, number of games, who plays which seat.
    """

    kind: tuple[object, ...]
    parts: Mapping[str, Any]

    @staticmethod
    def read(saved: "Saved", kind: tuple[object, ...]) -> Mapping[str, Any]:
        """The parts; raises BadSetup if they are another kind of environment's."""
        if not isinstance(saved, Saved):
            raise BadSetup(
                "envs/saved", "", Sentence("set_state takes what get_state gave, not {saved!r}", saved=saved)
            )
        if saved.kind != kind:
            raise BadSetup(
                "envs/saved", "", Sentence("this was saved by an environment with other rules, games or seats")
            )
        return saved.parts
