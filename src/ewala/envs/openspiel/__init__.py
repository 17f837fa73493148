"""The games in OpenSpiel: after `register()`, `pyspiel.load_game("python_NAME(OPTION=VALUE)")` knows them."""

import importlib.util

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence

__all__ = ["register"]

HOW_TO_INSTALL = "pip install 'ewala[openspiel]'"


def register() -> None:
    """Make the games known to OpenSpiel; a second time changes nothing. Raises BadSetup if it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        raise BadSetup(
            "openspiel/missing", "", Sentence("OpenSpiel is not installed; {command} does it", command=HOW_TO_INSTALL)
        )
    from ewala.envs.openspiel.game import register_games

    register_games()
