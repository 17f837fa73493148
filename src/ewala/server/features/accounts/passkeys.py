"""Passkeys: keys that a person's own devices keep and carry from one to another, and that are for this site alone.

The package that verifies them takes 0.4 seconds to be loaded, as long as the rest of a start: it is when somebody comes
with one. No attestation is asked for: which make of device somebody has is not our business.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from ewala.server.features.accounts.proofs import NotProved, bytes_of
from ewala.server.features.accounts.register import Person

NAME = "Ewala"
NOT_VERIFIED = NotProved("person/passkey", "this passkey could not be verified: try again")

Credential = dict[str, Any]  # as a browser writes it
T = TypeVar("T")


class Site(NamedTuple):
    """For whom a passkey is: a host's name, and the origins of its pages."""

    name: str
    origins: list[str]

    def creation_options(self, person: Person, challenge: str) -> Credential:
        """What a browser is asked to make a passkey by: one that it finds again by itself."""
        from webauthn import generate_registration_options
        from webauthn.helpers.structs import AuthenticatorSelectionCriteria, ResidentKeyRequirement

        options = generate_registration_options(
            rp_id=self.name,
            rp_name=NAME,
            user_id=person.id.encode(),
            user_name=person.profile.name,
            challenge=bytes_of(challenge),
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        )
        return _as_json(options)

    def request_options(self, challenge: str) -> Credential:
        """What a browser is asked to show a passkey by: any that is for this site."""
        from webauthn import generate_authentication_options

        return _as_json(generate_authentication_options(rp_id=self.name, challenge=bytes_of(challenge)))


class NewPasskey(NamedTuple):
    id: bytes
    public: bytes  # COSE
    uses: int  # as the device counts them; some always say 0


def site_at(host: str, origin: str, others: Iterable[str]) -> Site:
    """Whose page asks: ours, at whatever host the server was asked for, or one of those that may be elsewhere. That we
    go by the host's name has been checked when the request came in."""
    if origin in others:
        return Site(urlsplit(origin).hostname or "", [origin])
    return Site(urlsplit(f"//{host}").hostname or "", [f"https://{host}", f"http://{host}"])


def challenge_in(credential: Credential) -> str:
    """What was signed, as it says itself."""
    said = _read(lambda: msgspec.json.decode(bytes_of(credential["response"]["clientDataJSON"]))["challenge"])
    if not isinstance(said, str):
        raise NOT_VERIFIED
    return said


def id_in(credential: Credential) -> bytes:
    """Which passkey it says to be."""
    return _read(lambda: bytes_of(credential["rawId"]))


def registered(credential: Credential, challenge: str, site: Site) -> NewPasskey:
    """A passkey that was just made; raises NotProved."""
    from webauthn import verify_registration_response

    found = _read(
        lambda: verify_registration_response(
            credential=credential,
            expected_challenge=bytes_of(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
        )
    )
    return NewPasskey(found.credential_id, found.credential_public_key, found.sign_count)


def authenticated(credential: Credential, challenge: str, site: Site, public: bytes, uses: int) -> int:
    """How often a passkey has been used, if it was now; raises NotProved, also if it has been copied."""
    from webauthn import verify_authentication_response

    found = _read(
        lambda: verify_authentication_response(
            credential=credential,
            expected_challenge=bytes_of(challenge),
            expected_rp_id=site.name,
            expected_origin=site.origins,
            credential_public_key=public,
            credential_current_sign_count=uses,
        )
    )
    return found.new_sign_count


def _as_json(options: Any) -> Credential:
    from webauthn import options_to_json

    found: Credential = msgspec.json.decode(options_to_json(options))
    return found


def _read(reading: Callable[[], T]) -> T:
    """Bytes of a stranger: whatever a reader makes of them, they prove nothing unless it says so."""
    try:
        return reading()
    except Exception:
        raise NOT_VERIFIED from None
