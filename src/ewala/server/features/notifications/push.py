"""Telling somebody at their browsers: encrypted for each, by its push service."""

import asyncio

import msgspec

from ewala.server.features.accounts.asking import Ask
from ewala.server.features.notifications.delivery import Posted, Sent, post
from ewala.server.features.notifications.encryption import encrypted
from ewala.server.features.notifications.endpoints import NotPublic, endpoint_at
from ewala.server.features.notifications.messages import Message
from ewala.server.features.notifications.subscriptions import Subscription, Subscriptions
from ewala.server.features.notifications.vapid import Vapid

AT_ONCE = 16  # requests to push services
KEPT_FOR = 24 * 3600  # seconds for which a push service keeps a message for a browser that is off


class Browsers:
    """Those of everybody."""

    def __init__(self, ask: Ask, contact: str, loopback: bool) -> None:
        self._ask, self._contact, self._loopback = ask, contact, loopback
        self._line = asyncio.Semaphore(AT_ONCE)
        self._vapid: Vapid | None = None

    async def send(self, person: str, message: Message, now: int) -> Sent:
        """To all of a person's that may be tried now."""
        browsers = await self._ask(lambda engine: Subscriptions(engine).reachable(person))
        ready = [browser for browser in browsers if browser.not_before <= now]
        outcomes = await asyncio.gather(*(self._post(browser, message, now) for browser in ready))
        posted = dict(zip((browser.id for browser in ready), outcomes, strict=True))
        await self._ask(lambda engine: Subscriptions(engine).note(posted, now))
        left = await self._ask(lambda engine: Subscriptions(engine).reachable(person))
        return Sent(Posted.TAKEN in outcomes, min((browser.not_before for browser in left), default=None))

    async def _post(self, browser: Subscription, message: Message, now: int) -> Posted:
        try:
            endpoint = endpoint_at(browser.endpoint, loopback=self._loopback)
        except NotPublic:
            return Posted.GONE
        vapid = await self._known_vapid()
        body = await asyncio.to_thread(encrypted, msgspec.json.encode(message), browser.keys)
        headers = {
            "Authorization": vapid.authorization(browser.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_FOR),
            "Topic": message.tag,
            "Urgency": "high",
        }
        async with self._line:
            return await post(endpoint, headers, body)

    async def _known_vapid(self) -> Vapid:
        if self._vapid is None:
            self._vapid = await self._ask(lambda engine: Vapid.of(engine, self._contact))
        return self._vapid
