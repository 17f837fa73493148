"""The Chronicles of Run, with everything that belongs to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from ewala.kit.game_kit import GameKit, Learning

if TYPE_CHECKING:
    import numpy as np

    from ewala.core.game import Game
    from ewala.core.record import Record
    from ewala.core.sentences import Sentence
    from ewala.core.state import Seat, State, View
    from ewala.games.chronicles.rules.game import Chronicles
    from ewala.kit.arbiter import Arbiter
    from ewala.kit.bot import Chooser
    from ewala.kit.effort import Effort
    from ewala.kit.hint import Hint
    from ewala.kit.ledger import Chances, LedgerEntry, SoFar
    from ewala.kit.ratings.terms import Terms
    from ewala.kit.roster import Entry
    from ewala.kit.study.brief import Question
    from ewala.kit.training import Trainer
    from ewala.kit.turn_choice import TurnChoice
    from ewala.kit.watch import Watch
    from ewala.kit.words import Board, MoveInWords, Words
    from ewala.kit.yardstick import Contender, Yardstick


class ChroniclesKit(GameKit):
    name = "chronicles-of-run"
    # Nine tiles, the initiative, and in each of nine turns two bids and at most two effects.
    learning = Learning("Chronicles", "chronicles_v0", fewest=2, most=2, outcomes=11, longest=9 + 1 + 9 * 4)

    def game(self) -> "type[Game]":
        from ewala.games.chronicles.rules.game import Chronicles

        return Chronicles

    def sides(self) -> "Mapping[Seat, Sentence]":
        from ewala.games.chronicles.present.names import SIDES

        return SIDES

    def move_in_words(self, move: str) -> "MoveInWords":
        from ewala.games.chronicles.present.sentences import move_in_words

        return move_in_words(move)

    def details(self) -> dict[str, object]:
        from ewala.games.chronicles.present.details import details

        return details()

    def told_types(self) -> "Sequence[type]":
        from ewala.games.chronicles.present.told import Details, Explained

        return Explained, Details

    def words(self) -> "Words":
        from ewala.games.chronicles.present.words import WORDS

        return WORDS

    def board(self) -> "Board":
        from ewala.games.chronicles.present.board import BOARD

        return BOARD

    def as_text(self, view: "View") -> str:
        from ewala.games.chronicles.present.picture import as_text

        return as_text(view)

    def as_svg(self, view: "View") -> str:
        from ewala.games.chronicles.present.picture import as_svg

        return as_svg(view)

    def opponents(self) -> "Sequence[Entry]":
        from ewala.games.chronicles.bots.opponents import OPPONENTS

        return OPPONENTS

    def search_kernels(self) -> "Sequence[Callable[..., object]]":
        from ewala.games.chronicles.bots.kernels import KERNELS

        return KERNELS

    def weights(self) -> "Mapping[str, np.ndarray[Any, np.dtype[Any]]]":
        from ewala.core.bundled_weights import all_shipped
        from ewala.games.chronicles.bots.fitted import SHIPPED

        return all_shipped(SHIPPED.values())

    def good_play(self) -> "Chooser":
        from ewala.games.chronicles.studies.good_play import GOOD_PLAY

        return GOOD_PLAY

    def yardsticks(self) -> "Sequence[Yardstick]":
        from ewala.games.chronicles.perfection.yardsticks import YARDSTICKS

        return YARDSTICKS

    def responder(self) -> "Callable[[Contender, int], Chooser] | None":
        from ewala.games.chronicles.perfection.responder import Responder

        return Responder

    def rating_terms(self, players: int) -> "Terms":
        from ewala.games.chronicles.bots.ladder import LADDER, MIDDLE
        from ewala.games.chronicles.studies.seat_shares import SEAT_SHARES
        from ewala.kit.ratings.ladder import fixed_points
        from ewala.kit.ratings.terms import Terms, advantages

        seats = advantages(SEAT_SHARES)
        return Terms(seats, fixed_points(LADDER, seats, MIDDLE))

    def hint(self, view: "View", seconds: float) -> "Hint":
        from ewala.games.chronicles.coach.hints import hint_for

        return hint_for(view, seconds)

    def look_through(
        self, record: "Record", effort: "Effort", watch: "Watch", so_far: "SoFar"
    ) -> "tuple[Chances, list[LedgerEntry]]":
        from ewala.games.chronicles.coach.turns import entries_of

        return entries_of(list(record.states()), record.moves, effort, watch, so_far)

    def turn_choices(self, position: "State", effort: "Effort") -> "list[TurnChoice]":
        from ewala.games.chronicles.coach.choices import choices_of

        return choices_of(position, effort)

    def arbiter(self, game: "Game", effort: "Effort") -> "Arbiter":
        from ewala.games.chronicles.coach.arbiter import ChroniclesArbiter

        return ChroniclesArbiter(cast("Chronicles", game), effort)

    def questions(self) -> "Sequence[Question]":
        from ewala.games.chronicles.studies.questions import QUESTIONS

        return QUESTIONS

    def trainer(self) -> "Trainer":
        from ewala.core.extras import need

        need("jax", "JAX", "train", "train/jax")
        need("optax", "Optax", "train", "train/optax")
        from ewala.games.chronicles.training.trainer import ChroniclesTrainer

        return ChroniclesTrainer()

    def actions(self, game: "Game") -> Iterator[int]:
        from ewala.games.chronicles.rules.decisions import decisions

        return decisions()


KIT = ChroniclesKit()
