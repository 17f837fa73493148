"""Accounts: a lasting place for whoever wants one."""

from litestar.di import Provide

from ewala.server.features.accounts.accounts import Accounts, PeopleLimiters
from ewala.server.features.accounts.profile_routes import (
    MeController,
    everything_route,
    everything_type,
    me_of,
    own_data,
)
from ewala.server.features.accounts.routes import PeopleController
from ewala.server.features.accounts.schema import pairings, people, person_keys, person_seats, results
from ewala.server.features.accounts.seats import on_write
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    accounts = Accounts(server.registry)
    accounts.personal_data += own_data(accounts)
    server.registry.hooks.on_write = on_write
    server.routes += [PeopleController, MeController]
    server.dependencies["me"] = Provide(me_of)
    server.provide(accounts=accounts, people_limiters=PeopleLimiters(server.config.limits))

    def add_everything() -> None:
        server.state["everything"] = answer = everything_type(accounts.personal_data)
        server.routes.append(everything_route(answer, accounts.personal_data))

    server.when_composed.append(add_everything)


FEATURE = Feature("accounts", install, schema=(people, person_keys, person_seats, pairings, results))
