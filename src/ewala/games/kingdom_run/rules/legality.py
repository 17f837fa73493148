"""What may be done in Kingdom Run: `legal` lists what `why_not` has nothing against."""

from ewala.core.bits import lowest
from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules import codes
from ewala.games.kingdom_run.rules import reasons as why
from ewala.games.kingdom_run.rules.actions import (
    may_bathe,
    may_catch_up,
    may_disband,
    may_lull,
    may_rob,
    with_runner_ahead,
)
from ewala.games.kingdom_run.rules.dice import (
    FACES,
    FIRST_OF_SIZE,
    REROLLS,
    REROLLS_FROM,
    SIZE,
)
from ewala.games.kingdom_run.rules.ending import finished
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.payment import among, dice_to_roll, payable, shown, unspent
from ewala.games.kingdom_run.rules.state import (
    ACT,
    AGAIN,
    BATHE,
    CATCH_UP,
    CLANS,
    COPY,
    DICE,
    DISBAND,
    KEEP,
    NEUTRAL,
    OVER,
    ROLL,
    SOW,
    SPACES,
    STEAL,
    TURN_OVER,
    Rules,
    State,
)


@kernel
def offer(out: list[int], n: int, code: int, spaces: int) -> int:
    """Write a move for each space of the set; returns the new number of moves."""
    while spaces:
        out[n] = code + lowest(spaces)
        n += 1
        spaces &= spaces - 1
    return n


@kernel
def legal(s: State, r: Rules, out: list[int]) -> int:
    """Write every legal move's code once, in rising order; at a chance node every outcome. Returns how many."""
    if s.phase == ACT:
        return legal_actions(s, r, out)
    if s.phase == SOW:
        return legal_sowing(s, out)
    if s.phase == KEEP:
        return legal_rerolls(s, out)
    n = 0
    if s.phase != OVER:
        size = dice_to_roll(s)
        for handful in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
            out[n] = codes.ROLLED + handful
            n += 1
    return n


@kernel
def legal_actions(s: State, r: Rules, out: list[int]) -> int:
    n = 0
    actions = payable(s, r)
    if r.may_pass:
        out[n] = codes.ENDED
        n += 1
    if among(STEAL, actions):
        for clan in range(CLANS):
            if may_rob(s, r, clan):
                out[n] = codes.STOLEN + clan
                n += 1
    if among(DISBAND, actions):
        for clan in range(CLANS):
            n = offer(out, n, codes.DISBANDED + SPACES * clan, may_disband(s, r, clan))
    if among(CATCH_UP, actions):
        followers = with_runner_ahead(s)
        for clan in range(CLANS):
            n = offer(out, n, codes.CAUGHT_UP + SPACES * clan, may_catch_up(s, r, clan, followers))
    if among(BATHE, actions):
        for clan in range(CLANS):
            n = offer(out, n, codes.BATHED + SPACES * clan, may_bathe(s, r, clan))
    if among(TURN_OVER, actions):
        for clan in range(CLANS):
            n = offer(out, n, codes.LULLED + SPACES * clan, may_lull(s, r, clan))
        for clan in range(CLANS):
            n = offer(out, n, codes.AWAKENED + SPACES * clan, s.asleep[clan])
    return n


@kernel
def legal_sowing(s: State, out: list[int]) -> int:
    n = 0
    for clan in range(CLANS):
        if count(s.ground[s.origin], clan):
            out[n] = codes.TAKEN + clan
            n += 1
    out[n] = codes.STOPPED
    return n + 1


@kernel
def legal_rerolls(s: State, out: list[int]) -> int:
    """Each choice of faces once (KR-4.1, KR-7.2)."""
    first, after = REROLLS_FROM[s.dice], REROLLS_FROM[s.dice + 1]
    for i in range(first, after):
        out[i - first] = codes.REROLLED + REROLLS[i]
    return after - first


@kernel
def contains(many: int, few: int) -> bool:
    """Whether each count of `few` is at most that of `many`: with a spare bit each, none borrows."""
    return ((many | 0x888888) - few) & 0x888888 == 0x888888


@kernel
def why_not(s: State, r: Rules, move: int) -> int:
    """why.LEGAL, or the first reason against the move in the order of KR-10."""
    if move < 0 or move >= codes.CODES:
        return why.NOT_A_MOVE
    if move < codes.TAKEN:
        return why_not_dice(s, move)
    if move >= codes.DISBANDED:
        action, clan, space = action_of(move), (move >> 5) & 3, move & 31
        return why_not_act(s, r, move, action, clan, space)
    if move < codes.ENDED:
        return why_not_sow(s, move)
    if s.phase == SOW:
        return why.STILL_DISBANDING
    if move == codes.ENDED:
        return why_not_end(s, r)
    if move < codes.STOLEN or move >= codes.STOLEN + CLANS:
        return why.NOT_A_MOVE
    return why_not_steal(s, r, move - codes.STOLEN)


