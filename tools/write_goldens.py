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
from ewala.core.move import Move
from ewala.core.state import State, Viewer
from ewala.games.chronicles.present.names import CHARACTER_NAMES
from ewala.games.chronicles.rules.notation import RuneMove
from ewala.games.chronicles.rules.state import State as Board
from ewala.games.kingdom_run.rules.notation import RaceMove
from ewala.games.registry import GAMES, game_class, kit_of

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
MOST_MOVES = 110  # longer games make no good reading
SHOWN = 6  # of the legal moves

# Rules under which an ending comes soon. Circuits are short; only a long podium lets everyone finish (KR-8.2).
RULES: dict[tuple[str, str], dict[str, Any]] = {
    ("kingdom-run", "podium-full"): {"circuit": "oooo|o~|~o~|o 2:2,3:2,5:2 13,8,5"},
    ("kingdom-run", "player-finished"): {"players": "SG", "circuit": "oooo|~~~ 2:1,4:2 9,8,7,6,5,4,3,2,1,0"},
    ("kingdom-run", "everyone-finished"): {
        "players": "KSF",
        "may_pass": True,
        "circuit": "oooo|~~~ 2:3 20,19,18,17,16,15,14,13,12,11,10,9,8,7,6",
    },
    ("chronicles-of-run", "order-wins"): {},
    ("chronicles-of-run", "chaos-wins"): {"layout": "ring"},
    ("chronicles-of-run", "draw"): {"layout": "0,0;1,0;5,5;5,6;-3,2;-4,3;9,-9;10,-9;10,-10"},
}

KINDS = {"K": "knight", "S": "sorcerer", "F": "forest dweller", "G": "gnome"}
RUNNING = ("disband", "take", "catch-up", "bathe")


def all_stories() -> Iterator[tuple[Path, str]]:
    """Every golden file's place and what should stand in it."""
    for name in GAMES:
        for edition in game_class(name).editions:
            for ending in game_class(name).endings:
                yield FOLDER / name / f"{edition}-{ending}.txt", story(name, edition, ending)


def story(name: str, edition: str, ending: str) -> str:
    """The first short game, by seed, that ends this way."""
    game = ewala.load(name, backend="interpreted", edition=edition, **RULES.get((name, ending), {}))
    hurry = ending == "everyone-finished"
    seed = 0
    while True:
        states, moves = play(game, seed, hurry)
        if states[-1].ending == ending:
            return "\n".join(tell(game, seed, states, moves)) + "\n"
        seed += 1


def play(game: Game, seed: int, hurry: bool) -> tuple[list[State], list[str]]:
    """A random game, as far as it makes good reading; in a hurry, players' runners run where they can."""
    choose = random.Random(seed)
    states: list[State] = [game.start()]
    moves: list[str] = []
    while states[-1].to_act is not None and len(moves) < MOST_MOVES:
        state = states[-1]
        if state.to_act is ewala.CHANCE:
            chances = state.chances()
            (move,) = choose.choices(list(chances), [float(share) for share in chances.values()])
        else:
            running = [move.text for move in state.legal_moves() if hurry and runs(move, game)]
            move = choose.choice(running or state.moves())
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
            yield f"   {move}, {in_words(game, state, move)}"
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


def runs(move: Move, game: Game) -> bool:
    """Whether a move lets a player's runner run."""
    return isinstance(move, RaceMove) and move.action in RUNNING and move.clan in game.seats


def in_words(game: Game, state: State, text: str) -> str:
    move = game.read_move(text)
    if isinstance(move, RaceMove):
        return race_words(move)
    if isinstance(move, RuneMove):
        return bid_words(state, move)
    return str(kit_of(game.name).words().move(state.view(str(state.to_act)), text))


def race_words(move: RaceMove) -> str:
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


def bid_words(state: State, move: RuneMove) -> str:
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
