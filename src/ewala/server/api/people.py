"""People over HTTP: to become somebody, to prove it, to be changed, taken along and forgotten.

Nobody needs any of it to play: seats have keys of their own.
"""

import re
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Meta

from ewala.core.sentences import Sentence
from ewala.locale.languages import LANGUAGES
from ewala.server.api.access import keys_shown
from ewala.server.api.described import refusals
from ewala.server.guarding import costs
from ewala.server.guarding.guard import client_of
from ewala.server.guarding.throttle import RateLimiters
from ewala.server.people.desk import Desk, Me
from ewala.server.people.proofs import NotProved
from ewala.server.people.register import KeyView, Profile, SeatTaken
from ewala.server.wire.problems import NotUsable, TooMany

__all__ = ["MeController", "PeopleController", "me_of"]

TOKEN: list[dict[str, list[str]]] = [{"token": []}]
PORTRAIT = re.compile(r"[a-z0-9 -]*")

Text64 = Annotated[str, Meta(min_length=1, max_length=400, pattern="^[A-Za-z0-9_-]*$")]
KeyId = Annotated[str, Meta(min_length=64, max_length=64, pattern="^[0-9a-f]*$")]


class ProfileRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=100, description="What others call you.", examples=["Ada"])]
    portrait: Annotated[str, Meta(max_length=200, description="The parts it is drawn of, by their names.")] = ""
    language: Annotated[str, Meta(max_length=5, examples=["en"])] = "en"

    def checked(self) -> Profile:
        """Raises NotUsable for what no profile has."""
        name = " ".join(self.name.split())
        if not name or not name.isprintable():
            raise NotUsable("person/name", Sentence("a name has at least one letter, and nothing that cannot be shown"))
        if not PORTRAIT.fullmatch(self.portrait):
            raise NotUsable("person/portrait", Sentence("a portrait is named by its parts: small letters and digits"))
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise NotUsable("person/language", Sentence("the languages are {known}", known=known))
        return Profile(name, self.portrait, self.language)


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody new: a profile, and the key of the device that says so, which signs `ewala person CHALLENGE`."""

    profile: ProfileRequest
    key: Annotated[Text64, Meta(description="The public key (P-256), as SPKI in base64url.")]
    challenge: Text64
    signature: Annotated[Text64, Meta(description="ECDSA with SHA-256, in base64url.")]
    label: Annotated[str, Meta(max_length=60, description="What you call the device.")] = ""


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


class PersonView(msgspec.Struct):
    person: str
    profile: Profile
    created_at: int
    keys: list[KeyView]


class Everything(msgspec.Struct):
    """All that this server keeps of a person."""

    person: PersonView
    seats: list[SeatTaken]


async def me_of(request: Request[Any, Any, Any], desk: NamedDependency[Desk]) -> Me:
    """Whoever asks about themselves; raises NotProved where that was not shown."""
    shown = keys_shown(request)
    if not shown:
        raise NotProved("person/token", Sentence("prove who you are, and show: Authorization: Bearer TOKEN"))
    return await desk.shown(shown[0])


class PeopleController(Controller):
    """To become somebody, and to prove it."""

    path = "/api/people"
    tags = ("people",)

    @post("/challenge", summary="Something to be signed", status_code=HTTP_200_OK, responses=refusals())
    async def challenge(self, desk: NamedDependency[Desk]) -> Challenge:
        return Challenge(await desk.challenge())

    @post(summary="Become somebody", responses=refusals(400, 403, 413, 415), opt={"cost": costs.MADE})
    async def become(
        self,
        data: JSONBody[NewPerson],
        desk: NamedDependency[Desk],
        people_limiters: NamedDependency[RateLimiters],
        request: Request[Any, Any, Any],
    ) -> Proved:
        profile = data.profile.checked()
        if not people_limiters.take(client_of(request.scope)):
            raise TooMany("server/too-many-people", Sentence("too many new people at once: wait a while"), 60)
        return _proved(await desk.admit(profile, data.key, data.label, data.challenge, data.signature))

    @post(
        "/token",
        summary="Prove who you are",
        status_code=HTTP_200_OK,
        responses=refusals(400, 403, 413, 415),
        opt={"cost": costs.COMMAND},
    )
    async def prove(self, data: JSONBody[Proof], desk: NamedDependency[Desk]) -> Proved:
        return _proved(await desk.prove(data.key, data.challenge, data.signature))


class MeController(Controller):
    """What is kept of you: to look at, to change, to take along, to delete."""

    path = "/api/me"
    tags = ("people",)
    security = TOKEN

    @get(summary="Who you are", responses=refusals(403), opt={"cost": costs.COUNTED})
    async def look(self, me: NamedDependency[Me]) -> PersonView:
        return await _view(me)

    @put(summary="Be called otherwise", responses=refusals(400, 403, 413, 415), opt={"cost": costs.COMMAND})
    async def change(self, data: JSONBody[ProfileRequest], me: NamedDependency[Me]) -> PersonView:
        return await _view(await me.change(data.checked()))

    @get("/everything", summary="All that is kept of you", responses=refusals(403), opt={"cost": costs.RECORD})
    async def everything(self, me: NamedDependency[Me]) -> Everything:
        return Everything(await _view(me), list(await me.seats()))

    @delete(summary="Be forgotten", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def forget(self, me: NamedDependency[Me]) -> None:
        await me.forget()

    @delete("/keys/{key:str}", summary="Take a key away", responses=refusals(403), opt={"cost": costs.COMMAND})
    async def take_key(self, key: FromPath[str], me: NamedDependency[Me]) -> None:
        await me.take_key(key)


def _proved(me: Me) -> Proved:
    return Proved(me.person.id, me.person.profile, me.token, me.until)


async def _view(me: Me) -> PersonView:
    return PersonView(me.person.id, me.person.profile, me.person.created_at, list(await me.keys()))
