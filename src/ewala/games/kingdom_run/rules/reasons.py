"""Why a move of Kingdom Run is refused: codes, in the order in which KR-10 asks, with their clauses."""

from ewala.core.reasons import Reason

(
    LEGAL,
    NOT_A_MOVE,
    NOT_TIME_TO_ROLL,
    OTHER_NUMBER_OF_DICE,
    NOT_TIME_TO_REROLL,
    NO_SUCH_DICE,
    NOT_TIME_TO_ACT,
    NOT_TIME_TO_END,
    NOT_ALLOWED_TO_PASS,
    NOT_DISBANDING,
    STILL_DISBANDING,
    NO_DIE,
    RULE_OF_TWO,
    NO_SUCH_RUNNER,
    ASLEEP,
    IN_LAKE,
    LEADS_THE_RACE,
    NO_LAKE_AHEAD,
    NOT_AN_OPPONENT,
    NO_TOKEN,
    ROBS_A_FINISHED_PLAYER,
    LAST_AWAKE,
) = range(22)

REASONS = {
    NOT_A_MOVE: Reason("kr/not-a-move", "KR-10", "no move is written like this"),
    NOT_TIME_TO_ROLL: Reason("kr/not-time-to-roll", "KR-4.1", "no dice are about to be rolled"),
    OTHER_NUMBER_OF_DICE: Reason("kr/number-of-dice", "KR-4.1", "another number of dice is about to be rolled"),
    NOT_TIME_TO_REROLL: Reason(
        "kr/not-time-to-reroll", "KR-4.1", "dice are chosen for a reroll once a turn, right after the roll"
    ),
    NO_SUCH_DICE: Reason("kr/no-such-dice", "KR-4.1", "only dice that lie on the table can be rerolled"),
    NOT_TIME_TO_ACT: Reason(
        "kr/not-time-to-act",
        "KR-4.2",
        "it is not time for an action: first say which dice you reroll, or keep them all",
    ),
    NOT_TIME_TO_END: Reason("kr/not-time-to-end", "KR-4.4", "a turn can be ended when it is time to choose an action"),
    NOT_ALLOWED_TO_PASS: Reason(
        "kr/may-not-pass",
        "KR-4.4",
        "a turn ends by itself; the house rule may_pass is off",
    ),
    NOT_DISBANDING: Reason("kr/not-disbanding", "KR-7.1", "no space is being disbanded"),
    STILL_DISBANDING: Reason("kr/still-disbanding", "KR-7.1", "the disbanding goes on: take one more runner, or stop"),
    NO_DIE: Reason(
        "kr/no-die",
        "KR-4.2",
        "no unspent die has this action, and no carbon copy can copy it: choose one that your dice show",
    ),
    RULE_OF_TWO: Reason(
        "kr/rule-of-two", "KR-4.3", "no action is performed more than twice in a turn: use another die"
    ),
    NO_SUCH_RUNNER: Reason("kr/no-such-runner", "KR-10", "there is no such runner there"),
    ASLEEP: Reason(
        "kr/asleep", "KR-5.2", "a sleeping runner cannot be moved: awaken it first, or choose one that is awake"
    ),
    IN_LAKE: Reason(
        "kr/in-lake", "KR-5.2", "a runner leaves a lake by bathing alone: use a Bathing die, or choose a runner on land"
    ),
    LEADS_THE_RACE: Reason("kr/leads-the-race", "KR-6.2", "nobody is ahead of this runner: choose one further back"),
    NO_LAKE_AHEAD: Reason(
        "kr/no-lake-ahead", "KR-6.3", "there is no lake ahead of this runner: choose one that still has a lake to reach"
    ),
    NOT_AN_OPPONENT: Reason(
        "kr/not-an-opponent", "KR-6.4", "tokens are stolen from another player: choose somebody else"
    ),
    NO_TOKEN: Reason("kr/no-token", "KR-6.4", "this player has no token left: choose somebody who has one"),
    ROBS_A_FINISHED_PLAYER: Reason(
        "kr/robs-finished",
        "KR-9.3",
        "in this edition a finished player cannot be robbed: choose somebody who is still running",
    ),
    LAST_AWAKE: Reason(
        "kr/last-awake", "KR-6.5", "a player's last awake runner cannot be lulled: choose another runner"
    ),
}
