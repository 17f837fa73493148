"""Random games in which positions are asked everything: texts, scores, views, what is legal and why not."""

from ewala.core.errors import EwalaError
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.core.state import State, Viewer
from ewala.games.registry import game_class
from ewala.local.explaining import ExplanationRequest, explanation

NEVER = ["V:K", "D1K", "r:-", "!DDLX", "1>3a", "?", "", "L3k", "17>9d", "end"]  # in some game, or in none
MANY_MET = 40  # moves that are remembered, to be tried where they may be none
TRIED = 5
APART = 5  # one position of so many is asked, that those of a game are not all alike


class _Draws:
    """A little generator: Python's own would be tried with everything else."""

    def __init__(self, seed: int) -> None:
        self._word = seed * 7919 + 13

    def below(self, many: int) -> int:
        self._word = (self._word * 1103515245 + 12345) % 2147483648
        return (self._word >> 8) % many


def walked(game: str, parameters: dict[str, str], seed: int, positions: int) -> list[str]:
    """All that was answered in each position that was asked; where a game is over, another begins."""
    played = game_class(game).from_parameters(parameters)
    draws, met = _Draws(seed), list(NEVER)
    state = played.start()
    told: list[str] = []
    while len(told) < positions:
        asked = state.to_act is None or draws.below(APART) == 0
        lines = _seen(state) if asked else []
        if state.to_act is None:
            state = played.start()
        else:
            moves = state.moves()
            move = moves[draws.below(len(moves))]
            if asked:
                lines += _tried(state, [moves[0], moves[0][:-1], moves[-1] + "x"])
                lines += _tried(state, [met[draws.below(len(met))] for _ in range(TRIED)])
                lines += _listed(state, moves, move)
                lines += _explained(state, move)
            met = [*met, moves[draws.below(len(moves))]][-MANY_MET:]
            state = state.play(move)
        if asked:
            told.append("\n".join(lines))
    return told


def _viewers(state: State) -> list[Viewer]:
    return [*state.game.seats, SPECTATOR]


def _seen(state: State) -> list[str]:
    """The position as everybody sees it, and its text read again."""
    lines = [state.text, str(state.game.parse(state.text).data == state.data)]
    lines.append(f"{state.scores()} {state.ending} {sorted(state.winners())} {state.game.turn_label(state.data)}")
    lines.append(str(state.explained()))
    for viewer in _viewers(state):
        view = state.view(viewer)
        again = state.game.parse_view(view.text, viewer) == view
        lines.append(f"{view.text} {view.explained()} {view.scores()} {view.data.hex()} {again}")
    return lines


def _tried(state: State, texts: list[str]) -> list[str]:
    """What is said to texts that may be no moves, or none here."""
    lines = []
    for text in texts:
        try:
            lines.append(f"{text} {state.check(text)}")
        except EwalaError as error:
            lines.append(f"{text} {error.code} {error}")
    return lines


def _explained(state: State, move: str) -> list[str]:
    """What a page finds in the positions that its server sends, from the texts alone."""
    after, named = state.play(move), (state.game.name, state.game.parameters())
    lines = []
    for viewer in _viewers(state):
        texts = after.view(viewer).text, state.view(viewer).text, state.seen(move, viewer)
        found = explanation(ExplanationRequest(*named, *texts), "fr")
        lines.append(f"{found.explained} {found.more}")
    return lines


def _listed(state: State, moves: list[str], move: str) -> list[str]:
    """What is legal, each read and written again, and who sees what of a move."""
    again = [state.game.move_text(state.game.read_move(text).code) for text in moves]
    lines = [" ".join(moves), str(again == moves)]
    if state.to_act is CHANCE:
        lines.append(" ".join(f"{text} {chance}" for text, chance in state.chances().items()))
    lines.append(f"{state.to_act} {[state.seen(move, viewer) for viewer in _viewers(state)]}")
    return lines
