"""Club evenings."""

from ewala.server.features.evenings.organizer import Organizer
from ewala.server.features.evenings.routes import EveningsController
from ewala.server.features.evenings.store import evening_events, evening_keys, evenings
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    server.routes.append(EveningsController)
    server.provide(organizer=Organizer(server.registry))


FEATURE = Feature("evenings", install, schema=(evenings, evening_keys, evening_events))
