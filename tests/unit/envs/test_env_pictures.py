"""What environments show: everything that a spectator may know, and nothing else."""

from xml.etree import ElementTree

import pytest

import ewala
from ewala.envs.episodes import checked_mode, render

KINGDOM_RUN = "Ks/-/-/-/-/SFG/-/-/kGG/SSG/KF/FF/-/- K 4,4,4 KSF S act:DL:DC"
CHRONICLES = (
    "block 123456789 O5|C2/.|./(O10)|./.|./.|./.|./.|./.|./.|. O1,2,3,4,6,7,8,9,11:C1,3,4,5,6,7,8,9,10,11 2O bid:C"
)


def texts(svg: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_kingdom_run_as_text() -> None:
    state = ewala.load("kingdom-run", players="KSF").parse(KINGDOM_RUN)
    assert (render(state, "ansi") or "").splitlines() == [
        "space   1    2    3    4    5    6    7    8    9    10   11   12   13   14",
        "runners Ks.. .... .... .... .... SFG~ .... .... kGG~ SSG. KF.. FF~~ .... ....",
        "worth                       2    2    3    3    4    4    5    5    6    6",
        "podium  13K  12   11   10   9    8    7    6",
        "  K     4 tokens, 30 points",
        "> S     4 tokens, 18 points",
        "  F     4 tokens, 25 points",
        "dice    DL",
        KINGDOM_RUN,
    ]


def test_kingdom_run_as_a_picture() -> None:
    state = ewala.load("kingdom-run", players="KSF").parse(KINGDOM_RUN)
    found = texts(render(state, "svg") or "")
    assert [found.count(letter) for letter in "KSFG"] == [5, 5, 5, 4]  # the runners, and a chip for each player
    assert found.count("z") == 2
    assert {"30", "18", "25", "D", "L"} <= set(found)


def test_the_chronicles_as_text_do_not_show_a_rune_that_lies_face_down() -> None:
    state = ewala.load("chronicles-of-run").parse(CHRONICLES)
    shown = (render(state, "ansi") or "").splitlines()
    assert shown[0] == "1 worth 3   attacker O5=5*      defender C2=2       by 2 4"
    assert shown[2] == "3 worth 2   attacker O?, bid    defender .          by 2 5 6"
    assert shown[9] == "  O power 4, hand 1 2 3 4 6 7 8 9 10 11"
    assert shown[10].startswith("> C power 0")
    assert "(O10)" not in "".join(shown)


def test_the_chronicles_as_a_picture_show_zones_stones_and_hands() -> None:
    state = ewala.load("chronicles-of-run").parse(CHRONICLES)
    found = texts(render(state, "svg") or "")
    assert found.count("?") == 1
    assert found.count("a") == 7
    assert found.count("d") == 8
    assert found.count("10") == 2  # in both hands: nobody knows that order has bid it


@pytest.mark.parametrize("layout", ["ring", "line", "0,0;1,0;5,5;5,6;-3,2;-3,3;9,-9;10,-9;10,-10"])
def test_every_layout_has_room_on_the_picture(layout: str) -> None:
    root = ElementTree.fromstring(render(ewala.load("chronicles-of-run", layout=layout).start(), "svg") or "")
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    tiles = [part.attrib["d"] for part in root.iter("{http://www.w3.org/2000/svg}path")]
    corners = [tuple(map(float, corner.split())) for tile in tiles for corner in tile.strip("MZ").split(" L")]
    assert len(tiles) == 9
    assert len({tuple(tile.strip("MZ").split(" L")) for tile in tiles}) == 9
    assert all(0 < x < wide and 0 < y < high for x, y in corners)


def test_the_longest_circuit_has_room_on_the_picture() -> None:
    circuit = f"oooo|~{'o' * 13}~{'o' * 12}~ 1:20,2:8 9,9,8,8,8,8,3,2,1,0,0,0,0,0,0"
    root = ElementTree.fromstring(render(ewala.load("kingdom-run", circuit=circuit).start(), "svg") or "")
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for part in root.iter("{http://www.w3.org/2000/svg}circle"):
        x, y, radius = (float(part.attrib[key]) for key in ("cx", "cy", "r"))
        assert radius <= x <= wide - radius
        assert radius <= y <= high - radius


def test_another_way_to_show_is_refused() -> None:
    assert checked_mode(None) is None
    with pytest.raises(ewala.EwalaError, match="ansi or svg or human, not 'film'"):
        checked_mode("film")
