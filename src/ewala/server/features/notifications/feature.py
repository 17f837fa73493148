"""Notifications by web push and webhook; other features may add channels."""

from collections.abc import Sequence
from typing import Any

from ewala.server.features.accounts import Accounts, Me, PersonalData
from ewala.server.features.notifications.notifier import Notifier
from ewala.server.features.notifications.preferences import NotificationPreferences, PreferenceStore
from ewala.server.features.notifications.push import Subscriptions, SubscriptionView, WebPush
from ewala.server.features.notifications.queue import Notice, Notices
from ewala.server.features.notifications.routes import PushController, push_key
from ewala.server.features.notifications.schema import notices, person_wishes, push_subscriptions, webhooks
from ewala.server.features.notifications.webhooks import Webhooks, WebhookStore, WebhookView
from ewala.server.tables.feature import Feature, Server


def install(server: Server) -> None:
    notifier, ask = Notifier(server.registry), server.registry.ask
    notifier.channels += [WebPush(server.registry), Webhooks(server.registry)]

    async def browsers(me: Me) -> Sequence[SubscriptionView]:
        return await ask(lambda engine: Subscriptions(engine).of(me.id))

    async def webhook(me: Me) -> WebhookView:
        return await ask(lambda engine: WebhookStore(engine).of(me.id))

    async def preferences(me: Me) -> NotificationPreferences:
        return await ask(lambda engine: PreferenceStore(engine).of(me.id))

    async def noted(me: Me) -> list[Notice]:
        return await ask(lambda engine: Notices(engine).of(me.id))

    data: list[tuple[str, Any, Any]] = [
        ("push", list[SubscriptionView], browsers),
        ("webhook", WebhookView, webhook),
        ("wishes", NotificationPreferences, preferences),
        ("notices", list[Notice], noted),
    ]
    server.service(Accounts).personal_data += [PersonalData(*each) for each in data]
    server.routes += [PushController, push_key]
    server.provide(notifier=notifier)
    server.on_start.append(notifier.start)


FEATURE = Feature(
    "notifications", install, needs=("accounts",), schema=(push_subscriptions, webhooks, person_wishes, notices)
)
