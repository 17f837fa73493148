"""Routes to sign up and sign in, on one device or another. Nobody needs them to play: seats have keys of their own."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.locale.languages import LANGUAGES
from ewala.server.features.accounts.accounts import Accounts, Label, Me, PeopleLimiters, Signed, check_label
from ewala.server.features.accounts.passkeys import Site, site_at
from ewala.server.features.accounts.register import Profile
from ewala.server.platform.edge import costs
from ewala.server.platform.wire.openapi import refusals
from ewala.server.tables.registry import TableRegistry
from ewala.tables.problems import NotUsable
from ewala.tables.table import LONGEST_NAME, LONGEST_PORTRAIT, PORTRAIT

Text64 = Annotated[str, Meta(min_length=1, max_length=400, pattern="^[A-Za-z0-9_-]*$")]
KeyId = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]
Code = Annotated[str, Meta(min_length=1, max_length=60, description="As it was shown; case and spacing do not count.")]


class ProfileRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be known by."""

    name: Annotated[str, Meta(max_length=100, description="What others call you.", examples=["Ada"])]
    portrait: Annotated[
        str, Meta(max_length=LONGEST_PORTRAIT, description="The parts it is drawn of, by their names.")
    ] = ""
    language: Annotated[str, Meta(max_length=5, examples=["en"])] = "en"

    def checked(self) -> Profile:
        """Raises NotUsable for what no profile has."""
        name = " ".join(self.name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise NotUsable(
                "person/name",
                Sentence("a name has 1 to {longest_name} printable characters", longest_name=LONGEST_NAME),
            )
        if not PORTRAIT.fullmatch(self.portrait):
            raise NotUsable("person/portrait", Sentence("a portrait is named by its parts: small letters and digits"))
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise NotUsable("person/language", Sentence("the languages are {known}", known=known))
        return Profile(name, self.portrait, self.language)


class _Signing(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A device that is to be somebody's: it signs `ewala person CHALLENGE` with a key of its own."""

    key: Annotated[Text64, Meta(description="The device's public key (P-256), as SPKI in base64url.")]
    challenge: Text64
    signature: Annotated[Text64, Meta(description="ECDSA with SHA-256, in base64url.")]
    label: Label = ""

    def signed(self) -> Signed:
        """Raises NotUsable for a label that cannot be shown."""
        check_label(self.label)
        return Signed(self.key, self.label, self.challenge, self.signature)


class NewPerson(_Signing):
    """Somebody new: a profile, and the key of the device that says so, which signs `ewala person CHALLENGE`."""

    profile: ProfileRequest


class PasskeyProof(_Signing):
    """Somebody who has a passkey, and the key of the device that is theirs from now on."""

    credential: Annotated[dict[str, Any], Meta(description="An AuthenticationResponseJSON, as the browser gives it.")]


class PasskeyOptions(msgspec.Struct):
    """What the browser's own functions take, as JSON."""

    options: dict[str, Any]


class CodeRequest(_Signing):
    """Somebody who has a code, and the key of the device that is theirs from now on."""

    code: Code


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """Who has the key that is known by this name: it signs `ewala person CHALLENGE`."""

    key: KeyId
    challenge: Text64
    signature: Text64


class Challenge(msgspec.Struct):
    challenge: str


class Proved(msgspec.Struct):
    """Who you are, and what to show when you ask about yourself: `Authorization: Bearer TOKEN`."""

    person: str
    profile: Profile
    token: str
    until: int


def _proved(me: Me) -> Proved:
    return Proved(me.person.id, me.person.profile, me.token, me.until)


def _proving(path: str, summary: str) -> post:
    """A way to prove who one is."""
    return post(
        path,
        summary=summary,
        status_code=HTTP_200_OK,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )


def site_of(request: Request[Any, Any, Any], registry: TableRegistry) -> Site:
    """For whom a passkey is that the page of this request asks for."""
    return site_at(request.headers.get("host", ""), request.headers.get("origin", ""), registry.config.origins)


class PeopleController(Controller):
    """To become somebody, and to prove it."""

    path = "/api/people"
    tags = ("people",)

    @post("/challenge", summary="Something to be signed", status_code=HTTP_200_OK, responses=refusals())
    async def challenge(self, accounts: NamedDependency[Accounts]) -> Challenge:
        return Challenge(await accounts.challenge())

    @post(summary="Become somebody", responses=refusals(400, 403, 413, 415), opt={"cost": costs.MADE})
    async def become(
        self,
        data: JSONBody[NewPerson],
        accounts: NamedDependency[Accounts],
        people_limiters: NamedDependency[PeopleLimiters],
        request: Request[Any, Any, Any],
    ) -> Proved:
        profile = data.profile.checked()
        people_limiters.take_person(request)
        return _proved(await accounts.admit(profile, data.signed()))

    @_proving("/token", "Prove who you are")
    async def prove(self, data: JSONBody[Proof], accounts: NamedDependency[Accounts]) -> Proved:
        return _proved(await accounts.prove(data.key, data.challenge, data.signature))

    @_proving("/recover", "Be yourself again, by your recovery code")
    async def recover(
        self,
        data: JSONBody[CodeRequest],
        accounts: NamedDependency[Accounts],
        people_limiters: NamedDependency[PeopleLimiters],
        request: Request[Any, Any, Any],
    ) -> Proved:
        people_limiters.take_code(request)
        return _proved(await accounts.recover(data.code, data.signed()))

    @_proving("/pair", "Be yourself at one device more")
    async def pair(
        self,
        data: JSONBody[CodeRequest],
        accounts: NamedDependency[Accounts],
        people_limiters: NamedDependency[PeopleLimiters],
        request: Request[Any, Any, Any],
    ) -> Proved:
        people_limiters.take_code(request)
        return _proved(await accounts.pair(data.code, data.signed()))

    @post(
        "/passkey/options",
        summary="What a browser asks its passkeys by",
        status_code=HTTP_200_OK,
        responses=refusals(),
        opt={"cost": costs.COMMAND},
    )
    async def passkey_options(
        self,
        accounts: NamedDependency[Accounts],
        registry: NamedDependency[TableRegistry],
        request: Request[Any, Any, Any],
    ) -> PasskeyOptions:
        challenge, site = await accounts.challenge(), site_of(request, registry)
        return PasskeyOptions(await asyncio.to_thread(site.request_options, challenge))

    @_proving("/passkey", "Be yourself at one device more, by your passkey")
    async def show_passkey(
        self,
        data: JSONBody[PasskeyProof],
        accounts: NamedDependency[Accounts],
        request: Request[Any, Any, Any],
    ) -> Proved:
        site = site_of(request, accounts.registry)
        return _proved(await accounts.show_passkey(data.credential, site, data.signed()))
