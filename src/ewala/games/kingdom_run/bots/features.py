"""What a player has on the board, as the value function sees it: a few named numbers for each seat.

Everything is about one seat's own runners and tokens; what the others have is in their numbers. A feature that is 0
is not written: each seat's features are pairs of a number (which) and an amount.
"""

from typing import Any

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.actions import occupied
from ewala.games.kingdom_run.rules.nibbles import count, total
from ewala.games.kingdom_run.rules.state import CLANS, RUNNERS, Rules, State

__all__ = ["FEATURES", "NAMES", "NO_FEATURE", "ROOM", "features"]

STEPS = 14  # distances to the line that are told apart
NEAR = 4

AWAKE = 0  # runners so many steps from the line
ASLEEP = AWAKE + STEPS
PROSPECT_AWAKE = ASLEEP + STEPS  # tens of points, if everybody crossed the line in today's order
PROSPECT_ASLEEP = PROSPECT_AWAKE + 1
BATHING_AWAKE = PROSPECT_ASLEEP + 1  # runners in a lake
BATHING_ASLEEP = BATHING_AWAKE + 1
FIRST = BATHING_ASLEEP + 1  # awake runners outside the lakes that nobody on the circuit is ahead of
SECOND = FIRST + 1  # likewise, with one space of runners ahead
CROWD = SECOND + 1  # awake runners that share the space of an awake one outside the lakes: it may go that much farther
TO_CATCH = CROWD + 1  # spaces that awake runners would gain by catching up
TO_LAKE = TO_CATCH + 1  # spaces that awake runners would gain by bathing
ZONES = TO_LAKE + 1  # tens of points for runners on the circuit
PODIUM = ZONES + 1  # tens of points
PURSE = PODIUM + 1  # tokens
LAST_AWAKE = PURSE + 1  # 1 if a single runner is awake, and others sleep: it cannot be lulled
ALL_ASLEEP = LAST_AWAKE + 1
HOME = ALL_ASLEEP + 1  # 1 for one, two, three, four runners across the line
TURN = HOME + RUNNERS  # 1 if the seat rolls next, second, third, fourth
ROLLER_FIRST = TURN + CLANS  # as FIRST, of the seat that rolls next
ROLLER_NEAR = ROLLER_FIRST + 1  # awake runners of the seat that rolls next, at most `NEAR` steps from the line
FEATURES = ROLLER_NEAR + 1
NO_FEATURE = FEATURES  # it weighs nothing: to fill up with

ROOM = 56  # pairs a seat can have: eleven for each of four runners, and the rest

NAMES: tuple[str, ...] = (
    *(f"awake {step} from the line" for step in range(1, STEPS + 1)),
    *(f"asleep {step} from the line" for step in range(1, STEPS + 1)),
    "prospect awake",
    "prospect asleep",
    "bathing awake",
    "bathing asleep",
    "first",
    "second",
    "crowd",
    "to catch",
    "to lake",
    "zones",
    "podium",
    "purse",
    "last awake",
    "all asleep",
    *(f"{home} home" for home in range(1, RUNNERS + 1)),
    *(f"rolls after {turns}" for turns in range(CLANS)),
    "first of the roller",
    "near of the roller",
)


@kernel
def features(s: State, r: Rules, which: Any, amount: Any, many: Any) -> None:
    """Write the features of a position between two turns: for each seat `many[seat]` pairs from `seat * ROOM` on."""
    for seat in range(r.players):
        many[seat] = seat * ROOM
        clan = r.clan[seat]
        podium = 0
        for place in range(s.arrived):
            if s.podium[place] == clan:
                podium += r.prize[place]
        if podium:
            note(which, amount, many, seat, PODIUM, podium / 10)
        if s.tokens[seat]:
            note(which, amount, many, seat, PURSE, float(s.tokens[seat]))
        home = s.home[clan]
        if home:
            note(which, amount, many, seat, HOME + home - 1, 1.0)
        if s.lively[clan] == 1 and home < RUNNERS - 1:
            note(which, amount, many, seat, LAST_AWAKE, 1.0)
        if s.lively[clan] == 0 and home < RUNNERS:
            note(which, amount, many, seat, ALL_ASLEEP, 1.0)
        note(which, amount, many, seat, TURN + (seat - s.seat) % r.players, 1.0)
    runners_on_circuit(s, r, which, amount, many)


@kernel
def note(which: Any, amount: Any, many: Any, seat: int, feature: int, much: float) -> None:
    which[many[seat]] = feature
    amount[many[seat]] = much
    many[seat] += 1


@kernel
def runners_on_circuit(s: State, r: Rules, which: Any, amount: Any, many: Any) -> None:
    """From the front space back; `ahead` is where the next runner to be met stands in today's order."""
    ahead = s.arrived
    ahead_space = r.spaces if s.arrived else 0  # to catch up with; none if nobody is ahead
    behind = 0  # how many spaces with runners have been met
    here = occupied(s)
    space = r.spaces - 1
    while here:
        if (here >> space) & 1 == 0:
            space -= 1
            continue
        here &= ~(1 << space)
        ground = s.ground[space]
        lake = (r.lakes >> space) & 1
        step = min(r.spaces - space, STEPS) - 1
        lakes_ahead = r.lakes & -(2 << space)
        crowd = total(ground & 0xFFFF)
        for seat in range(r.players):
            clan = r.clan[seat]
            awake, asleep = count(ground, clan), count(ground, clan + CLANS)
            if awake + asleep == 0:
                continue
            if r.value[space]:
                note(which, amount, many, seat, ZONES, (awake + asleep) * r.value[space] / 10)
            if awake:
                note(which, amount, many, seat, AWAKE + step, float(awake))
                if step < NEAR and seat == s.seat:
                    note(which, amount, many, seat, ROLLER_NEAR, float(awake))
                if lake:
                    note(which, amount, many, seat, BATHING_AWAKE, float(awake))
                else:
                    if behind < 2:
                        note(which, amount, many, seat, FIRST + behind, float(awake))
                    if behind == 0 and seat == s.seat:
                        note(which, amount, many, seat, ROLLER_FIRST, float(awake))
                    if crowd > 1:
                        note(which, amount, many, seat, CROWD, float(awake * (crowd - 1)))
                    if ahead_space:
                        note(which, amount, many, seat, TO_CATCH, float(awake * (ahead_space - space)))
                    if lakes_ahead:
                        note(which, amount, many, seat, TO_LAKE, float(awake * (lowest(lakes_ahead) - space)))
            if asleep:
                note(which, amount, many, seat, ASLEEP + step, float(asleep))
                if lake:
                    note(which, amount, many, seat, BATHING_ASLEEP, float(asleep))
            if ahead < r.places:
                note(which, amount, many, seat, PROSPECT_AWAKE, prospect(r, ahead, awake))
                note(which, amount, many, seat, PROSPECT_ASLEEP, prospect(r, ahead + awake, asleep))
        ahead += total(ground)
        ahead_space = space
        behind += 1


@kernel
def prospect(r: Rules, ahead: int, runners: int) -> float:
    """What so many runners would score if they crossed the line next after so many others; in tens of points."""
    points = 0
    for place in range(ahead, min(ahead + runners, r.places)):
        points += r.prize[place]
    return points / 10
