"""What players are told when the database does not take what it is given, and when it does again."""

from ewala.core.sentences import Sentence
from ewala.locale.languages import translator
from ewala.server.platform.storage.health import StorageState
from ewala.tables.messages import StorageNotice

SENTENCES: dict[StorageState, Sentence] = {
    "ok": Sentence("the server can store moves again: play on"),
    "slow": Sentence("the server is slow to store moves: nothing is lost, and clocks stand still"),
    "failing": Sentence("the server cannot store moves at the moment: nothing is lost, and clocks stand still"),
}


def notice_of(state: StorageState, language: str) -> StorageNotice:
    return StorageNotice(state, SENTENCES[state].said(translator(language)))
