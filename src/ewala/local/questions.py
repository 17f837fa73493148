"""What a page asks of its tables, answered as the server answers (server/api), without a network."""

from collections.abc import Callable

import msgspec

from ewala.core.errors import BadSetup, EwalaError
from ewala.core.sentences import Sentence
from ewala.core.state import Seat
from ewala.games.registry import game_class
from ewala.kit.effort import ORDINARY, THOROUGH_TIMES
from ewala.local.coaching import AnalysisTask, HintTask, analysis_task
from ewala.local.explaining import ExplanationRequest, explanation
from ewala.local.house import House, drawn_up
from ewala.local.keeper import not_kept
from ewala.tables.caller import Caller
from ewala.tables.commands import Change
from ewala.tables.described_games import described_games
from ewala.tables.keys import digest_of, new_key
from ewala.tables.new_table import key_kept, laid, laid_again, offer_rematch
from ewala.tables.problems import problem_of, status_of
from ewala.tables.replay import replayed
from ewala.tables.requests import (
    HINT_SECONDS,
    STORY_EXPLAINED,
    Accepted,
    AnalysisAnswer,
    AnalysisRequest,
    BotRequest,
    HintRequest,
    JoinedSeat,
    JoinRequest,
    MadeTable,
    RecordRequest,
    Rematch,
    TableRequest,
    check_asked,
    played_out,
)
from ewala.tables.starts import playable
from ewala.tables.study_board import StudyRequest, studied

OK, CREATED = 200, 201

Answer = Callable[[int, str], None]  # told a status, and a text: JSON, or a record's

_tables = msgspec.json.Decoder(TableRequest)
_joins = msgspec.json.Decoder(JoinRequest)
_bots = msgspec.json.Decoder(BotRequest)
_records = msgspec.json.Decoder(RecordRequest)
_studies = msgspec.json.Decoder(StudyRequest)
_explanations = msgspec.json.Decoder(ExplanationRequest)
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
        case ["POST", "explanations"]:
            _say(explanation(_explanations.decode(question.body), question.language), answer)
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
                caller = Caller(self._house.room(table_id), question.keys, question.language)
                if [method, *rest] == ["POST", "hint"]:
                    self._coach.advise(_hint_task(caller, _hints.decode(question.body)), answer)
                else:
                    AtTable(self._house, caller, question.body, answer).do(method, rest)
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
            lambda: _say(MadeTable(self._house.room(fresh.id).audience.view(), host_key, watch_key), answer, CREATED),
            lambda reason: _refuse(not_kept(reason), question.language, answer),
        )


def _hint_task(caller: Caller, asked: HintRequest) -> HintTask:
    """What the coach is asked; raises whatever forbids it."""
    seat, kept = caller.seat_for_hint(asked.seat), caller.room.kept
    view, names = caller.match().view(seat), {other: sitter.name for other, sitter in kept.sitters.items()}
    game, parameters = view.game.name, view.game.parameters()
    return HintTask(seat, kept.ply, game, parameters, view.data.hex(), names, caller.language, HINT_SECONDS)


class AtTable:
    """A question about one table."""

    def __init__(self, house: House, caller: Caller, body: str, answer: Answer) -> None:
        self._house = house
        self._caller = caller
        self._body = body
        self._answer = answer

    def do(self, method: str, rest: list[str]) -> None:
        caller = self._caller
        match [method, *rest]:
            case ["GET"]:
                self._say(caller.snapshot())
            case ["POST", "seats", seat]:
                self._sit_down(seat, _joins.decode(self._body))
            case ["DELETE", "seats", seat]:
                self._change(caller.stand_up(seat), None if caller.host else seat)
            case ["POST", "seats", seat, "bot"]:
                self._change(caller.seat_bot(seat, _bots.decode(self._body).bot))
            case ["POST", "seats", seat, "close"]:
                self._change(caller.close(seat))
            case ["POST", "start"]:
                self._change(caller.start())
            case ["POST", "rematch"]:
                self._rematch()
            case ["GET", "record"]:
                self._answer(OK, caller.record())
            case ["GET", "story"]:
                self._say(replayed(caller.public_record(), caller.language, explained=STORY_EXPLAINED))
            case ["GET", "positions", ply]:
                self._say(caller.look_back(int(ply)))
            case _:
                raise NeedsServer

    def _say(self, told: object) -> None:
        _say(told, self._answer)

    def _change(self, change: Change, by: Seat | None = None) -> None:
        """Carry out a change, and say its number."""
        self._caller.room.carry_out(change, self._then(lambda seq: self._say(Accepted(seq))), by=by)

    def _then(self, go_on: Callable[[int], None]) -> Callable[[int | EwalaError], None]:
        def told(outcome: int | EwalaError) -> None:
            if isinstance(outcome, EwalaError):
                _refuse(outcome, self._caller.language, self._answer)
            else:
                go_on(outcome)

        return told

    def _sit_down(self, seat: Seat, asked: JoinRequest) -> None:
        room, before = self._caller.room, asked.rematch_of
        key = key_kept(self._house.room(before), room, seat, self._caller.keys) if before else new_key()
        room.carry_out(
            lambda table, now: table.sit_down(seat, asked.name, asked.promise, now, asked.portrait),
            self._then(lambda seq: _say(JoinedSeat(seat, key, seq), self._answer, CREATED)),
            key=digest_of(key),
        )

    def _rematch(self) -> None:
        room, wishing = self._caller.room, self._caller.wishing()
        if room.kept.rematch:
            room.carry_out(lambda table, now: table.wish_rematch(wishing, now), self._then(self._say_rematch))
            return
        table, secret = laid_again(room.kept, self._house.now())
        fresh = drawn_up(table, secret, room.rights.host_digest, room.rights.watch_digest)

        def offered(seq: int) -> None:
            self._house.take_in(fresh)
            self._say_rematch(seq)

        room.carry_out(offer_rematch(room, fresh.id, wishing), self._then(offered), companion=fresh)

    def _say_rematch(self, _: int) -> None:
        kept = self._caller.room.kept
        _say(Rematch(self._house.room(kept.rematch).audience.view(), kept.rematch_seats), self._answer, CREATED)


def _say(told: object, answer: Answer, status: int = OK) -> None:
    answer(status, msgspec.json.encode(told).decode())


def _refuse(error: EwalaError, language: str, answer: Answer) -> None:
    answer(status_of(error), msgspec.json.encode(problem_of(error, language)).decode())
