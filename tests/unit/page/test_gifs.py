"""What the page's GIFs say, read back by Pillow."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from page_sources import answers, bundled
from PIL import Image

Colour = tuple[int, int, int]
Picture = list[Colour]  # row after row
RED, BLUE, PAPER = (200, 30, 30), (20, 40, 220), (246, 239, 224)
ENTRY = """
import { Gif, paletteOf } from "./share/gif";
const pixels = (picture) => Uint8ClampedArray.from(picture.flatMap((colour) => [...colour, 255]));
export const palette = (...pictures) => paletteOf(pictures.map(pixels));
export const film = (width, height, pictures, times) => {
  const frames = pictures.map(pixels), gif = new Gif(width, height, paletteOf(frames));
  frames.forEach((frame, n) => gif.add(frame, times[n]));
  return Buffer.from(gif.done()).toString("hex");
};
"""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    script = bundled(tmp_path_factory.mktemp("gifs"), ENTRY)
    return lambda *asked: answers(script, asked)[0]


def picture(width: int, height: int, colour_at: Callable[[int, int], Colour]) -> Picture:
    return [colour_at(x, y) for y in range(height) for x in range(width)]


def frames_of(film: Any) -> list[list[Any]]:
    """Of each frame its milliseconds, the part that is drawn, and all that is seen then."""
    found = []
    for n in range(film.n_frames):
        film.seek(n)
        part = tuple(film.tile[0][1])
        seen = film.convert("RGB").tobytes()
        found.append([film.info["duration"], part, [tuple(seen[at : at + 3]) for at in range(0, len(seen), 3)]])
    return found


def test_frames_look_as_they_were_drawn_each_for_its_time(ask: Callable[..., Any]) -> None:
    def runner(at: int) -> Picture:
        return picture(20, 12, lambda x, y: RED if (x, y) == (at, 6) else BLUE if x < 3 else PAPER)

    drawn = [runner(at) for at in (0, 5, 5, 11)]
    film = Image.open(io.BytesIO(bytes.fromhex(ask("film", 20, 12, drawn, [100, 200, 300, 400]))))
    assert (film.format, film.size, film.info["loop"]) == ("GIF", (20, 12), 0)  # for ever
    read = frames_of(film)
    assert [time for time, *_ in read] == [100, 200, 300, 400]
    assert [seen for *_, seen in read] == drawn


def test_only_the_part_that_changed_is_written(ask: Callable[..., Any]) -> None:
    before = picture(90, 90, lambda x, y: PAPER)
    after = picture(90, 90, lambda x, y: RED if 50 <= x < 60 and 70 <= y < 75 else PAPER)
    film = Image.open(io.BytesIO(bytes.fromhex(ask("film", 90, 90, [before, after, after], [500] * 3))))
    _, (_, second, _), (_, (left, top, right, bottom), seen) = frames_of(film)
    assert second == (50, 70, 60, 75)
    assert (right - left, bottom - top) == (1, 1)
    assert seen == after


@pytest.mark.parametrize(
    ("drawn", "kept"),
    [
        ([], []),
        ([picture(30, 30, lambda x, y: (RED, BLUE, PAPER)[x % 3])], sorted([RED, BLUE, PAPER])),
    ],
    ids=["none", "few"],
)
def test_few_colours_are_kept_as_they_are(ask: Callable[..., Any], drawn: list[Picture], kept: list[Colour]) -> None:
    assert sorted(map(tuple, ask("palette", *drawn))) == kept


def test_many_colours_become_255_and_a_small_thing_keeps_its_own(ask: Callable[..., Any]) -> None:
    assert (
        len(ask("palette", picture(64, 64, lambda x, y: (min(4 * x, 255), min(4 * y, 255), min(2 * (x + y), 255)))))
        == 255
    )
    meadow = picture(300, 300, lambda x, y: RED if x < 6 and y < 6 else (150 + x % 60, 190 + y % 50, 120))
    assert list(RED) in [[*colour] for colour in ask("palette", meadow)]
