"""What a page asks of its tables, answered as the server answers (server/api), without a network."""

from collections.abc import Callable

import msgspec

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.roles import SPECTATOR
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import game_class
from ewala.games.roster import entry_called, stand_in
from ewala.kit.effort import ORDINARY, THOROUGH_TIMES
from ewala.local.coaching import AnalysisTask, HintTask, analysis_task
from ewala.local.house import House, drawn_up
from ewala.local.keeper import not_kept
from ewala.local.room import Room
from ewala.server.tables.api.analyses import AnalysisAnswer, AnalysisRequest, check_asked, played_out
from ewala.server.tables.api.hints import SECONDS, HintRequest
from ewala.server.tables.api.past import LATELY
from ewala.server.tables.api.records import RecordRequest
from ewala.server.tables.api.rules import described_games
from ewala.server.tables.api.tables import (
    Accepted,
    BotRequest,
    JoinedSeat,
    JoinRequest,
    MadeTable,
    Rematch,
    TableRequest,
)
from ewala.server.tables.new_table import laid, laid_again
from ewala.tables import views
from ewala.tables.commands import Change, check_holds
from ewala.tables.events import Event
from ewala.tables.fold import NotPossible
from ewala.tables.keys import digest_of, new_key
from ewala.tables.problems import NotAllowed, problem_of, status_of
from ewala.tables.rematch import next_seats
from ewala.tables.replay import replayed
from ewala.tables.starts import playable
from ewala.tables.study_board import StudyRequest, studied
from ewala.tables.table import Table

OK, CREATED = 200, 201
NO_KEY = NotAllowed("seat/no-key", Sentence("this needs the key of a seat: Authorization: Bearer KEY"))

Answer = Callable[[int, str], None]  # told a status, and a text: JSON, or a record's

_tables = msgspec.json.Decoder(TableRequest)
_joins = msgspec.json.Decoder(JoinRequest)
_bots = msgspec.json.Decoder(BotRequest)
_records = msgspec.json.Decoder(RecordRequest)
_studies = msgspec.json.Decoder(StudyRequest)
_hints = msgspec.json.Decoder(HintRequest)
_analyses = msgspec.json.Decoder(AnalysisRequest)


class Question(msgspec.Struct):
    """What a page asks, as it would ask a server."""

    method: str
    path: str  # without what follows a question mark
    body: str  # JSON, or nothing
    keys: list[str]
    language: str


class NeedsServer(EwalaError):
    def __init__(self) -> None:
        super().__init__("page/needs-server", Sentence("this needs a server"))


def answered(question: Question, answer: Answer) -> None:
    """Answer what needs no table: what games are, records, positions and where moves lead."""
    _answered_or_refused(question, answer, lambda: _answer_anywhere(question, answer))


def _answer_anywhere(question: Question, answer: Answer) -> None:
    match [question.method, *_parts(question)]:
        case ["GET", "games"]:
            _say(described_games(question.language), answer)
        case ["POST", "records"]:
            record = _records.decode(question.body)
            if record.drawn:
                raise NeedsServer
            _say(replayed(record.text, question.language), answer)
        case ["POST", "positions"]:
            study = _studies.decode(question.body)
            if study.drawn:
                raise NeedsServer
            _say(studied(study, question.language), answer)
        case _:
            raise NeedsServer


def _answered_or_refused(question: Question, answer: Answer, work: Callable[[], None]) -> None:
    """A refusal is an answer, too."""
    try:
        work()
    except msgspec.DecodeError as error:
        unreadable = Sentence("it cannot be read: {reason}", reason=str(error))
        _refuse(BadSetup("request/unreadable", "", unreadable), question.language, answer)
    except EwalaError as error:
        _refuse(error, question.language, answer)


def _parts(question: Question) -> list[str]:
    """The path's words behind `api`."""
    return question.path.strip("/").split("/")[1:]


class Coach:
    """Whoever has hints and analyses made. This one has not."""

    def advise(self, task: HintTask, answer: Answer) -> None:
        """Have a hint thought of, and answered."""
        raise NeedsServer

    def review(self, task: AnalysisTask) -> None:
        """Have a game looked through, for whoever asks about it by its name."""
        raise NeedsServer


