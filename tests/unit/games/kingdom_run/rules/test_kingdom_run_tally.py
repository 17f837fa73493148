"""What researchers count: each field of a row held by values, and counted again from the texts of whole games."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from case_tables import cases
from rules_to_try import Rules, all_rules, load_rules, rules_id
from tally_rows import Row, blank, closed, note, noted, played, shown

import ewala
from ewala.core.state import State
from ewala.games.kingdom_run.rules.tally import AXES, LABELS

ACTIONS, FACES, CLANS, KINDS = "DCBVL", "DCBVLX", "KSFG", "DCBLl"


def place(name: str, n: int) -> str:
    axes = AXES[name]
    last = LABELS.get(axes[-1], ("0", "1", "2", "3"))
    if len(axes) == 1:
        return last[n]
    return f"{(LABELS.get(axes[0]) or '0123')[n // len(last)]} {last[n % len(last)]}"


def filled(row: Any) -> Row:
    return shown(row, place)


KS = "- 6,6 KS K"
START = "KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/-"
NOTED = """
a turn begins, nobody is ahead
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K roll -> !DDDD -> turns 0: 1
a turn begins, and one is alone ahead
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 5,7 KS K roll -> !DDDD -> turns 0: 1, led 1: 1, leader: 2
the other's turn is theirs, and who leads is counted in it too
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 7,5 KS S roll -> !DDDD -> turns 1: 1, led 0: 1, leader: 1
who comes last in the order may be level with the best
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 5,2,5 KSF K roll -> !DDDD -> turns 0: 1
all dice are kept
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K keep:DBLX -> r:-
    dice 0 D: 1, dice 0 B: 1, dice 0 L: 1, dice 0 X: 1
dice are rolled again
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S keep:DBLX -> r:BL -> rerolled 1: 2
and those kept and those that come up are acted with
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S again:DX:2 -> !DV -> dice 1 D: 2, dice 1 V: 1, dice 1 X: 1
a disbanding that its die pays for; the space ahead is not full
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:DVLL:- -> D4S -> done 0 D: 1, chosen S disbanded: 1
a disbanding over full spaces
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S act:DVLL:- -> D1K +F .
    done 1 D: 1, chosen K disbanded: 1, passed_full: 1, sown: 1
a further runner passes a full space
    KSF/SF/SFG/-/KSFG/-/-/-/-/KKGG/-/-/-/- - 6,6 KS K act:DVLL:- -> D3S +F
    done 0 D: 1, chosen S disbanded: 1, passed_full: 1, sown: 1
across the line nobody is passed
    KSFG/KSFG/FG/G/-/-/-/-/-/-/-/-/KSF/KS - 6,6 KS K act:DVLL:- -> D14K +S
    done 0 D: 1, chosen K disbanded: 1, sown: 1
a copy pays for catching up once its own die is spent; the space is full
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:CVVX:- -> C1G C2G
    done 0 C: 2, copied 0 C: 1, chosen G caught_up: 2, passed_full: 2
robbing has no runner
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS S act:VLLX:- -> V:K V:K -> done 1 V: 2, copied 1 V: 1
bathing, lulling and awakening
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BVLL:- -> B4F L3G L3g
    done 0 B: 1, done 0 L: 2, chosen F bathed: 1, chosen G lulled: 1, chosen G awakened: 1
a runner that is lulled goes nowhere, though the nearest lake is full
    K/SFG/SFG/SFG/-/KKSF/-/-/-/-/-/-/-/KG - 6,6 KS K act:VVLL:- -> L1K -> done 0 L: 1, chosen K lulled: 1
two actions that are done hold nothing back but a third of them
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BV:LL -> V:S B4K
    done 0 V: 1, done 0 B: 1, chosen K bathed: 1
a third die of an action cannot be used
    KSFG/KSFG/KSFG/KSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:VL:LL -> V:S -> done 0 V: 1, held_back: 1
a last awake runner may not be lulled
    KSFG/kSFG/kSFG/kSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BVLL:- -> V:S -> done 0 V: 1, last_awake: 1
two last ones are one decision
    KSFG/ksFG/ksFG/ksFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BVLL:- -> V:S -> done 0 V: 1, last_awake: 1
