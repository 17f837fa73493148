"""What a learner sees of Kingdom Run: whole numbers in a fixed order, from one seat's point of view.

Clans come in the order of play from the viewer's own, then the neutral ones, so that every seat sees the same game.
"""

from ewala.core.kernels import kernel
from ewala.games.kingdom_run.rules.dice import FACES
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.state import CLANS, NEUTRAL, OVER, PLACES, SOW, SPACES, Rules, State

# Awake and asleep runners of each clan on each space; track, lakes and values; the podium's clans and prizes;
# plays, has the turn, tokens, home, of each clan; dice, own, copied; phases; disbanding; rules.
FEATURES = 2 * CLANS * SPACES + 3 * SPACES + (CLANS + 1) * PLACES + 4 * CLANS + 6 + 5 + 5 + 6 + 2 + 3


@kernel
def clan_from(r: Rules, viewer: int, nth: int) -> int:
    """The nth clan from the viewer's point of view; a spectator looks from the first seat."""
    if nth < r.players:
        return r.clan[(max(viewer, 0) + nth) % r.players]
    skip = nth - r.players
    for clan in range(CLANS):
        if r.seat[clan] == NEUTRAL:
            if skip == 0:
                return clan
            skip -= 1
    return NEUTRAL  # pragma: no cover: there are as many clans without a player as are asked for


@kernel
def observe(s: State, r: Rules, viewer: int, out: list[int]) -> None:
    """Write the features of the position for a seat, or for a spectator."""
    n = 0
    for nth in range(CLANS):
        clan = clan_from(r, viewer, nth)
        for space in range(SPACES):
            out[n] = count(s.ground[space], clan)
            out[n + 1] = count(s.ground[space], clan + CLANS)
            n += 2
        for place in range(PLACES):
            out[n] = int(place < s.arrived and s.podium[place] == clan)
            n += 1
        seat = r.seat[clan]
        out[n] = int(seat != NEUTRAL)
        out[n + 1] = int(seat == s.seat)
        out[n + 2] = s.tokens[seat] if seat != NEUTRAL else 0
        out[n + 3] = s.home[clan]
        n += 4
    for space in range(SPACES):
        out[n] = int(space < r.spaces)
        out[n + 1] = (r.lakes >> space) & 1
        out[n + 2] = r.value[space]
        n += 3
    for place in range(PLACES):
        out[n] = r.prize[place]
        n += 1
    for face in range(6):
        out[n] = count(FACES[s.dice], face)
        n += 1
    for action in range(5):
        out[n] = count(s.own, action)
        out[n + 1] = count(s.copied, action)
        n += 2
    for phase in range(OVER + 1):
        out[n] = int(s.phase == phase)
        n += 1
    out[n] = s.origin + 1 if s.phase == SOW else 0
    out[n + 1] = s.sown + 1 if s.phase == SOW else 0
    out[n + 2] = r.copies_apart
    out[n + 3] = r.rob_finished
    out[n + 4] = r.may_pass
