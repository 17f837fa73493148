"""A game in which every position is asked everything: texts, scores, views, what is legal and why not, explanations."""

from ewala.core.errors import EwalaError
from ewala.core.roles import CHANCE, SPECTATOR
from ewala.games.registry import game_class


def _texts(moves: list[str]) -> list[str]:
    """Texts that are no moves, or may be none here."""
    return [moves[0][:-1], moves[-1] + "x", "V:K", "D1K", "r:-", "!DDLX", "1>3a", "?", "", "L3k", "17>9d", "end"]


def played(game: str, options: dict[str, object], seed: int, most: int) -> list[str]:
    """What was answered, a line each; moves are drawn by a little generator of this module's own."""
    state = game_class(game).from_options(options).start()
    lines = [str(state.game.parameters())]
    word = seed * 7919 + 13
    for _ in range(most):
        word = (word * 1103515245 + 12345) % 2147483648
        lines.append(state.text)
        lines.append(f"{state.scores()} {state.ending} {sorted(state.winners())}")
        lines.append(str(state.explained()))
        views = [state.view(seat) for seat in state.game.seats]
        for view in [*views, state.view(SPECTATOR)]:
            lines.append(f"{view.text} {view.explained()}")
        if state.to_act is None:
            break
        moves = state.moves()
        lines.append(" ".join(moves))
        for text in _texts(moves):
            try:
                state.check(text)
                lines.append("ok")
            except EwalaError as error:
                lines.append(f"{error.code} {error}")
        move = moves[(word >> 8) % len(moves)]
        lines.append(f"{state.to_act is CHANCE} {state.game.turn_label(state.data)} {state.seen(move, SPECTATOR)}")
        lines.append(str(state.game.parse(state.text).data == state.data))
        state = state.play(move)
    return lines