a neutral clan's last runner is nobody's
    KSFG/KSfG/KSfG/KSfG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BVLL:- -> V:S -> done 0 V: 1
where nothing can be lulled, nothing is held back by it
    KSFG/kSFG/kSFG/kSFG/-/-/-/-/-/-/-/-/-/- - 6,6 KS K act:BBVV:- -> V:S -> done 0 V: 1
"""


@pytest.mark.parametrize(("position", "moves", "counts"), cases(NOTED))
def test_what_moves_add_to_a_row(position: str, moves: str, counts: str) -> None:
    found = filled(noted(ewala.load("kingdom-run").parse(position), *moves.split()))
    assert ", ".join(f"{name}: {many}" for name, many in sorted(found.items())) == ", ".join(sorted(counts.split(", ")))


def test_ending_a_turn_early_adds_nothing() -> None:
    state = ewala.load("kingdom-run", may_pass=True).parse(f"{START} {KS} act:BBVV:-")
    assert filled(noted(state, "end")) == {}


def test_the_lead_changes_when_somebody_else_comes_to_be_alone_ahead() -> None:
    row, leads = blank(ewala.load("kingdom-run")), []
    for tokens in ("6,6", "7,5", "6,6", "7,5", "5,7", "6,6", "7,5"):
        state = ewala.load("kingdom-run").parse(f"{START} - {tokens} KS K roll")
        note(state, "!DDDD", row)
        leads.append((row.leader, row.lead_changes, row.led[:2]))
    assert leads == [
        (0, 0, [0, 0]),
        (1, 0, [1, 0]),
        (1, 0, [1, 0]),
        (1, 0, [2, 0]),
        (2, 1, [2, 1]),
        (2, 1, [2, 1]),
        (1, 2, [3, 1]),
    ]


def test_a_finished_game_says_where_the_points_come_from() -> None:
    over = ewala.load("kingdom-run").parse("-/-/-/Fg/-/-/-/-/-/F/-/fG/K/Sg KSKFKGSS 4,8 KS K over")
    assert filled(closed(over)) == {
        "score 0": 13 + 11 + 9 + 6 + 8,
        "podium 0": 13 + 11 + 9,
        "zones 0": 6,
        "tokens 0": 4,
        "score 1": 12 + 7 + 6 + 6 + 16,
        "podium 1": 12 + 7 + 6,
        "zones 1": 6,
        "tokens 1": 8,
        "won 0": 1,
        "tied": 1,
        "home K": 3,
        "home S": 3,
        "home F": 1,
        "home G": 1,
    }


def test_a_game_that_ends_before_the_podium_is_full_says_so() -> None:
    over = ewala.load("kingdom-run").parse("SF/SF/SFG/SFG/-/-/-/-/-/-/-/-/-/GG KKKK 6,6 KS K over")
    assert filled(closed(over)) == {
        "score 0": 46 + 12,
        "podium 0": 46,
        "tokens 0": 6,
        "won 0": 1,
        "score 1": 12,
        "tokens 1": 6,
        "home K": 4,
        "finished": 1,
    }


class Text:
    """A position as anybody can read it."""

    def __init__(self, state: State) -> None:
        spaces, podium, tokens, players, self.seat, phase = state.text.split()
        self.spaces = [space.strip("-") for space in spaces.split("/")]
        self.podium = podium.strip("-")
        self.tokens = [int(number) for number in tokens.split(",")]
        self.players = players
        self.phase, *rest = phase.split(":")
        self.unspent = rest[0].strip("-") if rest else ""
        self.done = rest[1].strip("-") if self.phase in ("act", "sow") else ""
        self.sown = int(rest[2].partition(">")[2]) if self.phase == "sow" else 0

    def own_pays(self, action: str, apart: bool) -> bool:
        spent = self.done if apart else self.done.upper()
        return action in self.unspent and spent.count(action) < 2

    def pays(self, action: str, apart: bool) -> bool:
        if self.own_pays(action, apart):
            return True
        shown = action in self.unspent or action in self.done
        copies = sum(letter.islower() for letter in self.done)
        free = copies < 2 if apart else self.done.upper().count(action) < 2
        return "X" in self.unspent and shown and free

    def goal(self, move: str, track: str) -> int:
        """Where the move's runner goes if there is room, from 1."""
        if move[0] == "+":
            return self.sown + 1
        space = int(move[1:-1])
        if move[0] == "D" or (move[0] == "B" and track[space - 1] == "~"):
            return space + 1
        ahead = range(space + 1, len(track) + 1)
        if move[0] == "B":
            return next(to for to in ahead if track[to - 1] == "~")
        return next((to for to in ahead if self.spaces[to - 1]), len(track) + 1)


