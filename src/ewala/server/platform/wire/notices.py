"""Lines for every device: what the host announces, and how storage is."""

from collections.abc import Sequence

import msgspec

from ewala.core.sentences import Sentence
from ewala.locale.languages import translator
from ewala.server.platform.storage.health import StorageState
from ewala.tables.messages import Announcement, HouseNotice, StorageNotice

SENTENCES: dict[StorageState, Sentence] = {
    "ok": Sentence("the server can store moves again: play on"),
    "slow": Sentence("the server is slow to store moves: nothing is lost, and clocks stand still"),
    "failing": Sentence("the server cannot store moves at the moment: nothing is lost, and clocks stand still"),
}


def house_line(announced: Sequence[Announcement]) -> bytes:
    return msgspec.json.encode(HouseNotice(list(announced)))


def notice_of(state: StorageState, language: str) -> StorageNotice:
    return StorageNotice(state, SENTENCES[state].said(translator(language)))
