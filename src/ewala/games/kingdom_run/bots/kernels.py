"""The kernels that a search is led with: what has to be called where a search goes on without Python."""

from ewala.games.kingdom_run.bots.expectation import expect_keeping, expect_roll
from ewala.games.kingdom_run.bots.judge import judge_board, look_at
from ewala.games.kingdom_run.bots.turns import begin, finish_disbanding, grow, note_stuck

KERNELS = (begin, finish_disbanding, grow, note_stuck, expect_keeping, expect_roll, judge_board, look_at)