class Questions:
    """Answers whatever a page may ask of a house."""

    def __init__(self, house: House, coach: Coach | None = None) -> None:
        self._house = house
        self._coach = coach or Coach()

    def ask(self, question: Question, answer: Answer) -> None:
        """Answer as the server would."""
        _answered_or_refused(question, answer, lambda: self._answer(question, answer))

    def _answer(self, question: Question, answer: Answer) -> None:
        match [question.method, *_parts(question)]:
            case ["GET", "tables"]:
                _say([], answer)
            case ["POST", "tables"]:
                self._make(_tables.decode(question.body), question, answer)
            case [method, "tables", table_id, *rest]:
                at_table = AtTable(self._house, self._house.room(table_id), question, answer)
                if [method, *rest] == ["POST", "hint"]:
                    self._coach.advise(at_table.hint_task(_hints.decode(question.body)), answer)
                else:
                    at_table.do(method, rest)
            case ["POST", "analyses"]:
                self._analyse(_analyses.decode(question.body), question, answer)
            case _:
                _answer_anywhere(question, answer)

    def _analyse(self, asked: AnalysisRequest, question: Question, answer: Answer) -> None:
        """As closely as a server does, unless it was told otherwise; games of any length, on one's own device."""
        check_asked(asked)
        text = played_out(self._house.room(asked.table).kept).public_text() if asked.table else asked.text
        iterations = ORDINARY.iterations * (THOROUGH_TIMES if asked.thorough else 1)
        task = analysis_task(text, iterations, asked.thorough, question.language)
        self._coach.review(task)
        _say(AnalysisAnswer(task.name, "waiting", 0.0, task.thorough, 0), answer)

    def _make(self, asked: TableRequest, question: Question, answer: Answer) -> None:
        if asked.position:
            game = playable(game_class(asked.game).from_options(asked.options).parse(asked.position)).game
        else:
            game = game_class(asked.game).for_people(asked.options)
        table, secret = laid(game, asked.settings, self._house.now(), asked.position)
        host_key, watch_key = new_key(), new_key()
        fresh = drawn_up(table, secret, digest_of(host_key), digest_of(watch_key))
        self._house.keep_new(
            fresh,
            lambda: _say(MadeTable(self._house.room(fresh.id).view(), host_key, watch_key), answer, CREATED),
            lambda reason: _refuse(not_kept(reason), question.language, answer),
        )


