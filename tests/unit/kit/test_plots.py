"""A study's plots: one for wide screens, one for phones, with the same in both."""

import re
from xml.etree import ElementTree

import pytest

from ewala.core.sentences import english
from ewala.kit.stats.estimates import Estimate
from ewala.kit.study.figures import Plot, Row
from ewala.kit.study.plots import Columns, columns, dots, heat, scatter

LONG = "a name that takes a good deal of room"


def row(name: str, value: float, **labels: str) -> Row:
    return Row({"name": name, **labels}, Estimate(value, value - 0.1, value + 0.1, 100), "share")


ROWS = [row(name, n / 10, series=series) for n, name in enumerate(("one", LONG), 2) for series in ("a", "b")]
GRID = [row(str(n), 0.4 + n / 100, across=str(m)) for n in range(11) for m in range(11)]
PLOTS = {
    "dots": dots(ROWS, label="dots", name="name", series="series"),
    "columns": columns([Columns(LONG, {n: n / 10 for n in range(5)})], label="columns", unit="turns"),
    "heat": heat(GRID, label="heat", down="name", across="across", middle=0.45, corner=""),
    "scatter": scatter(
        [(LONG, ROWS[0], ROWS[1], True), ("b", ROWS[2], ROWS[3], True)], label="scatter", across="→", up="↑"
    ),
}


def drawings(drawn: Plot) -> dict[str, ElementTree.Element]:
    page = ElementTree.fromstring(f"<page>{drawn(english)}</page>")
    return {str(part.get("class")): part[0] for part in page}


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_a_plot_is_drawn_for_every_screen(plot: Plot) -> None:
    found = drawings(plot)
    widths = {kind: int(str(svg.get("viewBox")).split()[2]) for kind, svg in found.items()}
    assert widths == {"broad": 760, "slim": 380}
    marks = {kind: sum(part.tag in ("circle", "rect") for part in svg.iter()) for kind, svg in found.items()}
    assert marks["broad"] == marks["slim"] > 0


@pytest.mark.parametrize("plot", PLOTS.values(), ids=PLOTS)
def test_on_a_phone_everything_begins_and_ends_on_it(plot: Plot) -> None:
    slim = drawings(plot)["slim"]
    for part in slim.iter():
        for place in ("x", "x1", "x2", "cx"):
            assert 0 <= float(part.get(place, 0)) <= 380
    assert not re.search(r"nan|inf", plot(english))
