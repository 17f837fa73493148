"""What a mail address looks like, and which of them are one reader's."""

import re

from ewala.core.sentences import Sentence
from ewala.tables.problems import NotUsable

LONGEST_ADDRESS, LONGEST_NAME = 254, 64  # of it the part before the sign
ATOM = r"[A-Za-z0-9#$&'*+/=?^_`{|}~-]+"  # neither ! nor %, by which old servers were asked to pass letters on
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"({ATOM}(?:\.{ATOM})*)@(?:{LABEL}\.)+(?!\d+$){LABEL}")
NOT_AN_ADDRESS = NotUsable("mail/address", Sentence("a mail address looks like ada@example.org"))


def check_address(text: str) -> str:
    """A mail address as it is written to; raises NotUsable. One that nobody reads is found out by its confirmation."""
    text = text.strip(" ")
    found = ADDRESS.fullmatch(text)
    if found is None or len(text) > LONGEST_ADDRESS or len(found[1]) > LONGEST_NAME:
        raise NOT_AN_ADDRESS
    return text


def reader_of(address: str) -> str:
    """The same for addresses that many mail servers give to one reader: else whoever is to be left alone could be
    written to under as many of these as one likes."""
    name, _, domain = address.lower().partition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{domain}"
