"""Why a move of the race is refused: codes with their clauses, in the order of RP-5.3."""

from ewala.core.reasons import Reason

LEGAL, NOT_A_MOVE, NOT_TIME_TO_HIDE, NOT_TIME_TO_GUESS, NOT_TIME_TO_ROLL = range(5)

REASONS = {
    NOT_A_MOVE: Reason("rp/not-a-move", "RP-5.2", "no move is written like this"),
    NOT_TIME_TO_HIDE: Reason("rp/not-time-to-hide", "RP-2.1", "the nut is hidden when a turn begins"),
    NOT_TIME_TO_GUESS: Reason("rp/not-time-to-guess", "RP-2.2", "a hand is guessed when the nut is hidden"),
    NOT_TIME_TO_ROLL: Reason("rp/not-time-to-roll", "RP-2.3", "the die is rolled when a hand is guessed"),
}
