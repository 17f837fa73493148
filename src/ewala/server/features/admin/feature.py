"""Administration: the host's desk, policy, announcements, exports."""

from litestar.di import Provide

from ewala.server.features.accounts import Accounts
from ewala.server.features.admin.routes import DeskController, Offers, host_of, house
from ewala.server.features.admin.schema import acts, announcements, muted_people, muted_seats, orders
from ewala.server.features.admin.service import Admin
from ewala.server.features.admin.store import StoredPolicy, forget_in_log
from ewala.server.features.evenings import Organizer
from ewala.server.features.mail import Mailing
from ewala.server.platform.edge.throttle import Quota
from ewala.server.tables.feature import Feature, Server
from ewala.tables.problems import TooMany

TOO_MANY_KEYS = TooMany("desk/too-many-keys", "too many keys were tried: wait a while", 60)


def install(server: Server) -> None:
    accounts, mailing, limits = server.service(Accounts), server.find(Mailing), server.config.limits
    admin = Admin(server.registry, accounts)
    accounts.on_forget.append(forget_in_log)
    server.registry.hooks.policy = StoredPolicy()
    server.registry.hooks.check_may_speak = admin.check_may_speak
    server.routes += [DeskController, house]
    server.dependencies["host"] = Provide(host_of)
    server.provide(
        admin=admin,
        key_tries=Quota(limits.codes_per_hour, limits.codes_burst, TOO_MANY_KEYS),
        offers=Offers(evenings=server.find(Organizer) is not None, mail=mailing is not None and mailing.offered),
    )


FEATURE = Feature(
    "admin", install, needs=("accounts",), schema=(acts, announcements, orders, muted_people, muted_seats)
)
