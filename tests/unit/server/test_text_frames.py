"""Frames cut, read and written as the library's parser for everything sees them."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from ewala.server.platform.edge.text_frames import first_frame, frame_of, text_in

SIZES = [0, 1, 125, 126, 127, 8192, 65535, 65536]


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_cut_where_they_end(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    assert first_frame(frame) == len(frame)
    assert first_frame(frame + b"\x89\x80abcd") == len(frame)
    for cut in range(1, 14):
        assert first_frame(frame[:cut]) > cut or cut >= len(frame)


def test_of_nothing_nothing_is_known() -> None:
    assert first_frame(b"") == 0


@pytest.mark.parametrize("text", ["", "x", '{"type":"ping"}', "œuf à la coque ☕", "x" * 125])
def test_a_short_text_is_read(text: str) -> None:
    assert text_in(Frame(Opcode.TEXT, text.encode()).serialize(mask=True)) == text


OTHERS = {
    "a long text": Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True),
    "a part": Frame(Opcode.TEXT, b"a part", fin=False).serialize(mask=True),
    "compressed, as we have not agreed": b"\xc1\x80abcd",
    "not masked": Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    "not UTF-8": Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True),
    "bytes": Frame(Opcode.BINARY, b"bytes").serialize(mask=True),
    "the rest": Frame(Opcode.CONT, b"the rest").serialize(mask=True),
    "a ping": Frame(Opcode.PING, b"").serialize(mask=True),
    "a close": Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
}


@pytest.mark.parametrize("what", OTHERS)
def test_all_else_is_left_to_the_parser(what: str) -> None:
    assert text_in(OTHERS[what]) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_written_as_a_client_reads_it(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN)
    client.receive_data(frame_of(b"x" * size))
    assert client.events_received() == [Frame(Opcode.TEXT, b"x" * size)]
