"""What people are written: plain text, in their language, each letter with a way to have no more of them."""

import hmac
from email.message import EmailMessage

from ewala.core.sentences import Sentence
from ewala.locale.languages import translator
from ewala.server.push.messages import Message

__all__ = ["confirming", "person_in", "recovering", "stop_key", "telling"]

FAREWELL = "Ewala"


def stop_key(secret: bytes, person: str, address: str) -> str:
    """What is good for having no more letters, and for nothing else: whoever has one of the letters has it."""
    return f"{person}.{hmac.digest(secret, f'stop {person} {address}'.encode(), 'sha256').hex()[:32]}"


def person_in(key: str) -> str:
    """Whom such a key is about."""
    return key.partition(".")[0]


def confirming(address: str, code: str, name: str, language: str) -> EmailMessage:
    """Sent to whoever says that it is theirs; somebody else's name must not be more than a name."""
    said = [
        Sentence("{name} wants to be written to at this address.", name=name),
        Sentence("If that is you, this is the code: {code}", code=code),
        Sentence("If not, there is nothing to do: without the code nobody is written to."),
    ]
    return _letter(address, Sentence("Your code: {code}", code=code), said, language)


def recovering(address: str, code: str, language: str) -> EmailMessage:
    said = [
        Sentence("With this code you are yourself again, on another device: {code}", code=code),
        Sentence("It is good once, and for fifteen minutes."),
        Sentence("If you did not ask for it, there is nothing to do."),
    ]
    return _letter(address, Sentence("Your code: {code}", code=code), said, language)


def telling(address: str, message: Message, origin: str, stop: str, language: str) -> EmailMessage:
    """What browsers are told, with links."""
    say = translator(language)
    letter = EmailMessage()
    _address(letter, address, message.title, language)
    no_more = Sentence("No more of these: {link}", link=f"{origin}/#/stop/{stop}")
    lines = [message.body, f"{origin}/{message.link}", no_more.said(say)]
    letter["List-Unsubscribe"] = f"<{origin}/api/mail/stop/{stop}>"
    letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content("\n\n".join([*lines, FAREWELL]) + "\n")
    return letter


def _letter(address: str, subject: Sentence, said: list[Sentence], language: str) -> EmailMessage:
    say, letter = translator(language), EmailMessage()
    _address(letter, address, subject.said(say), language)
    letter.set_content("\n\n".join([*(one.said(say) for one in said), FAREWELL]) + "\n")
    return letter


def _address(letter: EmailMessage, address: str, subject: str, language: str) -> None:
    letter["To"] = address
    letter["Subject"] = " ".join(subject.split())  # nobody's name makes a line of its own
    letter["Content-Language"] = language
    letter["Auto-Submitted"] = "auto-generated"
