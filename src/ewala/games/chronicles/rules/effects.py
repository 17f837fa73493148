"""What happens in The Chronicles of Run: bids, the reveal, effects and the scoring of zones (CR-3 to CR-6)."""

from ewala.core.kernels import kernel
from ewala.games.chronicles.rules.state import (
    ALL_SLOTS,
    ARUHKA,
    ATTACKERS,
    BID,
    BORT,
    BROIN,
    DECIDES,
    EFFECT,
    GOOD,
    JYNZ,
    KEERA,
    KEYNAN,
    LISBETH,
    LOREEN,
    OVER,
    POWER,
    THAAL,
    THENIDIEL,
    TURNS,
    ZHOOR,
    ZONES,
    State,
)


@kernel
def bidder(s: State) -> int:
    """The side to bid: the initiative first, then the other (CR-3.1)."""
    if s.pending:
        return 1 - s.initiative
    return s.initiative


@kernel
def whole_zones(slots: int) -> int:
    """Both slots of every zone of which the set has one."""
    return slots | (slots & ATTACKERS) << 1 | (slots >> 1) & ATTACKERS


@kernel
def open_slots(s: State, side: int) -> int:
    """The free slots of zones in which the side has no rune (CR-3.1, CR-4.1)."""
    return ALL_SLOTS & ~(s.taken[1 - side] | whole_zones(s.taken[side]))


# --- 3. A turn ---------------------------------------------------------------------------------------------


@kernel
def bid(s: State, rune: int, slot: int) -> None:
    """Put a rune in a slot, face down unless foreseen; the second bid of a turn reveals both (CR-3.1, CR-3.3)."""
    side = bidder(s)
    s.hand[side] &= ~(1 << rune)
    s.slot[slot] = 16 * side + rune
    s.taken[side] |= 1 << slot
    foreseen = s.foreseen[side]
    s.foreseen[side] = 0
    if s.pending:
        reveal(s, s.pending - 1, slot)
    else:
        s.pending = slot + 1
        s.face_up = foreseen


@kernel
def reveal(s: State, first: int, second: int) -> None:
    """Both characters are summoned; Clairvoyance takes hold before any effect is decided (CR-3.3, CR-5.5)."""
    s.pending = 0
    s.face_up = 0
    waiting = 0
    for slot in (first, second):
        character = s.slot[slot]
        s.place[character] = slot + 1
        if character & 15 == LISBETH and s.turn < TURNS:
            s.foreseen[1 - (character >> 4)] = 1
        if (DECIDES >> (character & 15)) & 1:
            s.deciding[waiting] = character
            waiting += 1
    settle_effects(s)


@kernel
def settle_effects(s: State) -> None:
    """The first effect with a legal target is to be decided; those without are skipped (CR-3.4, CR-5.6)."""
    while s.deciding[0] and not has_target(s):
        next_effect(s)
    if s.deciding[0]:
        s.phase = EFFECT
    elif s.turn == TURNS:
        s.phase = OVER
    else:
        s.turn += 1
        s.initiative = 1 - s.initiative
        s.phase = BID


@kernel
def next_effect(s: State) -> None:
    s.deciding[0] = s.deciding[1]
    s.deciding[1] = 0


@kernel
def has_target(s: State) -> bool:
    """Whether the first effect has a legal target."""
    rune = s.deciding[0] & 15
    if rune == ARUHKA:
        return refuges(s) != 0
    if rune == BROIN:
        return brothers(s) != 0
    return lovers(s) != 0


# --- 5. Effects on reveal: for each, its legal targets, and what it does --------------------------------------


@kernel
def deciding_slot(s: State) -> int:
    """Where the character stands whose effect is decided."""
    return s.place[s.deciding[0]] - 1


@kernel
def put(s: State, character: int, slot: int) -> None:
    """A revealed character comes to a free slot."""
    s.slot[slot] = character
    s.place[character] = slot + 1
    s.taken[character >> 4] |= 1 << slot


@kernel
def lift(s: State, slot: int) -> int:
    """The character in a slot, taken out of it."""
    character = s.slot[slot]
    s.slot[slot] = 0
    s.taken[character >> 4] &= ~(1 << slot)
    return character


@kernel
def refuges(s: State) -> int:
    """Treachery: the set of slots to which Aruh'ka may move (CR-5.1)."""
    return s.near[deciding_slot(s) >> 1] & open_slots(s, s.deciding[0] >> 4)


@kernel
def treachery(s: State, slot: int) -> None:
    put(s, lift(s, deciding_slot(s)), slot)


