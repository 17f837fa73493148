"""The coach at work: what it whispers in some positions, and what it makes of a game."""

import msgspec

from ewala.core.state import State
from ewala.games.registry import game_class
from ewala.local.coaching import HintTask, analysed, analysis_task, hinted


def whispered(
    game: str, options: dict[str, object], positions: list[str], names: list[str], languages: list[str], seconds: float
) -> list[str]:
    """A hint in each position, in one language after another."""
    played = game_class(game).from_options(options)
    said = []
    for ply, text in enumerate(positions):
        state: State = played.parse(text)
        assert isinstance(state.to_act, str)
        view = state.view(state.to_act)
        called = dict(zip(played.seats, names, strict=False))
        language = languages[ply % len(languages)]
        task = HintTask(state.to_act, ply, game, played.parameters(), view.data.hex(), called, language, seconds)
        said.append(hinted(msgspec.json.encode(task).decode()))
    return said


def looked_through(record: str, iterations: int, language: str) -> list[str]:
    """All that is heard of an analysis, and what it comes to."""
    told: list[str] = []
    task = analysis_task(record, iterations, False, language)
    told.append(analysed(msgspec.json.encode(task).decode(), told.append))
    return told
