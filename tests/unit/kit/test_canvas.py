"""Boxes that share an edge join."""

from ewala.kit.canvas import Canvas
from ewala.kit.screen import Ink


def test_boxes_join_like_bricks() -> None:
    canvas = Canvas(10, 5)
    canvas.box(0, 0, 4, 2)
    canvas.box(4, 0, 8, 2)
    canvas.box(2, 2, 6, 4)
    canvas.text(1, 1, "ab")
    assert canvas.rows(Ink(colour=False)) == ["╭───┬───╮", "│ab │   │", "╰─┬─┴─┬─╯", "  │   │", "  ╰───╯"]


def test_colours_change_only_where_they_must() -> None:
    canvas = Canvas(4, 1)
    canvas.text(0, 0, "ab", "red")
    canvas.text(2, 0, "c")
    assert canvas.rows(Ink(colour=True)) == ["\x1b[91mab\x1b[0mc"]
