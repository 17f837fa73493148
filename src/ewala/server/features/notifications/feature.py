"""Notifications by web push and webhook; other features may add channels."""

from ewala.server.features.accounts import Accounts
from ewala.server.features.notifications.notifier import Notifier
from ewala.server.features.notifications.preferences import NotificationPreferences, preferences_of
from ewala.server.features.notifications.push import SubscriptionView, WebPush, subscriptions_of
from ewala.server.features.notifications.queue import Notice, notices_of
from ewala.server.features.notifications.routes import PushController, push_key
from ewala.server.features.notifications.schema import notices, person_wishes, push_subscriptions, webhooks
from ewala.server.features.notifications.webhooks import Webhooks, WebhookView, webhook_of
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    notifier, accounts = Notifier(server.registry), server.service(Accounts)
    notifier.channels += [WebPush(server.registry), Webhooks(server.registry)]
    accounts.keep("push", list[SubscriptionView], subscriptions_of)
    accounts.keep("webhook", WebhookView, webhook_of)
    accounts.keep("wishes", NotificationPreferences, preferences_of)
    accounts.keep("notices", list[Notice], notices_of)
    server.routes += [PushController, push_key]
    server.provide(notifier=notifier)
    server.on_start.append(notifier.start)


FEATURE = Feature(
    "notifications", install, needs=("accounts",), schema=(push_subscriptions, webhooks, person_wishes, notices)
)
