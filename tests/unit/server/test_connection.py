"""Frames are cut where they end."""

import pytest
from websockets.frames import Frame, Opcode

from ewala.server.platform.edge.connection import frame_size

SIZES = [0, 1, 125, 126, 127, 8192, 65535, 65536]


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_cut_where_they_end(size: int) -> None:
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=True)
    assert frame_size(frame) == len(frame)
    assert frame_size(frame + b"\x89\x80abcd") == len(frame)
    for cut in range(14):
        assert frame_size(frame[:cut]) > cut or cut >= len(frame)
