"""Why a move of the Chronicles is refused: codes with their clauses; CR-7 has the order in which they are asked."""

from ewala.core.reasons import Reason

(
    LEGAL,
    NOT_A_MOVE,
    NOT_TIME_TO_DEAL,
    TILE_TURNED_UP,
    NOT_TIME_TO_DRAW,
    NOT_TIME_TO_BID,
    NOT_TIME_FOR_EFFECT,
    RUNE_USED,
    SLOT_TAKEN,
    OWN_RUNE_THERE,
    NOT_ADJACENT,
    NO_BROTHER,
    NOT_ATTRACTED,
) = range(13)

REASONS = {
    NOT_A_MOVE: Reason("cr/not-a-move", "CR-7", "no move is written like this"),
    NOT_TIME_TO_DEAL: Reason("cr/not-time-to-deal", "CR-2.1", "no tile is about to be turned up"),
    TILE_TURNED_UP: Reason("cr/tile-turned-up", "CR-2.1", "this zone lies there already"),
    NOT_TIME_TO_DRAW: Reason(
        "cr/not-time-to-draw", "CR-2.3", "the initiative is drawn once, when all tiles are turned up"
    ),
    NOT_TIME_TO_BID: Reason("cr/not-time-to-bid", "CR-3.1", "it is not time to bid: an effect is decided first"),
    NOT_TIME_FOR_EFFECT: Reason("cr/not-time-for-effect", "CR-3.4", "no such effect is to be decided now"),
    RUNE_USED: Reason("cr/rune-used", "CR-3.3", "this rune has been used: choose one of those in your hand"),
    SLOT_TAKEN: Reason("cr/slot-taken", "CR-3.1", "this slot is taken: choose a free one"),
    OWN_RUNE_THERE: Reason(
        "cr/own-rune-there", "CR-4.1", "a zone never holds two runes of one side: choose a zone without one of yours"
    ),
    NOT_ADJACENT: Reason(
        "cr/not-adjacent",
        "CR-5.1",
        "Treachery leads to an adjacent zone: choose a neighbour of Aruh'ka's, or do not use it",
    ),
    NO_BROTHER: Reason(
        "cr/no-brother", "CR-5.2", "Brotherhood swaps with a good character of the own side in an adjacent zone"
    ),
    NOT_ATTRACTED: Reason(
        "cr/not-attracted", "CR-5.3", "Lust attracts a revealed opponent of lower destiny, and never Keynan"
    ),
}
