"""Routes to mail, where the host sends any."""

import re
from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from msgspec import Meta

from ewala.server.features.accounts import CodeTriesDep, MeDep
from ewala.server.features.mail.addresses import MailView, drop_address
from ewala.server.features.mail.service import Mailing
from ewala.server.features.mail.smtp import LONGEST_ADDRESS
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.wire.openapi import TOKEN, route
from ewala.server.tables.feature import HttpRequest, RegistryDep
from ewala.tables.problems import NotUsable

MailingDep = NamedDependency[Mailing]
PAGE = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,255}")
StopKey = Annotated[
    str, Parameter(description="As a letter has it.", examples=[Example(value="k7m2p9qrstuv." + "0f" * 16)])
]


class AddressRequest(msgspec.Struct, forbid_unknown_fields=True):
    address: Annotated[str, Meta(min_length=3, max_length=LONGEST_ADDRESS, examples=["ada@example.org"])]


class MailCode(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[
        str, Meta(min_length=1, max_length=60, description="As it was sent; case and spacing do not count.")
    ]


@route(
    post,
    "/api/people/mail",
    "Have a code sent by which you are yourself again",
    *(400, 413, 415),
    tags=("people",),
    status_code=204,
)
async def ask_by_mail(
    data: JSONBody[AddressRequest],
    mailing: MailingDep,
    registry: RegistryDep,
    code_tries: CodeTriesDep,
    request: HttpRequest,
) -> None:
    """The code is good as a pairing code. Whether the address is anybody's is not told, and cannot be measured."""
    code_tries.use(client_of(request.scope))
    mailing.take_letter(data.address)
    registry.start_task(mailing.recover(data.address, registry.now()))


@route(post, "/api/mail/stop/{key:str}", "Have no more letters", 400, tags=("people",), status_code=204)
async def stop_mail(key: StopKey, mailing: MailingDep) -> None:
    await mailing.stop(key)


class MailController(Controller):
    """Where you are written to."""

    path = "/api/me/mail"
    tags = ("people",)
    security = TOKEN

    @route(get, "", "Where you are written to", 403, cost=costs.COUNTED)
    async def look(self, me: MeDep, mailing: MailingDep) -> MailView:
        return await mailing.look(me.id)

    @route(put, "", "Name an address", 400, 403, 413, 415, 503, cost=costs.MADE)
    async def name(
        self,
        data: JSONBody[AddressRequest],
        me: MeDep,
        mailing: MailingDep,
        registry: RegistryDep,
        code_tries: CodeTriesDep,
        request: HttpRequest,
    ) -> MailView:
        mailing.check(data.address)
        code_tries.use(client_of(request.scope))
        return await mailing.name(me.person, data.address, page_of(request, registry.config.origins))

    @route(post, "/confirm", "Show the code that was sent there", 400, 403, 413, 415, status_code=200)
    async def confirm(self, data: JSONBody[MailCode], me: MeDep, mailing: MailingDep) -> MailView:
        return await mailing.confirm(me.id, data.code)

    @route(delete, "", "Be written to no more", 403)
    async def take(self, me: MeDep, registry: RegistryDep) -> None:
        await registry.change(drop_address, me.id)


def page_of(request: HttpRequest, others: Iterable[str]) -> str:
    """The page that letters lead to: the one that asks, if it is ours or one of those that may be elsewhere. That we go
    by the host's name has been checked when the request came in; raises NotUsable for what would be no link."""
    host, said = request.headers.get("host", ""), request.headers.get("origin", "")
    if said in (f"https://{host}", *others):
        origin = said  # encrypted by a proxy, perhaps, of which we are not told
    else:
        origin = f"{request.url.scheme}://{host}"
    if not PAGE.fullmatch(origin):
        raise NotUsable("mail/page", "letters lead to a page: say in the header Host where that is")
    return origin
