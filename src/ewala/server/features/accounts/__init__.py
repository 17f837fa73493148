"""Accounts of people. What stands here is what other features may use."""

from ewala.server.features.accounts.accounts import (
    Accounts,
    CodeTriesDep,
    Label,
    Me,
    MeDep,
    PersonalData,
    check_label,
)
from ewala.server.features.accounts.codes import digest_of_code, new_code, new_mailed
from ewala.server.features.accounts.proofs import NotProved
from ewala.server.features.accounts.register import (
    FORGOTTEN,
    NoSuchPerson,
    Person,
    clean_name,
    find_person,
    hold,
    nobody,
)
from ewala.server.features.accounts.schema import people, person_keys, person_seats, results
from ewala.server.features.accounts.seats import TWO_SEATS, NotYours, claim_seat, seat_holders

__all__ = [
    "FORGOTTEN",
    "TWO_SEATS",
    "Accounts",
    "CodeTriesDep",
    "Label",
    "Me",
    "MeDep",
    "NoSuchPerson",
    "NotProved",
    "NotYours",
    "Person",
    "PersonalData",
    "check_label",
    "claim_seat",
    "clean_name",
    "digest_of_code",
    "find_person",
    "hold",
    "new_code",
    "new_mailed",
    "nobody",
    "people",
    "person_keys",
    "person_seats",
    "results",
    "seat_holders",
]
