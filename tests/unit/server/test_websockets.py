"""Where a frame ends, as the parser of the library sees it."""

import pytest
from websockets.frames import Frame, Opcode

from ewala.server.guarding.websockets import first_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 8192, 65535, 65536])
def test_frames_are_cut_where_they_end(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    assert first_frame(frame) == len(frame)
    assert first_frame(frame + b"\x89\x80abcd") == len(frame)
    for cut in range(1, 14):
        assert first_frame(frame[:cut]) > cut or cut >= len(frame)


def test_of_nothing_nothing_is_known() -> None:
    assert first_frame(b"") == 0
