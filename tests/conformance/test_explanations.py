"""Explanations and tallies agree with the rules."""

import importlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import ewala
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.rng import draw
from ewala.core.roles import CHANCE
from ewala.core.state import State

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def explanation(state: State) -> Any:
    """As it travels: what JSON can't hold would fail here."""
    return json.loads(json.dumps(state.explained()))


def test_the_points_of_a_tally_add_up_to_the_score(game: Game, playing: Playing) -> None:
    for state, _ in playing(game, 1):
        tally = explanation(state).get("tally")
        if tally is None:
            assert game.name == "race-of-pebbles", "a game that explains nothing"
            continue
        assert {seat: sum(item["points"] for item in items) for seat, items in tally.items()} == state.scores()


def places(state: State, clan: str) -> Counter[int]:
    """On which spaces a clan's runners are, from 1; across the line is one more than there are spaces."""
    spaces, podium, *_ = state.text.split()
    boards = spaces.split("/")
    there = [n for n, space in enumerate(boards, 1) for runner in space.upper() if runner == clan]
    return Counter([*there, *[len(boards) + 1] * podium.count(clan)])


def test_runners_land_where_they_are_said_to(game: Game, playing: Playing) -> None:
    if game.name != "kingdom-run":
        return
    for state, _ in playing(game, 2):
        landings = explanation(state)["landings"]
        moving = [move for move in state.moves() if move[0] in "CBD+"] if state.to_act is not ewala.CHANCE else []
        assert list(landings) == moving
        for move, landing in landings.items():
            clan = move[-1]
            assert list(places(state.play(move), clan) - places(state, clan)) == [landing], (state.text, move)


def test_the_dice_pay_for_all_that_is_legal_and_for_nothing_else(game: Game, playing: Playing) -> None:
    if game.name != "kingdom-run":
        return
    for state, _ in playing(game, 3):
        phase, *fields = state.text.split()[5].split(":")
        dice = explanation(state)["dice"]
        assert len(dice) == (4 if phase in ("keep", "act", "sow") else 0)
        lying = "".join(die["face"] for die in dice if die["state"] != "spent")
        if phase in ("keep", "act", "sow"):
            assert lying == fields[0].replace("-", "")
        assert all(bool(die["moves"]) == (die["state"] == "ready") for die in dice if phase == "act")
        assert not any(die["face"] == "X" and die["state"] == "barred" for die in dice if phase == "act")
        assert all(("clause" in die) == ("code" in die) == (die["state"] == "barred") for die in dice)
        payable = {move for die in dice for move in die["moves"]}
        assert payable == (set(state.moves()) - {"end"} if phase == "act" else set())


def test_zones_lie_where_the_text_says_and_neighbours_touch(game: Game, playing: Playing) -> None:
    if game.name != "chronicles-of-run":
        return
    for state, _ in playing(game, 4):
        found = explanation(state)
        _, tiles, slots, *_ = state.text.split()
        assert {zone: told["hex"] for zone, told in found["zones"].items()} == {
            zone: tile for tile, zone in enumerate(tiles) if zone != "-"
        }
        lying = [(f"{n}{slot}", rune) for n, pair in enumerate(slots.split("/"), 1) for slot, rune in slots_of(pair)]
        assert list(found["slots"]) == [slot for slot, _ in lying]
        for slot, rune in lying:
            told = found["slots"][slot]
            assert rune.strip("()[]") == f"{told['side']}{told['rune']}"
            assert (told["face"] == "down") == (rune[0] == "(")
            assert told["destiny"] == told["printed"] + sum(bonus["points"] for bonus in told["bonuses"])
        for zone, near in found["neighbours"].items():
            q, r = found["hexes"][found["zones"][zone]["hex"]]
            others = [found["hexes"][found["zones"][str(other)]["hex"]] for other in near]
            assert all((a - q, b - r) in TOUCHING for a, b in others)
            assert all(int(zone) in found["neighbours"][str(other)] for other in near)


TOUCHING = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}  # CR-2.2


def slots_of(pair: str) -> list[tuple[str, str]]:
    return [(slot, rune) for slot, rune in zip("ad", pair.split("|"), strict=True) if rune != "."]


GAMES = 3


def played(game: Game, seed: int) -> tuple[Any, State, list[tuple[State, str]]]:
    """A game at random: its row, its end, and each position with the move that was made in it."""
    tally: Any = importlib.import_module(game.kernel.rpartition(".")[0] + ".tally")
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


def test_what_is_known_at_the_end_is_what_the_last_position_says(game: Game) -> None:
    for seed in range(GAMES):
        row, end, _ = played(game, seed)
        points = row.power if game.name == "chronicles-of-run" else row.score
        assert dict(zip(game.seats, points, strict=False)) == end.scores()
        assert {seat for seat, won in zip(game.seats, row.won, strict=False) if won} == end.winners()


def test_what_was_done_is_what_the_moves_say(game: Game) -> None:
    for seed in range(GAMES):
        row, _, moves = played(game, seed)
        if game.name == "kingdom-run":
            check_actions(game, row, moves)
        elif game.name == "chronicles-of-run":
            check_bids(game, row, moves)
        else:
            check_hands(game, row, moves)


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


def check_hands(game: Game, row: Any, moves: list[tuple[State, str]]) -> None:
    hid, caught = Counter[str](), Counter[str]()
    for state, move in moves:
        seat, _, hands = state.text.split()[-1].partition(":")
        hid[seat] += move == "hide:L"
        caught[seat] += hands in ("roll:L:L", "roll:R:R")
    for n, seat in enumerate(game.seats):
        assert (row.hid_left[n], row.caught[n]) == (hid[seat], caught[seat])


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
