"""Mail: a channel of notifications, and a way to recover an account."""

from ewala.server.features.accounts import Accounts, PersonalData
from ewala.server.features.mail.addresses import MailView, mail_addresses
from ewala.server.features.mail.routes import MailController, ask_by_mail, stop_mail
from ewala.server.features.mail.service import Mailing
from ewala.server.features.notifications import Notifier
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    mailing, notifier = Mailing(server.registry), server.service(Notifier)
    notifier.channels.append(mailing)
    notifier.chores.append(mailing.tidy)
    server.service(Accounts).personal_data.append(PersonalData("mail", MailView, lambda me: mailing.look(me.id)))
    server.routes += [MailController, ask_by_mail, stop_mail]
    server.provide(mailing=mailing)
    server.on_stop.append(mailing.close)


FEATURE = Feature("mail", install, needs=("accounts", "notifications"), schema=(mail_addresses,))
