"""Routes to sign up and sign in, on one device or another. Nobody needs them to play: seats have keys of their own."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from ewala.locale.languages import LANGUAGES
from ewala.server.features.accounts.accounts import Accounts, AccountsDep, CodeTriesDep, DeviceProof, Me, Text64
from ewala.server.features.accounts.passkeys import Site, site_at
from ewala.server.features.accounts.register import Profile, clean_name
from ewala.server.platform.edge import costs
from ewala.server.platform.edge.edge import client_of
from ewala.server.platform.edge.throttle import Quota
from ewala.server.platform.wire.openapi import refusals, route
from ewala.server.tables.feature import HttpRequest
from ewala.tables.problems import NotUsable
from ewala.tables.table import LONGEST_PORTRAIT, PORTRAIT

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
        name = clean_name(self.name)
        if not PORTRAIT.fullmatch(self.portrait):
            raise NotUsable("person/portrait", "a portrait is named by its parts: small letters and digits")
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise NotUsable("person/language", "the languages are {known}", known=known)
        return Profile(name, self.portrait, self.language)


class NewPerson(DeviceProof):
    """Somebody new: a profile, and the key of the device that says so, which signs `ewala person CHALLENGE`."""

    profile: ProfileRequest


class PasskeyProof(DeviceProof):
    """Somebody who has a passkey, and the key of the device that is theirs from now on."""

    credential: Annotated[dict[str, Any], Meta(description="An AuthenticationResponseJSON, as the browser gives it.")]


class PasskeyOptions(msgspec.Struct):
    """What the browser's own functions take, as JSON."""

    options: dict[str, Any]


class CodeRequest(DeviceProof):
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
    return Proved(me.id, me.person.profile, me.token, me.until)


def _proving(path: str, summary: str) -> post:
    """A way to prove who one is."""
    return route(post, path, summary, 400, 403, 413, 415, status_code=200)


def site_of(request: HttpRequest, accounts: Accounts) -> Site:
    """For whom a passkey is that the page of this request asks for."""
    headers = request.headers
    return site_at(headers.get("host", ""), headers.get("origin", ""), accounts.registry.config.origins)


class PeopleController(Controller):
    """To become somebody, and to prove it."""

    path = "/api/people"
    tags = ("people",)

    @post("/challenge", summary="Something to be signed", status_code=200, responses=refusals())
    async def challenge(self, accounts: AccountsDep) -> Challenge:
        return Challenge(await accounts.challenge())

    @route(post, "", "Become somebody", 400, 403, 413, 415, cost=costs.MADE)
    async def become(
        self, data: JSONBody[NewPerson], accounts: AccountsDep, new_people: NamedDependency[Quota], request: HttpRequest
    ) -> Proved:
        profile = data.profile.checked()
        new_people.use(client_of(request.scope))
        return _proved(await accounts.admit(profile, data))

    @_proving("/token", "Prove who you are")
    async def prove(self, data: JSONBody[Proof], accounts: AccountsDep) -> Proved:
        return _proved(await accounts.prove(data.key, data.challenge, data.signature))

    @_proving("/recover", "Be yourself again, by your recovery code")
    async def recover(
        self, data: JSONBody[CodeRequest], accounts: AccountsDep, code_tries: CodeTriesDep, request: HttpRequest
    ) -> Proved:
        code_tries.use(client_of(request.scope))
        return _proved(await accounts.recover(data.code, data))

    @_proving("/pair", "Be yourself at one device more")
    async def pair(
        self, data: JSONBody[CodeRequest], accounts: AccountsDep, code_tries: CodeTriesDep, request: HttpRequest
    ) -> Proved:
        code_tries.use(client_of(request.scope))
        return _proved(await accounts.pair(data.code, data))

    @route(post, "/passkey/options", "What a browser asks its passkeys by", status_code=200)
    async def passkey_options(self, accounts: AccountsDep, request: HttpRequest) -> PasskeyOptions:
        challenge, site = await accounts.challenge(), site_of(request, accounts)
        return PasskeyOptions(await asyncio.to_thread(site.request_options, challenge))

    @_proving("/passkey", "Be yourself at one device more, by your passkey")
    async def show_passkey(self, data: JSONBody[PasskeyProof], accounts: AccountsDep, request: HttpRequest) -> Proved:
        return _proved(await accounts.show_passkey(data.credential, site_of(request, accounts), data))
