"""What happens in Kingdom Run: a turn, moving runners, the six actions (KR-4 to KR-7)."""

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.ending import finished, game_over
from ewala.games.kingdom_run.rules.nibbles import count, one, total
from ewala.games.kingdom_run.rules.payment import among, payable
from ewala.games.kingdom_run.rules.state import (
    ACT,
    BATHE,
    CATCH_UP,
    CLANS,
    DISBAND,
    FULL,
    NEUTRAL,
    OVER,
    ROLL,
    SOW,
    STEAL,
    TURN_OVER,
    Rules,
    State,
)

# --- 4. A turn ---------------------------------------------------------------------------------------------


@kernel
def can_act(s: State, r: Rules) -> bool:
    """Whether an unspent die has a legal action (KR-4.4)."""
    actions = payable(s, r)
    for clan in range(CLANS):
        if among(DISBAND, actions) and may_disband(s, r, clan):
            return True
        if among(BATHE, actions) and may_bathe(s, r, clan):
            return True
        if among(STEAL, actions) and may_rob(s, r, clan):
            return True
        if among(TURN_OVER, actions) and (may_lull(s, r, clan) or s.asleep[clan]):
            return True
    if among(CATCH_UP, actions):
        followers = with_runner_ahead(s)
        for clan in range(CLANS):
            if may_catch_up(s, r, clan, followers):
                return True
    return False


@kernel
def clear_table(s: State) -> None:
    """Dice, tallies and an unfinished disbanding go when a turn ends (KR-4.5, KR-8.4)."""
    s.dice = 0
    s.own = 0
    s.copied = 0
    s.origin = 0
    s.sown = 0


@kernel
def end_turn(s: State, r: Rules) -> None:
    """The next player who is not finished rolls (KR-3.5, KR-8.4)."""
    clear_table(s)
    seat = (s.seat + 1) % r.players
    while finished(s, r, seat):
        seat = (seat + 1) % r.players
    s.seat = seat
    s.phase = ROLL


@kernel
def go_on(s: State, r: Rules) -> None:
    """After a reroll or an action: the game or the turn may be over (KR-4.4, KR-8.1, KR-8.2, KR-8.4)."""
    if game_over(s, r):
        clear_table(s)
        s.phase = OVER
    elif finished(s, r, s.seat) or not can_act(s, r):
        end_turn(s, r)
    else:
        s.origin = 0
        s.sown = 0
        s.phase = ACT


# --- 5. Moving ---------------------------------------------------------------------------------------------


@kernel
def arrive(s: State, clan: int, space: int) -> None:
    """An awake runner comes to a space that is not full."""
    ground = s.ground[space] + one(clan)
    s.ground[space] = ground
    s.awake[clan] |= 1 << space
    if total(ground) == FULL:
        s.full |= 1 << space


@kernel
def leave(s: State, clan: int, space: int) -> None:
    """An awake runner leaves its space."""
    ground = s.ground[space] - one(clan)
    s.ground[space] = ground
    if count(ground, clan) == 0:
        s.awake[clan] &= ~(1 << space)
    s.full &= ~(1 << space)


@kernel
def landing(s: State, r: Rules, space: int) -> int:
    """First space from `space` on that is not full; `r.spaces` past the end: across the line (KR-5.3)."""
    free = (r.land | r.lakes) & ~s.full & -(1 << space)
    if free:
        return lowest(free)
    return r.spaces


@kernel
def cross_line(s: State, clan: int) -> None:
    """The runner takes the best free podium place (KR-5.4)."""
    s.podium[s.arrived] = clan
    s.arrived += 1
    s.home[clan] += 1
    s.lively[clan] -= 1


@kernel
def run(s: State, r: Rules, clan: int, origin: int, goal: int) -> int:
    """Move an awake runner from `origin` to `goal`, or beyond if it is full; returns where it went (KR-5.3)."""
    leave(s, clan, origin)
    space = landing(s, r, goal)
    if space < r.spaces:
        arrive(s, clan, space)
    else:
        cross_line(s, clan)
    return space


# --- 6. The actions: for each, the spaces on which a clan's runners may be chosen for it, and where they go ----


@kernel
def may_disband(s: State, r: Rules, clan: int) -> int:
    """The set of spaces with a runner of the clan that may disband: awake, outside the lakes (KR-5.2, KR-6.1)."""
    return s.awake[clan] & r.land


@kernel
def after_previous(previous: int) -> int:
    """Where a disbanded runner is put, if there is room: the first one's previous space is its origin (KR-6.1)."""
    return previous + 1


