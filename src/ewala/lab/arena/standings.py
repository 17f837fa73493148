"""Where an arena stands while it is played: what is done, what comes next, and what is decided already."""

from collections.abc import Iterable, Iterator

from ewala.lab.arena.contest import Contest, Meeting, Task
from ewala.lab.arena.ratings import by_deal, edge_of
from ewala.lab.arena.results import GameRow
from ewala.lab.arena.sequential import Decision, SequentialTest


class Standings:
    """The games so far. The test looks at deals in their order, whoever was done first: more workers, same games."""

    def __init__(self, contest: Contest, games: int, rows: Iterable[GameRow] = ()) -> None:
        self.meetings = contest.meetings()
        self._deals = {meeting.name: -(-games // meeting.games_per_deal) for meeting in self.meetings}
        self._places = {meeting.name: n for n, meeting in enumerate(self.meetings)}
        self._rows: dict[tuple[int, str, int], GameRow] = {}
        self._tests: dict[str, SequentialTest] = {}
        self._open: dict[tuple[str, int], list[GameRow]] = {}  # deals that the test has not come to
        if contest.hypotheses:
            self._tests = {meeting.name: SequentialTest(contest.hypotheses) for meeting in self.meetings}
        for row in rows:
            self.add(row)

    def add(self, row: GameRow) -> None:
        self._rows[row.key] = row
        if row.meeting in self._tests:
            self._open.setdefault((row.meeting, row.deal), []).append(row)
            self._test(self.meetings[self._places[row.meeting]])

    def _test(self, meeting: Meeting) -> None:
        test = self._tests[meeting.name]
        while test.decision is None:
            played = self._open.get((meeting.name, test.deals + 1), [])
            if len(played) < meeting.games_per_deal:
                return
            del self._open[meeting.name, test.deals + 1]
            test.add(edge_of(meeting, played))

    def decision(self, meeting: Meeting) -> Decision | None:
        """What the test says of a pair, if there is one and it has decided."""
        test = self._tests.get(meeting.name)
        return test.decision if test else None

    def due(self) -> Iterator[Task]:
        """The games that are still to be played, deal by deal; asked one by one, as decisions come in between."""
        for deal in range(1, max(self._deals.values()) + 1):
            for meeting in self.meetings:
                for task in meeting.tasks(deal) if deal <= self._deals[meeting.name] else ():
                    if task.key not in self._rows and self.decision(meeting) is None:
                        yield task

    def left(self) -> int:
        """How many games are still to be played, at most."""
        return sum(
            task.key not in self._rows
            for meeting in self.meetings
            if self.decision(meeting) is None
            for deal in range(1, self._deals[meeting.name] + 1)
            for task in meeting.tasks(deal)
        )

    def rows(self) -> list[GameRow]:
        """The games that count, in the order in which they were due: none beyond the deal that decided."""
        return sorted(
            (row for row in self._rows.values() if not self._beyond(row)),
            key=lambda row: (row.deal, self._places[row.meeting], row.number),
        )

    def beyond(self) -> list[GameRow]:
        """The games that were under way when the test had decided."""
        return [row for row in self._rows.values() if self._beyond(row)]

    def _beyond(self, row: GameRow) -> bool:
        test = self._tests.get(row.meeting)
        return test is not None and test.decision is not None and row.deal > test.deals

    def whole_deals(self, meeting: Meeting) -> dict[int, list[GameRow]]:
        """The deals of a meeting of which every game was played: only these are balanced."""
        found = by_deal(row for row in self.rows() if row.meeting == meeting.name)
        return {deal: played for deal, played in found.items() if len(played) == meeting.games_per_deal}
