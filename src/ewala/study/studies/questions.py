"""Which questions there are for each game."""

from collections.abc import Sequence

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.study.studies.brief import Question
from ewala.study.studies.chronicles.questions import QUESTIONS as CHRONICLES
from ewala.study.studies.kingdom_run.questions import QUESTIONS as KINGDOM_RUN

__all__ = ["QUESTIONS", "chosen"]

QUESTIONS: dict[str, tuple[Question, ...]] = {"kingdom-run": KINGDOM_RUN, "chronicles-of-run": CHRONICLES}


def chosen(game: str, names: Sequence[str] | None) -> list[Question]:
    """The questions of these names, in the order of the report; all if none is named."""
    known = {question.name: question for question in QUESTIONS[game]}
    for name in names or ():
        if name not in known:
            raise BadSetup(
                "study/question",
                "",
                Sentence(
                    "there is no question {name!r} about {game}; there are {known}",
                    name=name,
                    game=game,
                    known=", ".join(known),
                ),
            )
    return [question for name, question in known.items() if not names or name in names]
