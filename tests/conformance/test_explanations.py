"""Explanations and tallies agree with the rules."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import ewala
from ewala.core.engine import Rng
from ewala.core.game import Game
from ewala.core.rng import draw
from ewala.core.state import State, Viewer
from ewala.lab.simulation.players import tally_of
from ewala.local.explaining import Explanation, ExplanationRequest, explanation
from ewala.tables.story import Made, more_said_in

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def explained(state: State) -> Any:
    """As it travels: what JSON can't hold would fail here."""
    return json.loads(json.dumps(state.explained()))


def test_the_points_of_a_tally_add_up_to_the_score(game: Game, playing: Playing) -> None:
    for state, _ in playing(game, 1):
        tally = explained(state).get("tally")
        if tally is None:
            assert type(game).explain is Game.explain, "a game that explains nothing"
            continue
        assert {seat: sum(item["points"] for item in items) for seat, items in tally.items()} == state.scores()


def test_a_page_explains_what_it_sees_as_a_server_would(game: Game, playing: Playing) -> None:
    """From the texts of views alone, whoever saw the position before."""
    viewers: list[Viewer] = [*game.seats, ewala.SPECTATOR]
    for number, (state, move) in enumerate(playing(game, 5)):
        if number % 36 or not move:
            continue
        after = state.play(move)
        more = more_said_in("fr", Made(state, move, after))
        for viewer, earlier in ((viewer, viewers[number % len(viewers)]) for viewer in viewers):
            view, named = after.view(viewer), (state.game.name, state.game.parameters())
            assert state.game.parse_view(view.text, viewer) == view
            asked = ExplanationRequest(*named, view.text, state.view(earlier).text, state.seen(move, viewer))
            assert explanation(asked, "fr") == Explanation(view.explained(), more)
            assert explanation(ExplanationRequest(*named, view.text), "fr") == Explanation(view.explained(), [])


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
        landings = explained(state)["landings"]
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
        dice = explained(state)["dice"]
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
        found = explained(state)
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


def test_a_row_knows_at_the_end_what_the_last_position_says(game: Game) -> None:
    """Each game's own tests count the rest of its rows again."""
    tally: Any = tally_of(game)
    for seed in range(3):
        row, rng, state = tally.Tally(), Rng(seed), game.start()
        while state.to_act is not None:
            words, legal = [rng.word], state.moves()
            move, rng.word = legal[draw(words, len(legal))], words[0]
            tally.note(game.interpreted.look(state.data), game.rules, game.move_code(move), row)
            state = state.play(move)
        tally.close(game.interpreted.look(state.data), game.rules, [0] * 2 * len(game.seats), row)
        points = row.power if hasattr(row, "power") else row.score
        assert dict(zip(game.seats, points, strict=False)) == state.scores()
        assert {seat for seat, won in zip(game.seats, row.won, strict=False) if won} == state.winners()
