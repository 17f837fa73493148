"""Being told something while the page is closed: the server's key, browsers, and what somebody wishes."""

from typing import Annotated

import msgspec
from litestar import Controller, delete, get, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from ewala.server.features.accounts.accounts import Accounts, Me
from ewala.server.features.accounts.profile_routes import TOKEN
from ewala.server.features.accounts.routes import Label, check_label
from ewala.server.features.notifications.endpoints import LONGEST_ENDPOINT, endpoint_at
from ewala.server.features.notifications.preferences import Wishes, check_wishes
from ewala.server.features.notifications.subscriptions import SubscriptionView, browser_keys
from ewala.server.features.notifications.vapid import Vapid
from ewala.server.features.notifications.webhooks import NewWebhook, WebhookView, check_address
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import refusals
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
async def push_key(desk: NamedDependency[Accounts]) -> PushKey:
    return PushKey(await desk.ask(lambda engine: Vapid.of(engine).public))


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
        return await me.subscribe(data.endpoint, browser_keys(data.keys.p256dh, data.keys.auth), data.label)

    @delete(
        "/push/{subscription:str}",
        summary="Be told there no more",
        responses=refusals(400, 403),
        opt={"cost": costs.COMMAND},
    )
    async def unsubscribe(self, subscription: SubscriptionId, me: NamedDependency[Me]) -> None:
        await me.unsubscribe(subscription)

    @get("/webhook", summary="Your program that is told", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def webhook(self, me: NamedDependency[Me]) -> WebhookView:
        return await me.webhook()

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
        return await me.tell_program(data.address)

    @delete(
        "/webhook",
        summary="Have no program be told any more",
        responses=refusals(403),
        opt={"cost": costs.COMMAND},
    )
    async def drop_webhook(self, me: NamedDependency[Me]) -> None:
        await me.tell_no_program()

    @get("/wishes", summary="What you want to be told", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def wishes(self, me: NamedDependency[Me]) -> Wishes:
        return await me.wishes()

    @put(
        "/wishes",
        summary="Say what you want to be told",
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def wish(self, data: JSONBody[Wishes], me: NamedDependency[Me]) -> Wishes:
        check_wishes(data)
        await me.wish(data)
        return data
