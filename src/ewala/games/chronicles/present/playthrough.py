"""How playthroughs of The Chronicles of Run are told."""

from ewala.core.state import State
from ewala.games.chronicles.present.names import CHARACTER_NAMES
from ewala.games.chronicles.rules.notation import read_move
from ewala.games.chronicles.rules.state import State as Board


def few_words(state: State, text: str) -> str:
    move = read_move(text)
    name = CHARACTER_NAMES[move.rune - 1]
    if move.action == "decline":
        deciding = Board.unpack(state.data).deciding[0] & 15
        return f"{CHARACTER_NAMES[deciding - 1]} declines"
    if move.action == "move":
        return f"Aruh'ka moves to zone {move.zone} as {move.role}"
    if move.action == "swap":
        return f"Broin swaps with {name}"
    if move.action == "attract":
        return f"Loreen attracts {name} of {move.side}"
    return f"bids {name} on zone {move.zone} as {move.role}"
