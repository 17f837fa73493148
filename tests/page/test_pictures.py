"""The page looks as it did: a picture of every scene is held against the one that was kept.

Where that is meant to change, `make pictures` keeps the new ones: look at them in the difference of the repository.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pictures import KEPT, SHOTS, Shot, Studio, differing, kept, shown_beside, studio
from PIL import Image, ImageDraw
from playwright.sync_api import Playwright
from stage import staged

SHOWN = Path(__file__).parents[2] / "build" / "pictures"
ACCEPT = "`make pictures` keeps it as it is now"


@pytest.fixture(scope="module")
def drawing(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with staged(tmp_path_factory.mktemp("stage")) as stage, studio(playwright, stage) as made:
        yield made


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_a_scene_looks_as_it_did(drawing: Studio, shot: Shot) -> None:
    old, new = kept(shot), drawing.draw(shot)
    assert old, f"no picture of {shot.name} has been kept; {ACCEPT}"
    found = differing(old, new)
    if found is not None:
        SHOWN.mkdir(parents=True, exist_ok=True)
        shown = SHOWN / f"{shot.name}.png"
        shown_beside(old, new, found).save(shown)
        pytest.fail(f"{shot.name} looks different: see {shown}; {ACCEPT}", pytrace=False)


def test_every_picture_is_of_a_scene() -> None:
    assert {path.name for path in KEPT.iterdir()} == {shot.path.name for shot in SHOTS}


def sheet(*, ground: str = "#fdf8ec", below: int = 0, sign: bool = True) -> Image.Image:
    """A button with a line of text on it, and a sign."""
    drawn = Image.new("RGB", (200, 120), ground)
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((20, 20, 180, 60), fill="#c9961a")
    pen.text((30, 28 + below), "Make the table", fill="#2a2320", font_size=18)
    if sign:
        pen.ellipse((90, 90, 100, 100), fill="#2d6fb5")
    return drawn


def test_a_picture_is_the_same_as_itself_and_as_with_a_line_that_was_rounded_otherwise() -> None:
    assert differing(sheet(), sheet()) is None
    assert differing(sheet(), sheet(below=1)) is None


@pytest.mark.parametrize("change", [{"ground": "#fdf8dc"}, {"below": 2}, {"sign": False}], ids=str)
def test_another_colour_a_line_that_moved_and_a_sign_that_is_gone_are_noticed(change: dict[str, Any]) -> None:
    found = differing(sheet(), sheet(**change))
    assert found is not None
    assert found.any()


def test_what_is_noticed_lies_where_it_changed() -> None:
    found = differing(sheet(), sheet(sign=False))
    assert found is not None
    assert found[95, 95]
    assert not found[:70].any()