class AtTable:
    """A question about one table."""

    def __init__(self, house: House, room: Room, question: Question, answer: Answer) -> None:
        self._house = house
        self._room = room
        self._question = question
        self._answer = answer
        self._seats = room.rights.seats_of(question.keys)
        self._host = room.rights.is_host(question.keys)

    def do(self, method: str, rest: list[str]) -> None:
        match [method, *rest]:
            case ["GET"]:
                self._say(self._snapshot())
            case ["POST", "seats", seat]:
                self._sit_down(seat, _joins.decode(self._question.body))
            case ["DELETE", "seats", seat]:
                if seat not in self._seats:
                    self._must_host()
                self._change(lambda table, now: table.stand_up(seat, now))
            case ["POST", "seats", seat, "bot"]:
                self._seat_bot(seat, _bots.decode(self._question.body))
            case ["POST", "seats", seat, "close"]:
                self._must_host()
                self._change(lambda table, now: table.close(seat, now))
            case ["POST", "start"]:
                self._must_host()
                self._change(lambda table, now: table.start(now))
            case ["POST", "rematch"]:
                self._rematch()
            case ["GET", "record"]:
                self._answer(OK, self._record())
            case ["GET", "story"]:
                self._say(replayed(self._public(), self._question.language, explained=LATELY))
            case ["GET", "positions", ply]:
                self._look_back(ply)
            case _:
                raise NeedsServer

    def hint_task(self, asked: HintRequest) -> HintTask:
        """What the coach is asked; raises whatever forbids it."""
        kept = self._room.kept
        seat = asked.seat or kept.to_act or ""
        check_holds(self._seats, seat)
        match = kept.check_hint(seat, self._seats)
        view, names = match.view(seat), {other: sitter.name for other, sitter in kept.sitters.items()}
        parameters, language = view.game.parameters(), self._question.language
        return HintTask(seat, kept.ply, match.game.name, parameters, view.data.hex(), names, language, SECONDS)

    def _must_host(self) -> None:
        if not self._host:
            raise NotAllowed("table/host-only", Sentence("this is for the host of the table"))

    def _say(self, told: object) -> None:
        _say(told, self._answer)

    def _change(self, change: Change) -> None:
        """Carry out a change, and say its number."""
        self._room.carry_out(change, self._then(lambda seq: self._say(Accepted(seq))))

    def _then(self, go_on: Callable[[int], None]) -> Callable[[int | EwalaError], None]:
        def told(outcome: int | EwalaError) -> None:
            if isinstance(outcome, EwalaError):
                _refuse(outcome, self._question.language, self._answer)
            else:
                go_on(outcome)

        return told

    def _snapshot(self) -> object:
        room = self._room
        return views.snapshot_of(
            room.id, room.kept, self._seats, host=self._host, online=room.online, muted=False, now=self._house.now()
        )

    def _sit_down(self, seat: Seat, asked: JoinRequest) -> None:
        key = self._key_kept(seat, asked.rematch_of) if asked.rematch_of else new_key()
        self._room.carry_out(
            lambda table, now: table.sit_down(seat, asked.name, asked.promise, now, asked.portrait),
            self._then(lambda seq: _say(JoinedSeat(seat, key, seq), self._answer, CREATED)),
            key=digest_of(key),
        )

    def _key_kept(self, seat: Seat, before_id: str) -> str:
        """The key of whoever moves to this seat for a rematch stays theirs."""
        before = self._house.room(before_id)
        for key in self._question.keys if before.kept.rematch == self._room.id else []:
            if any(before.kept.rematch_seats.get(held) == seat for held in before.rights.seats_of([key])):
                return key
        raise NO_KEY

    def _seat_bot(self, seat: Seat, asked: BotRequest) -> None:
        self._must_host()
        game = self._room.kept.game.name
        bot = entry_called(game, asked.bot or stand_in(game)).name

        def let_play(table: Table, now: int) -> list[Event]:
            if table.status == "open":
                return table.seat_bot(seat, bot, now)
            return table.replace(seat, bot, "host", now)

        self._change(let_play)

    def _rematch(self) -> None:
        if not self._host and not self._seats:
            raise NO_KEY
        room, wishing = self._room, self._seats
        room.kept.check_over()
        if room.kept.rematch:
            room.carry_out(lambda table, now: table.wish_rematch(wishing, now), self._then(self._say_rematch))
            return
        table, secret = laid_again(room.kept, self._house.now())
        fresh = drawn_up(table, secret, room.rights.host_digest, room.rights.watch_digest)
        seats = next_seats(room.kept)

        def offer(draft: Table, now: int) -> list[Event]:
            return draft.offer_rematch(fresh.id, seats, now) + draft.wish_rematch(wishing, now)

        def offered(seq: int) -> None:
            self._house.take_in(fresh)
            self._say_rematch(seq)

        room.carry_out(offer, self._then(offered), fresh=[fresh])

    def _say_rematch(self, _: int) -> None:
        kept = self._room.kept
        _say(Rematch(self._house.room(kept.rematch).view(), kept.rematch_seats), self._answer, CREATED)

    def _record(self) -> str:
        kept = self._room.kept
        if kept.match is None:
            raise NotPossible("table/not-started", "the game has not started")
        text_for = kept.match.public_text if kept.status == "over" else kept.match.text
        return text_for(views.viewer_of(self._seats, kept.to_act))

    def _public(self) -> str:
        match = self._room.kept.match
        if match is None:
            raise NotPossible("table/not-started", "the game has not started")
        return match.public_text(SPECTATOR)

    def _look_back(self, ply: str) -> None:
        moment = views.past_moment(self._room.kept, int(ply))
        if moment is None:
            raise NotPossible("table/not-started", "the game has not started")
        self._say(views.past_position(moment, self._seats, explained=True))


def _say(told: object, answer: Answer, status: int = OK) -> None:
    answer(status, msgspec.json.encode(told).decode())


def _refuse(error: EwalaError, language: str, answer: Answer) -> None:
    answer(status_of(error), msgspec.json.encode(problem_of(error, language)).decode())
