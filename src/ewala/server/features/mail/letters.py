"""What people are written: plain text, in their language. Each letter that tells something has a way to have no more of
them; one that goes to who has not asked for it says nothing that anybody could have chosen."""

import hmac
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import default

from ewala.core.sentences import Sentence
from ewala.locale.languages import translator
from ewala.server.features.notifications import Message

FAREWELL = "Ewala"
# Links stay whole, in lines as long as mail knows them; other letters than ASCII are written with it, for any server.
PLAIN = default.clone(max_line_length=900, cte_type="7bit")


def stop_key(secret: bytes, person: str, address: str) -> str:
    """A key that unsubscribes, and does nothing else; every letter has it."""
    return f"{person}.{hmac.digest(secret, f'stop {person} {address}'.encode(), 'sha256').hex()[:32]}"


def person_in(key: str) -> str:
    """Whom such a key is about."""
    return key.partition(".")[0]


def confirming(address: str, code: str, language: str) -> EmailMessage:
    """To an address that may be a stranger's: no name and no link is in it."""
    said: list[Sentence | str] = [
        Sentence("Somebody who plays at Ewala, a place for board games, wants to be written to at this address."),
        Sentence("If that is you, this is the code: {code}", code=code),
        Sentence("If not, there is nothing to do: without the code nobody is written to."),
    ]
    return _letter(address, Sentence("Your code: {code}", code=code), said, language)


def recovering(address: str, codes: Mapping[str, str], language: str) -> EmailMessage:
    """To the people of an address, with a code for each."""
    said: list[Sentence | str] = [
        Sentence("With this code you are yourself again, on another device:"),
        *(f"{code} ({name})" for code, name in codes.items()),
        Sentence("It is good once, and for fifteen minutes."),
        Sentence("If you did not ask for it, there is nothing to do."),
    ]
    return _letter(address, Sentence("Your code"), said, language)


def telling(address: str, message: Message, origin: str, stop: str, language: str) -> EmailMessage:
    """A notification, with links."""
    no_more = Sentence("No more of these: {link}", link=f"{origin}/#/stop/{stop}")
    letter = _letter(address, message.title, [message.body, f"{origin}/{message.link}", no_more], language)
    letter["List-Unsubscribe"] = f"<{origin}/api/mail/stop/{stop}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return letter


def _letter(address: str, subject: Sentence | str, said: list[Sentence | str], language: str) -> EmailMessage:
    say = translator(language)
    first, *paragraphs = [one if isinstance(one, str) else one.said(say) for one in (subject, *said)]
    letter = EmailMessage(PLAIN)
    letter["To"] = address
    letter["Subject"] = " ".join(first.split())  # nobody's name makes a line of its own
    letter["Content-Language"] = language
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content("\n\n".join([*paragraphs, FAREWELL]) + "\n")
    return letter
