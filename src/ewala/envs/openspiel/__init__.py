"""The games in OpenSpiel: after `register()`, `pyspiel.load_game("python_NAME(OPTION=VALUE)")` knows them."""

from ewala.core.extras import need

__all__ = ["register"]


def register() -> None:
    """Make the games known to OpenSpiel; a second time changes nothing. Raises BadSetup if it is not installed."""
    need("pyspiel", "OpenSpiel", "openspiel", "openspiel/missing")
    from ewala.envs.openspiel.game import register_games

    register_games()
