"""Routes to notifications: the server's key, browsers, webhooks, preferences."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from ewala.server.features.accounts import Label, Me, check_label
from ewala.server.features.notifications.delivery import LONGEST_ENDPOINT, endpoint_at
from ewala.server.features.notifications.preferences import (
    NotificationPreferences,
    PreferenceStore,
    check_preferences,
)
from ewala.server.features.notifications.push import Subscriptions, SubscriptionView, Vapid, browser_keys
from ewala.server.features.notifications.webhooks import NewWebhook, WebhookStore, WebhookView, check_address
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import TOKEN, refusals
from ewala.server.tables.registry import TableRegistry

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
async def push_key(registry: NamedDependency[TableRegistry]) -> PushKey:
    return PushKey(await registry.ask(lambda engine: Vapid.of(engine).public))


class PushController(Controller):
    """The browsers at which you are told something, and what you want to be told."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @put(
        "/push", summary="Be told at this browser", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND}
    )
    async def subscribe(
        self, data: JSONBody[SubscriptionRequest], me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> SubscriptionView:
        check_label(data.label)
        endpoint_at(data.endpoint, loopback=registry.config.push_loopback)
        keys, now = browser_keys(data.keys.p256dh, data.keys.auth), registry.now()
        return await registry.ask(
            lambda engine: Subscriptions(engine).put(me.id, me.key, data.endpoint, keys, data.label, now)
        )

    @delete(
        "/push/{subscription:str}",
        summary="Be told there no more",
        responses=refusals(400, 403),
        opt={"cost": costs.COMMAND},
    )
    async def unsubscribe(
        self, subscription: SubscriptionId, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> None:
        await registry.ask(lambda engine: Subscriptions(engine).take(me.id, subscription))

    @get("/webhook", summary="Your program that is told", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def webhook(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> WebhookView:
        return await registry.ask(lambda engine: WebhookStore(engine).of(me.id))

    @put(
        "/webhook",
        summary="Have a program of yours be told, too",
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_webhook(
        self, data: JSONBody[WebhookRequest], me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> NewWebhook:
        check_address(data.address, loopback=registry.config.push_loopback)
        now = registry.now()
        return await registry.ask(lambda engine: WebhookStore(engine).put(me.id, data.address, now))

    @delete(
        "/webhook",
        summary="Have no program be told any more",
        responses=refusals(403),
        opt={"cost": costs.COMMAND},
    )
    async def drop_webhook(self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]) -> None:
        await registry.ask(lambda engine: WebhookStore(engine).take(me.id))

    @get("/wishes", summary="What you want to be told", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def preferences(
        self, me: NamedDependency[Me], registry: NamedDependency[TableRegistry]
    ) -> NotificationPreferences:
        return await registry.ask(lambda engine: PreferenceStore(engine).of(me.id))

    @put(
        "/wishes",
        summary="Say what you want to be told",
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def set_preferences(
        self,
        data: JSONBody[NotificationPreferences],
        me: NamedDependency[Me],
        registry: NamedDependency[TableRegistry],
    ) -> NotificationPreferences:
        check_preferences(data)
        await registry.ask(lambda engine: PreferenceStore(engine).put(me.id, data))
        return data
