"""Routes to mail, where the host sends any."""

import re
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.openapi.spec import Example
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.server.features.accounts import Me, PeopleLimiters
from ewala.server.features.mail.addresses import MailView
from ewala.server.features.mail.service import Mailing
from ewala.server.features.mail.smtp import LONGEST_ADDRESS
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import TOKEN, refusals
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable

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


@post(
    "/api/people/mail",
    tags=("people",),
    summary="Have a code sent by which you are yourself again",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(400, 413, 415),
    opt={"cost": costs.COMMAND},
)
async def ask_by_mail(
    data: JSONBody[AddressRequest],
    mailing: NamedDependency[Mailing],
    registry: NamedDependency[TableRegistry],
    people_limiters: NamedDependency[PeopleLimiters],
    request: Request[Any, Any, Any],
) -> None:
    """The code is good as a pairing code. Whether the address is anybody's is not told, and cannot be measured."""
    people_limiters.take_code(request)
    mailing.take_letter(data.address)
    registry.start_task(mailing.recover(data.address, registry.now()))


@post(
    "/api/mail/stop/{key:str}",
    tags=("people",),
    summary="Have no more letters",
    status_code=HTTP_204_NO_CONTENT,
    responses=refusals(400),
    opt={"cost": costs.COMMAND},
)
async def stop_mail(key: StopKey, mailing: NamedDependency[Mailing]) -> None:
    await mailing.stop(key)


class MailController(Controller):
    """Where you are written to."""

    path = "/api/me/mail"
    tags = ("people",)
    security = TOKEN

    @get(summary="Where you are written to", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def look(self, me: NamedDependency[Me], mailing: NamedDependency[Mailing]) -> MailView:
        return await mailing.look(me.id)

    @put(summary="Name an address", responses=refusals(400, 403, 413, 415, 503), opt={"cost": costs.MADE})
    async def name(
        self,
        data: JSONBody[AddressRequest],
        me: NamedDependency[Me],
        mailing: NamedDependency[Mailing],
        registry: NamedDependency[TableRegistry],
        people_limiters: NamedDependency[PeopleLimiters],
        request: Request[Any, Any, Any],
    ) -> MailView:
        mailing.check(data.address)
        people_limiters.take_code(request)
        origin = page_of(request, registry.config.origins)
        return await mailing.name(me.person, data.address, origin, registry.now())

    @post(
        "/confirm",
        summary="Show the code that was sent there",
        status_code=HTTP_200_OK,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def confirm(
        self,
        data: JSONBody[MailCode],
        me: NamedDependency[Me],
        mailing: NamedDependency[Mailing],
        registry: NamedDependency[TableRegistry],
    ) -> MailView:
        return await mailing.confirm(me.id, data.code, registry.now())

    @delete(summary="Be written to no more", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def take(self, me: NamedDependency[Me], mailing: NamedDependency[Mailing]) -> None:
        await mailing.take(me.id)


def page_of(request: Request[Any, Any, Any], others: Iterable[str]) -> str:
    """The page that letters lead to: the one that asks, if it is ours or one of those that may be elsewhere. That we go
    by the host's name has been checked when the request came in; raises NotUsable for what would be no link."""
    host, said = request.headers.get("host", ""), request.headers.get("origin", "")
    if said in (f"https://{host}", *others):
        origin = said  # encrypted by a proxy, perhaps, of which we are not told
    else:
        origin = f"{request.url.scheme}://{host}"
    if not PAGE.fullmatch(origin):
        raise NotUsable("mail/page", Sentence("letters lead to a page: say in the header Host where that is"))
    return origin
