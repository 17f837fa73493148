"""Tallies tell what was done: held against the texts of the moves of the same games."""

import importlib
from collections import Counter
from typing import Any

from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.rng import draw
from ewala.core.roles import CHANCE
from ewala.core.state import State

GAMES = 3


def played(game: Game, seed: int) -> tuple[Any, State, list[tuple[State, str]]]:
    """A game at random: its row, its end, and each position with the move that was made in it."""
    tally: Any = importlib.import_module(game.tally or game.kernel)
    row, rng, state, moves = tally.Tally(), Rng(seed), game.start(), []
    engine = game.interpreted
    while state.to_act is not None:
        if state.to_act is CHANCE:
            move = state.sample(rng)
        else:
            words = [rng.word]
            legal = state.moves()
            move, rng.word = legal[draw(words, len(legal))], words[0]
        tally.note(engine.look(state.data), game.rules, game.move_code(move), row)
        moves.append((state, move))
        state = state.play(move)
    tally.close(engine.look(state.data), game.rules, [0] * 2 * len(game.seats), row)
    return row, state, moves


def test_what_is_known_at_the_end_is_what_the_last_position_says(plain_game: Game) -> None:
    for seed in range(GAMES):
        row, end, _ = played(plain_game, seed)
        points = row.power if plain_game.name == "chronicles-of-run" else row.score
        assert dict(zip(plain_game.seats, points, strict=False)) == end.scores()
        assert {seat for seat, won in zip(plain_game.seats, row.won, strict=False) if won} == end.winners()


def test_what_was_done_is_what_the_moves_say(plain_game: Game) -> None:
    for seed in range(GAMES):
        row, _, moves = played(plain_game, seed)
        if plain_game.name == "kingdom-run":
            check_actions(plain_game, row, moves)
        elif plain_game.name == "chronicles-of-run":
            check_bids(plain_game, row, moves)
        else:  # the plain tally, of which `rows` counts the moves
            assert not plain_game.tally


def check_actions(game: Game, row: Any, moves: list[tuple[State, str]]) -> None:
    done: Counter[tuple[str, str]] = Counter()
    turns: Counter[str] = Counter()
    rerolled: Counter[str] = Counter()
    sown = 0
    for state, move in moves:
        seat = state.text.split()[-2]
        if move[0] in "DCBVL":
            done[seat, move[0]] += 1
        elif move.startswith("r:") and move != "r:-":
            rerolled[seat] += len(move) - 2
        elif move[0] == "!" and state.text.endswith(" roll"):
            turns[seat] += 1
        sown += move[0] == "+"
    for n, seat in enumerate(game.seats):
        assert row.done[5 * n : 5 * n + 5] == [done[seat, action] for action in "DCBVL"]
        assert (row.turns[n], row.rerolled[n]) == (turns[seat], rerolled[seat])
        assert sum(row.dice[6 * n : 6 * n + 6]) == 4 * turns[seat]
        assert row.score[n] == row.zones[n] + row.podium[n] + 2 * row.tokens[n]
        assert all(copied <= all_ for copied, all_ in zip(row.copied, row.done, strict=True))
    assert row.sown == sown
    assert sum(row.chosen) == sum(done[seat, action] for seat in game.seats for action in "DCBL")


def check_bids(game: Game, row: Any, moves: list[tuple[State, str]]) -> None:
    bids = sum(">" in move and move[0].isdecimal() for _, move in moves)
    assert bids == 18
    for side in range(2):
        turns = row.turn_of[12 * side : 12 * side + 12]
        assert sorted(turns)[3:] == list(range(1, 10)), "a rune in each of nine turns (CR-3.5)"
        assert sum(map(bool, row.slot_of[12 * side : 12 * side + 12])) == 9
    assert sum(map(bool, row.character_in)) == 18
    assert sorted(row.zone_on) == list(range(1, 10))
    dealt = 10  # nine tiles, and who begins
    assert sum(row.used) + sum(row.declined) == len(moves) - dealt - bids
