"""Accounts of people. What stands here is what other features may use."""

from ewala.server.features.accounts.accounts import Accounts, Label, Me, PeopleLimiters, PersonalData, check_label
from ewala.server.features.accounts.codes import Codes, digest_of_code, new_code
from ewala.server.features.accounts.proofs import NotProved
from ewala.server.features.accounts.register import (
    FORGOTTEN,
    NoSuchPerson,
    Person,
    Register,
    changing,
    nobody,
)
from ewala.server.features.accounts.schema import people, person_keys, person_seats, results
from ewala.server.features.accounts.seats import TWO_SEATS, Claims, NotYours

__all__ = [
    "FORGOTTEN",
    "TWO_SEATS",
    "Accounts",
    "Claims",
    "Codes",
    "Label",
    "Me",
    "NoSuchPerson",
    "NotProved",
    "NotYours",
    "PeopleLimiters",
    "Person",
    "PersonalData",
    "Register",
    "changing",
    "check_label",
    "digest_of_code",
    "new_code",
    "nobody",
    "people",
    "person_keys",
    "person_seats",
    "results",
]
