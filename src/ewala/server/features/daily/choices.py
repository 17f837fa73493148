"""What people chose in the position of a day: counted, and nothing kept of who they are."""

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ewala.server.features.daily.schema import day_choices
from ewala.server.platform.storage.transactions import Repository

KEPT = 60  # days whose counts are kept


class Choices(Repository):
    def count(self, day: int, game: str, choice: str) -> None:
        """One more has chosen this, on the day of that number."""
        more = (
            update(day_choices)
            .where(day_choices.c.day == day, day_choices.c.game == game, day_choices.c.choice == choice)
            .values(times=day_choices.c.times + 1)
        )
        with self._engine.begin() as connection:
            if connection.execute(more).rowcount:
                return
            connection.execute(delete(day_choices).where(day_choices.c.day < day - KEPT))
            try:
                with connection.begin_nested():
                    connection.execute(insert(day_choices).values(day=day, game=game, choice=choice, times=1))
            except IntegrityError:  # somebody else has just been the first
                connection.execute(more)

    def of(self, day: int, game: str) -> dict[str, int]:
        """How often each was chosen, the most frequent first."""
        asked = select(day_choices.c.choice, day_choices.c.times).where(
            day_choices.c.day == day, day_choices.c.game == game
        )
        with self._engine.connect() as connection:
            found = connection.execute(asked.order_by(day_choices.c.times.desc(), day_choices.c.choice))
            return {row.choice: row.times for row in found}
