"""Accounts of people who want one."""

from litestar.di import Provide

from ewala.server.features.accounts.accounts import Accounts
from ewala.server.features.accounts.profile_routes import (
    MeController,
    everything_route,
    everything_type,
    keep_own,
    me_of,
)
from ewala.server.features.accounts.routes import PeopleController
from ewala.server.features.accounts.schema import pairings, people, person_keys, person_seats, results
from ewala.server.features.accounts.seats import on_write
from ewala.server.platform.edge.throttle import Quota
from ewala.server.tables.feature import Feature, Server
from ewala.tables.problems import TooMany

PEOPLE = TooMany("server/too-many-people", "too many new people at once: wait a while", 60)
CODES = TooMany("server/too-many-codes", "too many codes were tried: wait a while", 60)


def install(server: Server) -> None:
    accounts, limits = Accounts(server.registry), server.config.limits
    keep_own(accounts)
    server.registry.hooks.on_write = on_write
    server.routes += [PeopleController, MeController]
    server.dependencies["me"] = Provide(me_of)
    server.provide(
        accounts=accounts,
        new_people=Quota(limits.people_per_hour, limits.people_burst, PEOPLE),
        code_tries=Quota(limits.codes_per_hour, limits.codes_burst, CODES),
    )

    def add_everything() -> None:
        server.state["everything"] = answer = everything_type(accounts.personal_data)
        server.routes.append(everything_route(answer, accounts.personal_data))

    server.when_composed.append(add_everything)


FEATURE = Feature("accounts", install, schema=(people, person_keys, person_seats, pairings, results))