def recount(game: Any, moves: list[tuple[State, str]]) -> Row:
    """The row as somebody would fill it in who reads the game move by move."""
    count: Counter[str] = Counter()
    apart, track, number = game.values["copies_apart"], game.circuit.track, {c: n for n, c in enumerate(game.seats)}
    leaders = []
    for state, move in moves[:-1]:
        text = Text(state)
        seat = number[text.seat]
        if text.phase == "roll":
            count[f"turns {seat}"] += 1
            scores = state.scores()
            best = [clan for clan, points in scores.items() if points == max(scores.values())]
            if len(best) == 1:
                leaders.append(number[best[0]])
                count[f"led {leaders[-1]}"] += 1
        if move == "r:-" or text.phase == "again":
            count.update(f"dice {seat} {face}" for face in text.unspent + move.strip("r:-!"))
        elif move[:2] == "r:":
            count[f"rerolled {seat}"] += len(move) - 2
        if text.phase == "act":
            count["held_back"] += any(not text.pays(face, apart) for face in text.unspent if face != "X")
            awake = ["".join(text.spaces).count(clan) for clan in text.players]
            count["last_awake"] += text.pays("L", apart) and 1 in awake
        if move[0] in ACTIONS:
            count[f"done {seat} {move[0]}"] += 1
            count[f"copied {seat} {move[0]}"] += not text.own_pays(move[0], apart)
        if move[0] in "DCBL":
            kind = LABELS["kind"][KINDS.index("l" if move[-1].islower() else move[0])]
            count[f"chosen {move[-1].upper()} {kind}"] += 1
        if move[0] in "DCB+":
            goal = text.goal(move, track)
            count["passed_full"] += goal <= len(track) and len(text.spaces[goal - 1]) == 4
        count["sown"] += move[0] == "+"
    count["leader"] = leaders[-1] + 1 if leaders else 0
    count["lead_changes"] = sum(one != other for one, other in pairwise(leaders))
    return {name: much for name, much in (count | recount_end(game, moves[-1][0])).items() if much}


def recount_end(game: Any, over: State) -> Counter[str]:
    text, count = Text(over), Counter[str]()
    for seat, clan in enumerate(game.seats):
        count[f"tokens {seat}"] = text.tokens[seat]
        prizes = zip(text.podium, game.circuit.podium, strict=False)
        count[f"podium {seat}"] = sum(prize for runner, prize in prizes if runner == clan)
        values = zip(text.spaces, game.circuit.values, strict=True)
        count[f"zones {seat}"] = sum(value * space.upper().count(clan) for space, value in values)
        parts = (count[f"podium {seat}"], count[f"zones {seat}"], 2 * text.tokens[seat])
        count[f"score {seat}"] = sum(parts)
        count[f"won {seat}"] = clan in over.winners()
    best = max(count[f"score {seat}"] for seat in range(len(game.seats)))
    count["tied"] = sum(count[f"score {seat}"] == best for seat in range(len(game.seats))) > 1
    count["finished"] = len(text.podium) < len(game.circuit.podium)
    count.update({f"home {clan}": text.podium.count(clan) for clan in CLANS})
    return count


ALL_RULES = [rules for rules in all_rules() if rules[0] == "kingdom-run"]


@pytest.mark.parametrize("rules", ALL_RULES, ids=rules_id)
def test_a_whole_games_row_is_what_its_texts_say(rules: Rules) -> None:
    game = load_rules(rules, "interpreted")
    for seed in range(3):
        row, moves = played(game, seed)
        assert filled(row) == recount(game, moves)
