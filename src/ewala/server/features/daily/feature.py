"""The daily puzzle: what others chose in the position of the day."""

from ewala.server.features.daily.routes import DayLimiters, DaysController
from ewala.server.features.daily.schema import day_choices
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    server.routes.append(DaysController)
    server.provide(day_limiters=DayLimiters(server.config.limits))


FEATURE = Feature("daily", install, schema=(day_choices,))
