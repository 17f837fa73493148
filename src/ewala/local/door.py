"""The door between a page and the tables of its device: nothing but texts and numbers passes, for a page keeps and
sends nothing else."""

from collections.abc import Callable

import msgspec

from ewala.core.errors import EwalaError
from ewala.local.coaching import AnalysisTask, HintTask
from ewala.local.house import House
from ewala.local.keeper import Addition, KeptTable, not_shown
from ewala.local.line import Line
from ewala.local.questions import Answer, Coach, Question, Questions
from ewala.local.thinking import Task, read_task
from ewala.tables.messages import Closing
from ewala.tables.problems import problem_of

# Keeps an addition that is given as JSON; then calls the first function, or the second with the reason why it did not.
KeepText = Callable[[str, Callable[[], None], Callable[[str], None]], None]

_tables = msgspec.json.Decoder(KeptTable)


class Texts(Coach):
    """A coach who is asked by texts."""

    def __init__(self, advise: Callable[[str, Answer], None], review: Callable[[str], None]) -> None:
        self._advise = advise
        self._review = review

    def advise(self, task: HintTask, answer: Answer) -> None:
        self._advise(msgspec.json.encode(task).decode(), answer)

    def review(self, task: AnalysisTask) -> None:
        self._review(msgspec.json.encode(task).decode())


class Door:
    """`deliver` takes a frame for a line, which the page numbers; `cut` says that a line is no more; `think` is given
    a bot's task, which comes back by `decide`, and `stop` one for which nobody waits any more; `advise` a task for the
    coach, with a function that takes his answer; `review` one of which the page itself hears more."""

    def __init__(
        self,
        now: Callable[[], int],
        keep: KeepText,
        deliver: Callable[[int, str], None],
        cut: Callable[[int], None],
        think: Callable[[str], None],
        stop: Callable[[str], None],
        advise: Callable[[str, Answer], None],
        review: Callable[[str], None],
    ) -> None:
        self._keep_text = keep
        self._deliver = deliver
        self._cut = cut
        self._think_text = think
        self._stop_text = stop
        self._house = House(now, self._keep, self._think, self._stop)
        self._questions = Questions(self._house, Texts(advise, review))
        self._lines: dict[int, tuple[str, Line]] = {}

    def _keep(self, addition: Addition, done: Callable[[], None], lost: Callable[[str], None]) -> None:
        self._keep_text(msgspec.json.encode(addition).decode(), done, lost)

    # --- Bots

    def _think(self, task: Task) -> None:
        self._think_text(msgspec.json.encode(task).decode())

    def _stop(self, task: Task) -> None:
        self._stop_text(msgspec.json.encode(task).decode())

    def decide(self, task: str, move: str) -> None:
        """What a bot has made of its task; if nobody waits for that any more, nothing happens."""
        self._house.decide(read_task(task), move)

    # --- Tables

    def knows(self, table_id: str) -> bool:
        return self._house.knows(table_id)

    def take_in(self, kept: str) -> None:
        """A table that was kept before; if it is damaged, whoever asks for it is told so."""
        self._house.take_in(_tables.decode(kept))

    def forget(self, table_id: str) -> None:
        """The table went on elsewhere, in another window: whoever looks at it comes anew, and sees it as it is kept."""
        self._house.forget(table_id)
        for number in [number for number, (table, _) in self._lines.items() if table == table_id]:
            del self._lines[number]
            self._cut(number)

    def give_up(self, table_id: str, reason: str) -> None:
        """The browser does not show what it keeps of a table: whoever asks for it is told why."""
        self._house.give_up(table_id, not_shown(reason))

    def tick(self) -> None:
        self._house.tick()

    # --- What a page asks and says

    def ask(self, method: str, path: str, body: str, keys: list[str], language: str, answer: Answer) -> None:
        self._questions.ask(Question(method, path, body, keys, language), answer)

    def open(self, number: int, table_id: str, language: str) -> None:
        """A new line to a table."""

        def deliver(frame: str) -> None:
            self._deliver(number, frame)

        try:
            self._lines[number] = (table_id, self._house.line(table_id, deliver))
        except EwalaError as error:
            problem = problem_of(error, language)
            deliver(msgspec.json.encode(Closing(problem.code, problem.sentence)).decode())
            self._cut(number)

    def hear(self, number: int, frame: str) -> None:
        """A frame from the page, unless its line has been cut meanwhile."""
        if number in self._lines:
            self._lines[number][1].hear(frame)

    def close(self, number: int) -> None:
        if number in self._lines:
            self._lines.pop(number)[1].leave()
