"""A WebSocket's frames as bytes, as far as texts need it: most of what is said is one short text in one frame, and is
read and written here in a fraction of the time that a parser for everything takes (RFC 6455, 5.2)."""

from websockets.utils import apply_mask

HEADER, MASK = 2, 4  # bytes of a frame before its contents; a client's frames are masked
SHORT = 126  # a length from here on is said in two bytes more, or in eight
LONGEST_HEADER = 14
WHOLE_TEXT = 0x81  # a frame that is a whole message, and a text


def first_frame(data: bytes) -> int:
    """How long the first frame is, with its header; as much as is missing to know it, if that is not there yet."""
    if len(data) < HEADER:
        return HEADER if data else 0
    length = data[1] & 0x7F
    start = HEADER + (MASK if data[1] & 0x80 else 0)
    if length < SHORT:
        return start + length
    extended = 2 if length == SHORT else 8
    if len(data) < HEADER + extended:
        return HEADER + extended
    return start + extended + int.from_bytes(data[HEADER : HEADER + extended], "big")


def text_in(frame: bytes) -> str | None:
    """The text in a client's frame; None if that is no short text in one piece, or not UTF-8."""
    length = frame[1] & 0x7F
    if frame[0] != WHOLE_TEXT or not frame[1] & 0x80 or length >= SHORT:
        return None
    start = HEADER + MASK
    try:
        return apply_mask(frame[start:], frame[HEADER:start]).decode()
    except UnicodeDecodeError:
        return None


def frame_of(text: bytes) -> bytes:
    """A text as the server sends it."""
    length = len(text)
    if length < SHORT:
        return b"\x81%c%b" % (length, text)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), text)
