"""Routes to notifications: the server's key, browsers, webhooks, preferences."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, put
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from ewala.server.features.accounts import Label, MeDep, check_label
from ewala.server.features.notifications.delivery import LONGEST_ENDPOINT, endpoint_at
from ewala.server.features.notifications.preferences import (
    NotificationPreferences,
    check_preferences,
    preferences_of,
    put_preferences,
)
from ewala.server.features.notifications.push import SubscriptionView, Vapid, browser_keys, subscribe, unsubscribe
from ewala.server.features.notifications.webhooks import (
    NewWebhook,
    WebhookView,
    check_address,
    drop_webhook,
    put_webhook,
    webhook_of,
)
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import TOKEN, refusals, route
from ewala.server.tables.feature import RegistryDep

SubscriptionId = Annotated[
    str,
    Parameter(description="A browser that is told, as it is listed.", examples=[Example(value="0123456789abcdef" * 4)]),
]
Text64 = Annotated[str, Meta(min_length=1, max_length=200, pattern="^[A-Za-z0-9_-]*$")]


class PushKey(msgspec.Struct):
    """What a browser subscribes with, as `applicationServerKey`."""

    key: str


class SubscriptionKeys(msgspec.Struct):
    """By which messages are encrypted, as a browser's `PushSubscription` has them."""

    p256dh: Text64
    auth: Text64


class SubscriptionRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A browser that is to be told."""

    endpoint: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_ENDPOINT, description="Where its push service takes messages.")
    ]
    keys: SubscriptionKeys
    label: Label = ""


class WebhookRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A program of one's own that is to be told."""

    address: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=LONGEST_ENDPOINT,
            description="Where it takes messages.",
            examples=["https://example.org/ewala"],
        ),
    ]


@get("/api/push/key", summary="What a browser subscribes with", tags=["people"], responses=refusals())
async def push_key(registry: RegistryDep) -> PushKey:
    return PushKey((await registry.read(Vapid.of, registry.store.engine)).public)


class PushController(Controller):
    """The browsers at which you are told something, and what you want to be told."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @route(put, "/push", "Be told at this browser", 400, 403, 413, 415)
    async def subscribe(
        self, data: JSONBody[SubscriptionRequest], me: MeDep, registry: RegistryDep
    ) -> SubscriptionView:
        check_label(data.label)
        endpoint_at(data.endpoint, loopback=registry.config.push_loopback)
        keys = browser_keys(data.keys.p256dh, data.keys.auth)
        return await registry.change(subscribe, me.id, me.key, data.endpoint, keys, data.label, registry.now())

    @route(delete, "/push/{subscription:str}", "Be told there no more", 400, 403)
    async def unsubscribe(self, subscription: SubscriptionId, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(unsubscribe, me.id, subscription)

    @route(get, "/webhook", "Your program that is told", 403, cost=costs.COUNTED)
    async def webhook(self, me: MeDep, registry: RegistryDep) -> WebhookView:
        return await registry.ask(webhook_of, me.id)

    @route(put, "/webhook", "Have a program of yours be told, too", 400, 403, 413, 415)
    async def set_webhook(self, data: JSONBody[WebhookRequest], me: MeDep, registry: RegistryDep) -> NewWebhook:
        check_address(data.address, loopback=registry.config.push_loopback)
        return await registry.change(put_webhook, me.id, data.address, registry.now())

    @route(delete, "/webhook", "Have no program be told any more", 403)
    async def drop_webhook(self, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(drop_webhook, me.id)

    @route(get, "/wishes", "What you want to be told", 403, cost=costs.COUNTED)
    async def preferences(self, me: MeDep, registry: RegistryDep) -> NotificationPreferences:
        return await registry.ask(preferences_of, me.id)

    @route(put, "/wishes", "Say what you want to be told", 400, 403, 413, 415)
    async def set_preferences(
        self, data: JSONBody[NotificationPreferences], me: MeDep, registry: RegistryDep
    ) -> NotificationPreferences:
        check_preferences(data)
        await registry.change(put_preferences, me.id, data)
        return data
