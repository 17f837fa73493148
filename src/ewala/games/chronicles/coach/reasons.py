"""Why one bid or effect is better than another, in words: what can be counted on the board and in the hands."""

from ewala.core.sentences import Sentence
from ewala.core.state import State as Position
from ewala.core.state import View
from ewala.games.chronicles.present.names import CHARACTER_NAMES, zone_called
from ewala.games.chronicles.rules.effects import victor
from ewala.games.chronicles.rules.notation import read_move
from ewala.games.chronicles.rules.state import POWER, RUNES, UNKNOWN, State
from ewala.kit.analysis import Better, SentenceData, as_data

MIXED = (0.02, 0.98)  # played less often is hardly a choice, more often hardly a mixture


def held_against(state: Position | View, move: str) -> tuple[int, int]:
    """How many of the other side's runes this bid defeats where it is made, and how many could come there.

    A rune that lies there already counts alone if whoever bids may know it.
    """
    bid = read_move(move)
    rune, slot = bid.rune, bid.slot
    s = State.unpack(state.data)
    side = state.game.seats.index(str(state.to_act))
    there = s.slot[slot ^ 1]
    hidden = s.pending == (slot ^ 1) + 1 and not s.face_up
    if there and not hidden and there & 15 != UNKNOWN:
        rivals = [there & 15]
    else:
        hand = s.hand[1 - side] | (1 << (there & 15) if hidden and there & 15 != UNKNOWN else 0)
        rivals = [other for other in range(1, RUNES + 1) if hand >> other & 1]
    won = 0
    for other in rivals:
        after = State.unpack(state.data)
        for character, where in ((16 * side + rune, slot), (16 * (1 - side) + other, slot ^ 1)):
            after.slot[where] = character
            after.place[character] = where + 1
            after.taken[character >> 4] |= 1 << where
        after.pending = after.face_up = 0
        winner = victor(after, slot // 2)
        won += winner >= 0 and after.slot[winner] >> 4 == side
    return won, len(rivals)


def why_bid(state: Position | View, better: Better, made: str) -> list[SentenceData]:
    """What speaks for a better bid: how it holds, what is at stake, what stays in hand; then what it costs."""
    (won, rivals), (won_by_other, other_rivals) = held_against(state, better.move), held_against(state, made)
    holds, other_holds = won * other_rivals, won_by_other * rivals  # over the same denominator
    zone, other = read_move(better.move).zone, read_move(made).zone
    found, prices = [], []
    if holds > other_holds:
        found += [_holding(state, better.move), _holding(state, made)]
    if POWER[zone - 1] > POWER[other - 1]:
        found.append(_at_stake(better.move, made))
    spared, rune = read_move(made).rune, read_move(better.move).rune
    if rune < spared:
        found.append(Sentence("{name} ({rune}) stays in hand", name=CHARACTER_NAMES[spared - 1], rune=spared))
    if POWER[zone - 1] < POWER[other - 1]:
        prices.append(_at_stake(better.move, made))
    if holds < other_holds:
        prices.append(_holding(state, better.move))
    if not found and prices:
        found.append(Sentence("the coming turns are better"))
    if not found:
        found.append(Sentence("it holds its zone just as well, and the coming turns are better"))
    found += [Sentence("the price: {what}", what=price) for price in prices]
    if MIXED[0] < better.often < MIXED[1]:
        found.append(Sentence("vary your bids: choose this one {percent}% of the time", percent=_percent(better)))
    return [as_data(sentence) for sentence in found]


def _percent(better: Better) -> int:
    return round(100 * better.often)


def _at_stake(better: str, made: str) -> Sentence:
    """The power of two zones, where it differs."""
    zone, other = read_move(better).zone, read_move(made).zone
    power, other_power = POWER[zone - 1], POWER[other - 1]
    blanks: dict[str, object] = {
        "zone": zone_called(zone),
        "power": power,
        "other": zone_called(other),
        "other_power": other_power,
    }
    if power < other_power:
        return Sentence("only {power} power is at stake in {zone}, and {other_power} in {other}", **blanks)
    return Sentence("{power} power is at stake in {zone}, and only {other_power} in {other}", **blanks)


def _holding(state: Position | View, move: str) -> Sentence:
    bid = read_move(move)
    won, rivals = held_against(state, move)
    blanks: dict[str, object] = {"name": CHARACTER_NAMES[bid.rune - 1], "rune": bid.rune, "zone": zone_called(bid.zone)}
    if won == rivals:
        return Sentence("no rune that could still be played on {zone} defeats {name} ({rune})", **blanks)
    if won == 0:
        return Sentence("{name} ({rune}) defeats no rune that could still be played on {zone}", **blanks)
    return Sentence(
        "{name} ({rune}) would win {zone} against {won} of the {rivals} runes that could still be played there",
        won=won,
        rivals=rivals,
        **blanks,
    )


def why_effect(state: Position, better: str, made: str) -> list[SentenceData]:
    """How the power stands after each of two effects."""
    seat = str(state.to_act)
    leads = []
    for move in (better, made):
        scores = state.play(move).scores()
        leads.append(scores[seat] - max(score for other, score in scores.items() if other != seat))
    found = []
    if leads[0] > leads[1]:
        found.append(Sentence("it improves your power lead by {more} right away", more=leads[0] - leads[1]))
    else:
        found.append(Sentence("it gains nothing right away, but the coming turns are better"))
    return [as_data(sentence) for sentence in found]