@kernel
def disband(s: State, r: Rules, clan: int, origin: int, previous: int) -> bool:
    """Take an awake runner from the origin, and put it on the next space after the previous one's that is not full.

    Once one has crossed the line, so does every following one (KR-6.1). Returns whether it was the last: the origin has
    no awake runner left, or the turn or the game ends (KR-7.1). Else one more may be taken, or none.
    """
    s.origin = origin
    s.sown = run(s, r, clan, origin, after_previous(previous))
    if awake_on(s, origin) == 0 or finished(s, r, s.seat) or game_over(s, r):
        return True
    s.phase = SOW
    return False


@kernel
def awake_on(s: State, space: int) -> int:
    """Counts of the awake runners on a space, by clan."""
    return s.ground[space] & 0xFFFF


@kernel
def with_runner_ahead(s: State) -> int:
    """The set of spaces that have a runner ahead of them, on the circuit or on the podium (KR-6.2)."""
    if s.arrived:
        return -1
    behind = occupied(s) >> 1
    behind |= behind >> 1
    behind |= behind >> 2
    behind |= behind >> 4
    behind |= behind >> 8
    behind |= behind >> 16
    return behind


@kernel
def occupied(s: State) -> int:
    """The set of spaces with a runner."""
    awake = s.awake[0] | s.awake[1] | s.awake[2] | s.awake[3]
    return awake | s.asleep[0] | s.asleep[1] | s.asleep[2] | s.asleep[3]


@kernel
def may_catch_up(s: State, r: Rules, clan: int, followers: int) -> int:
    """The set of spaces with one that may catch up: awake, outside the lakes, a runner ahead (KR-5.2, KR-6.2)."""
    return s.awake[clan] & r.land & followers


@kernel
def nearest_ahead(s: State, r: Rules, space: int) -> int:
    """The space of the nearest runner ahead, or across the line with those on the podium (KR-6.2)."""
    ahead = occupied(s) & -(2 << space)
    if ahead:
        return lowest(ahead)
    return r.spaces


@kernel
def may_bathe(s: State, r: Rules, clan: int) -> int:
    """The set of spaces with one that may bathe: awake, in a lake or with one ahead (KR-6.3)."""
    return s.awake[clan] & (r.lakes | r.shore)


@kernel
def bathing_place(r: Rules, space: int) -> int:
    """Out of a lake by one space, or into the nearest one ahead (KR-6.3)."""
    if (r.lakes >> space) & 1:
        return space + 1
    return lowest(r.lakes & -(2 << space))


@kernel
def may_rob(s: State, r: Rules, clan: int) -> bool:
    """Whether the clan's player may be robbed: an opponent with a token, not finished unless the edition allows that
    (KR-6.4, KR-9.3)."""
    victim = r.seat[clan]
    if victim == NEUTRAL or victim == s.seat or s.tokens[victim] == 0:
        return False
    return r.rob_finished != 0 or not finished(s, r, victim)


@kernel
def victims(s: State, r: Rules) -> int:
    """The set of clans whose players may be robbed (KR-6.4)."""
    found = 0
    for clan in range(CLANS):
        found |= int(may_rob(s, r, clan)) << clan
    return found


@kernel
def steal(s: State, r: Rules, clan: int) -> None:
    """A victory token changes hands (KR-6.4)."""
    s.tokens[r.seat[clan]] -= 1
    s.tokens[s.seat] += 1


@kernel
def may_lull(s: State, r: Rules, clan: int) -> int:
    """The set of spaces with one that may be lulled: awake, on the circuit, but not a player's last (KR-6.5)."""
    if s.lively[clan] == 1 and r.seat[clan] != NEUTRAL:
        return 0
    return s.awake[clan]


@kernel
def fall_asleep(s: State, clan: int, space: int) -> None:
    ground = s.ground[space] - one(clan) + one(clan + CLANS)
    s.ground[space] = ground
    s.asleep[clan] |= 1 << space
    if count(ground, clan) == 0:
        s.awake[clan] &= ~(1 << space)
    s.lively[clan] -= 1


@kernel
def wake_up(s: State, clan: int, space: int) -> None:
    ground = s.ground[space] + one(clan) - one(clan + CLANS)
    s.ground[space] = ground
    s.awake[clan] |= 1 << space
    if count(ground, clan + CLANS) == 0:
        s.asleep[clan] &= ~(1 << space)
    s.lively[clan] += 1