@kernel
def brothers(s: State) -> int:
    """Brotherhood: the set of destinies of good characters with whom Broin may swap (CR-5.2)."""
    side = s.deciding[0] >> 4
    near = s.near[deciding_slot(s) >> 1]
    found = 0
    for rune in (KEERA, LISBETH, THAAL):
        place = s.place[16 * side + rune]
        if place and (near >> (place - 1)) & 1:
            found |= 1 << rune
    return found


@kernel
def brotherhood(s: State, rune: int) -> None:
    here = deciding_slot(s)
    there = s.place[(s.deciding[0] & 16) + rune] - 1
    broin, brother = lift(s, here), lift(s, there)
    put(s, broin, there)
    put(s, brother, here)


@kernel
def lovers(s: State) -> int:
    """Lust: the set of destinies of opposing characters whom Loreen may attract (CR-5.3)."""
    here = deciding_slot(s)
    found = 0
    if s.slot[here ^ 1] == 0:
        opponent = 16 - (s.deciding[0] & 16)
        hers = destiny(s, here)
        for rune in range(1, LOREEN):
            place = s.place[opponent + rune]
            if place and rune != KEYNAN and destiny(s, place - 1) < hers:
                found |= 1 << rune
    return found


@kernel
def lust(s: State, character: int) -> None:
    put(s, lift(s, s.place[character] - 1), deciding_slot(s) ^ 1)


# --- 6. Destiny and scoring --------------------------------------------------------------------------------


@kernel
def madness(s: State, slot: int) -> int:
    """Jynz has 4 more as attacker (CR-6.1)."""
    return 4 * int(s.slot[slot] & 15 == JYNZ and slot & 1 == 0)


@kernel
def deceit(s: State, slot: int) -> int:
    """Thenidiel has 4 more as defender (CR-6.1)."""
    return 4 * int(s.slot[slot] & 15 == THENIDIEL and slot & 1 == 1)


@kernel
def justice(s: State, slot: int) -> int:
    """A good character other than Keera has 1 more beside its own side's Keera (CR-6.1)."""
    character = s.slot[slot]
    rune = character & 15
    if rune == KEERA or not (GOOD >> rune) & 1:
        return 0
    keera = s.place[(character & 16) + KEERA]
    return int(keera != 0 and (s.near[slot >> 1] >> (keera - 1)) & 1 == 1)


@kernel
def destiny(s: State, slot: int) -> int:
    """The printed value with every bonus, where the character stands (CR-6.1)."""
    return (s.slot[slot] & 15) + madness(s, slot) + deceit(s, slot) + justice(s, slot)


@kernel
def fought(s: State, zone: int) -> bool:
    """Whether two revealed characters stand in a zone."""
    attacker, defender = 2 * zone, 2 * zone + 1
    if s.slot[attacker] == 0 or s.slot[defender] == 0:
        return False
    return s.pending != attacker + 1 and s.pending != defender + 1


@kernel
def fate(s: State, zone: int) -> int:
    """The slot of Thaal where he meets Zhoor, or -1 (CR-6.3)."""
    first, second = s.slot[2 * zone] & 15, s.slot[2 * zone + 1] & 15
    if first == THAAL and second == ZHOOR:
        return 2 * zone
    if first == ZHOOR and second == THAAL:
        return 2 * zone + 1
    return -1


@kernel
def victor(s: State, zone: int) -> int:
    """The slot of the character that defeats the other in a zone, or -1: disputed, or not yet fought (CR-6.2)."""
    if not fought(s, zone):
        return -1
    fated = fate(s, zone)
    if fated >= 0:
        return fated
    attacker, defender = 2 * zone, 2 * zone + 1
    difference = destiny(s, attacker) - destiny(s, defender)
    if difference == 0:
        return -1
    return attacker if difference > 0 else defender


@kernel
def pain(won: int) -> int:
    """What a character that defeats its opponent scores besides the zone: Bort 1 (CR-6.4)."""
    return int(won & 15 == BORT)


@kernel
def evil(lost: int) -> int:
    """What a defeated character costs its side: Zhoor 1 (CR-6.4)."""
    return int(lost & 15 == ZHOOR)


@kernel
def result(s: State, r: object, out: list[int]) -> None:
    """The power of each side as it stands, then for each side 1 if it wins or draws with it, else 0 (CR-6)."""
    scores(s, r, out)
    out[2] = int(out[0] >= out[1])
    out[3] = int(out[1] >= out[0])


@kernel
def scores(s: State, r: object, out: list[int]) -> None:
    """The power of each side as it stands (CR-6)."""
    out[0] = 0
    out[1] = 0
    for zone in range(ZONES):
        winner = victor(s, zone)
        if winner >= 0:
            won, lost = s.slot[winner], s.slot[winner ^ 1]
            out[won >> 4] += POWER[zone] + pain(won)
            out[lost >> 4] -= evil(lost)
