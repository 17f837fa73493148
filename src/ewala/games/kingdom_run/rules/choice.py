"""A legal decision of Kingdom Run at random, without listing them all: for millions of games."""

from ewala.core.bits import nth, popcount
from ewala.core.kernels import kernel
from ewala.core.rng import draw
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules.actions import victims, with_runner_ahead
from ewala.games.kingdom_run.rules.dice import REROLLS, REROLLS_FROM
from ewala.games.kingdom_run.rules.legality import choices
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.payment import among, payable
from ewala.games.kingdom_run.rules.state import (
    ACT,
    BATHE,
    CATCH_UP,
    CLANS,
    DISBAND,
    KEEP,
    SPACES,
    STEAL,
    TURN_OVER,
    Rules,
    State,
)


@kernel
def pick(s: State, r: Rules, rng: list[int]) -> int:
    """A legal decision, each equally likely: the one at the drawn place of those that `legal` lists."""
    if s.phase == ACT:
        return pick_action(s, r, rng)
    if s.phase == KEEP:
        first, after = REROLLS_FROM[s.dice], REROLLS_FROM[s.dice + 1]
        return codes.REROLLED + REROLLS[first + draw(rng, after - first)]
    return pick_runner(s, rng)


@kernel
def pick_runner(s: State, rng: list[int]) -> int:
    """One more runner to disband, or to stop."""
    clans = 0
    for clan in range(CLANS):
        clans |= int(count(s.ground[s.origin], clan) != 0) << clan
    n = draw(rng, popcount(clans) + 1)
    if n == popcount(clans):
        return codes.STOPPED
    return codes.TAKEN + nth(clans, n)


@kernel
def pick_action(s: State, r: Rules, rng: list[int]) -> int:
    """Counts the actions kind by kind, draws, and counts again within the kind that was drawn."""
    actions = payable(s, r)
    followers = with_runner_ahead(s)
    robbed = victims(s, r) if among(STEAL, actions) else 0
    others = r.may_pass + popcount(robbed)
    disbanding = choosable(s, r, codes.DISBANDED, followers) if among(DISBAND, actions) else 0
    catching_up = choosable(s, r, codes.CAUGHT_UP, followers) if among(CATCH_UP, actions) else 0
    bathing = choosable(s, r, codes.BATHED, followers) if among(BATHE, actions) else 0
    falling_asleep = choosable(s, r, codes.LULLED, followers) if among(TURN_OVER, actions) else 0
    waking_up = choosable(s, r, codes.AWAKENED, followers) if among(TURN_OVER, actions) else 0
    n = draw(rng, others + disbanding + catching_up + bathing + falling_asleep + waking_up)
    if n < others:
        return codes.ENDED if n < r.may_pass else codes.STOLEN + nth(robbed, n - r.may_pass)
    n -= others
    kind = codes.DISBANDED
    for many in (disbanding, catching_up, bathing, falling_asleep):
        if n < many:
            break
        n -= many
        kind += SPACES * CLANS  # in the order of the codes
    clan = 0
    spaces = choices(s, r, kind, clan, followers)
    while n >= popcount(spaces):
        n -= popcount(spaces)
        clan += 1
        spaces = choices(s, r, kind, clan, followers)
    return kind + SPACES * clan + nth(spaces, n)


@kernel
def choosable(s: State, r: Rules, kind: int, followers: int) -> int:
    """How many choices of clan and space there are for a kind of action."""
    many = 0
    for clan in range(CLANS):
        many += popcount(choices(s, r, kind, clan, followers))
    return many