@kernel
def action_of(move: int) -> int:
    """The action of a move for which a die pays."""
    if move >= codes.LULLED:
        return TURN_OVER
    if move < codes.DISBANDED:
        return STEAL
    return (move - codes.DISBANDED) >> 7


@kernel
def why_not_dice(s: State, move: int) -> int:
    """The reason against a roll or a reroll (KR-4.1)."""
    handful = move & 255
    if handful >= FIRST_OF_SIZE[DICE + 1] or move == codes.ROLLED:
        return why.NOT_A_MOVE
    if s.phase == SOW:
        return why.STILL_DISBANDING
    if move < codes.REROLLED:
        if s.phase != ROLL and s.phase != AGAIN:
            return why.NOT_TIME_TO_ROLL
        if SIZE[handful] != dice_to_roll(s):
            return why.OTHER_NUMBER_OF_DICE
        return why.LEGAL
    if s.phase != KEEP:
        return why.NOT_TIME_TO_REROLL
    if not contains(FACES[s.dice], FACES[handful]):
        return why.NO_SUCH_DICE
    return why.LEGAL


@kernel
def why_not_sow(s: State, move: int) -> int:
    """The reason against taking one more runner, or stopping (KR-7.1)."""
    if s.phase != SOW:
        return why.NOT_DISBANDING
    if move == codes.STOPPED:
        return why.LEGAL
    clan = move - codes.TAKEN
    if count(s.ground[s.origin], clan):
        return why.LEGAL
    if count(s.ground[s.origin], clan + CLANS):
        return why.ASLEEP
    return why.NO_SUCH_RUNNER


@kernel
def why_not_end(s: State, r: Rules) -> int:
    """The reason against ending the turn (KR-4.4)."""
    if not r.may_pass:
        return why.NOT_ALLOWED_TO_PASS
    if s.phase != ACT:
        return why.NOT_TIME_TO_END
    return why.LEGAL


@kernel
def why_not_pay(s: State, r: Rules, action: int) -> int:
    """The reason against performing the action at all: no die, or the rule of two (KR-4.2, KR-4.3)."""
    if s.phase == SOW:
        return why.STILL_DISBANDING
    if s.phase != ACT:
        return why.NOT_TIME_TO_ACT
    if among(action, payable(s, r)):
        return why.LEGAL
    if count(unspent(s), action) or (count(FACES[s.dice], COPY) and among(action, shown(s))):
        return why.RULE_OF_TWO
    return why.NO_DIE


@kernel
def why_not_steal(s: State, r: Rules, clan: int) -> int:
    """The reason against robbing the player of a clan (KR-6.4, KR-9.3)."""
    reason = why_not_pay(s, r, STEAL)
    if reason != why.LEGAL or may_rob(s, r, clan):
        return reason
    if r.seat[clan] == NEUTRAL or r.seat[clan] == s.seat:
        return why.NOT_AN_OPPONENT
    if finished(s, r, r.seat[clan]) and not r.rob_finished:
        return why.ROBS_A_FINISHED_PLAYER
    return why.NO_TOKEN


@kernel
def why_not_act(s: State, r: Rules, move: int, action: int, clan: int, space: int) -> int:
    """The reason against an action with a runner (KR-5.2, KR-6.1 to KR-6.5)."""
    reason = why_not_pay(s, r, action)
    if reason != why.LEGAL:
        return reason
    if (choices(s, r, move, clan, with_runner_ahead(s)) >> space) & 1:
        return why.LEGAL
    ground = s.ground[space]
    awake, asleep = count(ground, clan), count(ground, clan + CLANS)
    if action == TURN_OVER:
        return why.LAST_AWAKE if move < codes.AWAKENED and awake else why.NO_SUCH_RUNNER
    if not awake:
        return why.ASLEEP if asleep else why.NO_SUCH_RUNNER
    if action == BATHE:
        return why.NO_LAKE_AHEAD
    return why.IN_LAKE if (r.lakes >> space) & 1 else why.LEADS_THE_RACE


@kernel
def choices(s: State, r: Rules, move: int, clan: int, followers: int) -> int:
    """The spaces on which a clan's runners may be chosen for the kind of action that `move` is."""
    if move < codes.CAUGHT_UP:
        return may_disband(s, r, clan)
    if move < codes.BATHED:
        return may_catch_up(s, r, clan, followers)
    if move < codes.LULLED:
        return may_bathe(s, r, clan)
    if move < codes.AWAKENED:
        return may_lull(s, r, clan)
    return s.asleep[clan]
