"""Why a move cannot be made, in words: asked before it is tried."""

from collections.abc import Sequence

from ewala.core.errors import EwalaError
from ewala.core.state import Seat
from ewala.tables.kept import Kept
from ewala.tables.messages import Because, WhyNot
from ewala.tables.problems import problem_of
from ewala.tables.views import viewer_of


def because(kept: Kept, seats: Sequence[Seat], asked: WhyNot, language: str) -> Because:
    """Judged by what a device with these seats may know; without a reason if the move can be made."""
    if kept.match is None:
        return Because(asked.id, asked.move, "table/not-started")
    try:
        kept.match.view(viewer_of(seats, kept.to_act)).check(asked.move)
    except EwalaError as error:
        problem = problem_of(error, language)
        return Because(asked.id, asked.move, problem.code, problem.clause, problem.sentence)
    return Because(asked.id, asked.move)
