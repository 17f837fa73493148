"""Write the golden playthroughs: for each game, edition and ending one whole game, told move by move.

`make goldens` runs it; the suite tells the same stories again and compares. Review the difference before keeping it.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ewala
from ewala.core.game import Game
from ewala.core.state import State, Viewer
from ewala.games.registry import GAMES, game_class, kit_of

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
MOST_MOVES = 110  # longer games make no good reading
SHOWN = 6  # of the legal moves


def all_stories() -> Iterator[tuple[Path, str]]:
    """Every golden file's place and what should stand in it."""
    for name in GAMES:
        for edition in game_class(name).editions:
            for ending in game_class(name).endings:
                yield FOLDER / name / f"{edition}-{ending}.txt", story(name, edition, ending)


def story(name: str, edition: str, ending: str) -> str:
    """The first short game, by seed, that ends this way."""
    soon: dict[str, Any] = kit_of(name).for_tools("playthroughs").get(ending, {})
    game = ewala.load(name, backend="interpreted", edition=edition, **soon)
    seed = 0
    while True:
        states, moves = play(game, seed, ending)
        if states[-1].ending == ending:
            return "\n".join(tell(game, seed, states, moves)) + "\n"
        seed += 1


def play(game: Game, seed: int, ending: str) -> tuple[list[State], list[str]]:
    """A random game, as far as it makes good reading; a game may prefer moves that lead to the ending soon."""
    choose = random.Random(seed)
    states: list[State] = [game.start()]
    moves: list[str] = []
    while states[-1].to_act is not None and len(moves) < MOST_MOVES:
        state = states[-1]
        if state.to_act is ewala.CHANCE:
            chances = state.chances()
            (move,) = choose.choices(list(chances), [float(share) for share in chances.values()])
        else:
            move = choose.choice(kit_of(game.name).preferred(state, ending) or state.moves())
        moves.append(move)
        states.append(state.play(move))
    return states, moves


def tell(game: Game, seed: int, states: list[State], moves: list[str]) -> Iterator[str]:
    yield f"{game.title}, edition {game.values['edition']}, seed {seed}"
    for option, value in game.parameters().items():
        yield f"  {option}: {value}"
    for number, (state, move) in enumerate(zip(states, moves, strict=False), 1):
        label = game.turn_label(state.data)
        if label:
            scores = ", ".join(f"{seat} {score}" for seat, score in state.scores().items())
            yield f"\n=== {label} === scores {scores}"
        yield ""
        yield state.text
        yield from secrets(state)
        legal = state.moves()
        few = " ".join(legal[:SHOWN]) + (" …" if len(legal) > SHOWN else "")
        if state.to_act is ewala.CHANCE:
            yield f"{number}. chance, 1 of {len(legal)}: {few}"
            yield f"   {move}, probability {state.chances()[move]}"
        else:
            yield f"{number}. {state.to_act} chooses, {len(legal)} legal: {few}"
            yield f"   {move}, {kit_of(game.name).few_words(state, move)}"
    last = states[-1]
    yield ""
    yield last.text
    scores = ", ".join(f"{seat} {score}" for seat, score in last.scores().items())
    yield f"over: {last.ending}; scores {scores}; won by {' and '.join(sorted(last.winners()))}"


def secrets(state: State) -> Iterator[str]:
    """What each viewer sees instead, where that is not the same."""
    viewers: list[Viewer] = [*state.game.seats, ewala.SPECTATOR]
    for viewer in viewers:
        view = state.view(viewer)
        if view.text != state.text:
            yield f"   {viewer if isinstance(viewer, str) else 'spectator'} sees {view.text}"


def main() -> None:
    sys.path.insert(0, str(FOLDER.parent / "third_game"))
    from third import third_game

    with third_game():
        wanted = dict(all_stories())
    for path in sorted(FOLDER.rglob("*.txt")):
        if path not in wanted:
            path.unlink()
            sys.stdout.write(f"removed {path.relative_to(FOLDER)}\n")
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {path.relative_to(FOLDER)}\n")


if __name__ == "__main__":
    main()
