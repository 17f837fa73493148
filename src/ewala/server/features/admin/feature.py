"""Administration: the host's desk, policy, announcements, exports."""

from litestar.di import Provide

from ewala.server.features.accounts import Accounts
from ewala.server.features.admin.access import KeyTries, host_of
from ewala.server.features.admin.action_routes import DeskActsController
from ewala.server.features.admin.log import StoredPolicy, forget_in_log
from ewala.server.features.admin.routes import DeskController, Offers, house
from ewala.server.features.admin.schema import acts, announcements, muted_people, muted_seats, orders
from ewala.server.features.admin.service import Admin
from ewala.server.features.evenings import Organizer
from ewala.server.features.mail import Mailing
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    accounts, mailing = server.service(Accounts), server.find(Mailing)
    admin = Admin(server.registry, accounts)
    accounts.on_forget.append(forget_in_log)
    server.registry.hooks.policy = StoredPolicy()
    server.registry.hooks.check_may_speak = admin.check_may_speak
    server.routes += [DeskController, DeskActsController, house]
    server.dependencies["host"] = Provide(host_of)
    offers = Offers(evenings=server.find(Organizer) is not None, mail=mailing is not None and mailing.offered)
    server.provide(admin=admin, key_tries=KeyTries(server.config.limits), offers=offers)


FEATURE = Feature(
    "admin", install, needs=("accounts",), schema=(acts, announcements, orders, muted_people, muted_seats)
)
