"""Which questions there are for each game."""

from collections.abc import Sequence

from ewala.core.errors import BadSetup
from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, kit_of
from ewala.kit.study.brief import Question


def chosen(game: str, names: Sequence[str] | None) -> list[Question]:
    """The questions of these names, in the order of the report; all if none is named."""
    kit = kit_of(game)
    known = {question.name: question for question in kit.questions()}
    if not known:
        sentence = Sentence("nobody has a question about {game} yet", game=kit.game().title)
        raise BadSetup("study/no-questions", "", sentence)
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


def names_of_questions() -> dict[str, list[str]]:
    """The names of every game's questions."""
    return {game: [question.name for question in kit_of(game).questions()] for game in GAMES}
