"""Kingdom Run, with everything that belongs to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from ewala.kit.game_kit import GameKit, Learning

if TYPE_CHECKING:
    import numpy as np

    from ewala.core.game import Game
    from ewala.core.record import Record
    from ewala.core.sentences import Sentence
    from ewala.core.state import Seat, State, View
    from ewala.games.kingdom_run.rules.game import KingdomRun
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
    from ewala.kit.turn_order import TurnOrder
    from ewala.kit.watch import Watch
    from ewala.kit.words import Board, MoveInWords, Words
    from ewala.kit.yardstick import Yardstick


class KingdomRunKit(GameKit):
    name = "kingdom-run"
    # Nothing in the rules ends a game in which nobody runs; at random one takes some 290 moves.
    learning = Learning("KingdomRun", "kingdom_run_v0", fewest=2, most=4, outcomes=256, longest=10_000)

    def game(self) -> "type[Game]":
        from ewala.games.kingdom_run.rules.game import KingdomRun

        return KingdomRun

    def sides(self) -> "Mapping[Seat, Sentence]":
        from ewala.games.kingdom_run.present.names import SIDES

        return SIDES

    def move_in_words(self, move: str) -> "MoveInWords":
        from ewala.games.kingdom_run.present.sentences import move_in_words

        return move_in_words(move)

    def seat_stays_empty(self) -> "Sentence":
        from ewala.core.sentences import Sentence

        return Sentence("This clan runs without a player: {side}.")

    def details(self) -> dict[str, object]:
        from ewala.games.kingdom_run.present.details import details

        return details()

    def told_types(self) -> "Sequence[type]":
        from ewala.games.kingdom_run.present.told import Details, Explained

        return Explained, Details

    def words(self) -> "Words":
        from ewala.games.kingdom_run.present.words import WORDS

        return WORDS

    def board(self) -> "Board":
        from ewala.games.kingdom_run.present.board import BOARD

        return BOARD

    def as_text(self, view: "View") -> str:
        from ewala.games.kingdom_run.present.picture import as_text

        return as_text(view)

    def as_svg(self, view: "View") -> str:
        from ewala.games.kingdom_run.present.picture import as_svg

        return as_svg(view)

    def opponents(self) -> "Sequence[Entry]":
        from ewala.games.kingdom_run.bots.opponents import OPPONENTS

        return OPPONENTS

    def search_kernels(self) -> "Sequence[Callable[..., object]]":
        from ewala.games.kingdom_run.bots.kernels import KERNELS

        return KERNELS

    def weights(self) -> "Mapping[str, np.ndarray[Any, np.dtype[Any]]]":
        from ewala.core.bundled_weights import all_shipped
        from ewala.games.kingdom_run.bots import values, weights

        return all_shipped((values.SHIPPED, weights.SHIPPED))

    def good_play(self) -> "Chooser":
        from ewala.games.kingdom_run.studies.good_play import GoodPlay

        return GoodPlay()

    def orders(self) -> "Mapping[str, Callable[[Game, bytes], TurnOrder]]":
        from ewala.games.kingdom_run.studies.turn_order import ForthAndBack

        return {"forth-and-back": ForthAndBack}

    def yardsticks(self) -> "Sequence[Yardstick]":
        from ewala.games.kingdom_run.perfection.yardsticks import YARDSTICKS

        return YARDSTICKS

    def rating_terms(self, players: int) -> "Terms":
        from ewala.games.kingdom_run.bots.ladder import LADDERS, MIDDLE
        from ewala.games.kingdom_run.studies.seat_shares import SEAT_SHARES
        from ewala.kit.ratings.ladder import fixed_points
        from ewala.kit.ratings.terms import Terms, advantages

        seats = advantages(SEAT_SHARES[players])
        return Terms(seats, fixed_points(LADDERS[players], seats, MIDDLE))

    def hint(self, view: "View", seconds: float) -> "Hint":
        from ewala.games.kingdom_run.coach.hints import hint_for

        return hint_for(view, seconds)

    def look_through(
        self, record: "Record", effort: "Effort", watch: "Watch", so_far: "SoFar"
    ) -> "tuple[Chances, list[LedgerEntry]]":
        from ewala.games.kingdom_run.bots.search_pool import borrowed_search
        from ewala.games.kingdom_run.coach.calibration import calibrated
        from ewala.games.kingdom_run.coach.looks import Looks
        from ewala.games.kingdom_run.coach.turns import entries_of

        game = cast("KingdomRun", record.game)
        with borrowed_search(game) as search:
            looks = Looks(search, effort, partial(calibrated, game))
            return entries_of(list(record.states()), record.moves, looks, watch, so_far)

    def turn_choices(self, position: "State", effort: "Effort") -> "list[TurnChoice]":
        from ewala.games.kingdom_run.coach.choices import choices_of

        return choices_of(position, effort)

    def arbiter(self, game: "Game", effort: "Effort") -> "Arbiter":
        from ewala.games.kingdom_run.coach.arbiter import KingdomRunArbiter

        return KingdomRunArbiter(cast("KingdomRun", game), effort)

    def by_players(self, game: "Game") -> "list[Game]":
        return [game.with_options(players=clans, first=clans[0]) for clans in ("KS", "KSF", "KSFG")]

    def questions(self) -> "Sequence[Question]":
        from ewala.games.kingdom_run.studies.questions import QUESTIONS

        return QUESTIONS

    def trainer(self) -> "Trainer":
        from ewala.core.extras import need

        need("jax", "JAX", "train", "train/jax")
        need("optax", "Optax", "train", "train/optax")
        from ewala.games.kingdom_run.training.trainer import KingdomRunTrainer

        return KingdomRunTrainer()

    def actions(self, game: "Game") -> Iterator[int]:
        from ewala.games.kingdom_run.rules.decisions import decisions

        return decisions(cast("KingdomRun", game))

    def largest_feature(self, game: "Game") -> int:
        """What a space or a place on the podium is worth may be anything."""
        circuit = cast("KingdomRun", game).circuit
        return max(super().largest_feature(game), *circuit.values, *circuit.podium)


KIT = KingdomRunKit()
