"""How playthroughs of Kingdom Run are chosen and told."""

from ewala.core.state import State
from ewala.games.kingdom_run.rules.notation import RaceMove, read_move

KINDS = {"K": "knight", "S": "sorcerer", "F": "forest dweller", "G": "gnome"}
RUNNING = ("disband", "take", "catch-up", "bathe")


def preferred(state: State, ending: str) -> list[str]:
    """The moves that lead to an ending soon: everyone finishes if players' runners run where they can."""
    if ending != "everyone-finished":
        return []
    return [move.text for move in state.legal_moves() if runs(move, state)]


def runs(move: object, state: State) -> bool:
    return isinstance(move, RaceMove) and move.action in RUNNING and move.clan in state.game.seats


def few_words(state: State, text: str) -> str:
    move = read_move(text)
    runner = KINDS.get(move.clan, "")
    words = {
        "reroll": f"rerolls {' '.join(move.faces)}" if move.faces else "keeps all dice",
        "end": "ends the turn",
        "steal": f"steals a token from the player of {move.clan}",
        "lull": f"lulls a {runner} on space {move.space}",
        "awaken": f"awakens a {runner} on space {move.space}",
        "stop": "stops disbanding",
        "take": f"takes a {runner} next",
        "disband": f"disbands space {move.space}, a {runner} first",
        "catch-up": f"lets a {runner} on space {move.space} catch up",
        "bathe": f"lets a {runner} on space {move.space} bathe",
    }
    return words[move.action]
