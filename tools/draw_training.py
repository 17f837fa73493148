"""Draw the learning curve that examples/train_chronicles.py has written, for docs/training.md.

    python tools/draw_training.py learned/curve.csv docs/images/training.svg

Each point is the share of the decided games that were won, with its 95 % interval.
"""

import csv
import sys
from math import sqrt
from pathlib import Path

from ewala.kit.svg import Sheet

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 70, 20, 20, 55
PAPER, GRID, INK, CURVE = "#fffdf7", "#e4dccb", "#4a4238", "#2f6f5e"  # readable on light and dark pages alike


def drawn(rows: list[dict[str, str]]) -> str:
    """The curve as SVG, with a row of the file for each point."""
    last = max(int(row["update"]) for row in rows) or 1

    def x(update: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * update / last

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    sheet = Sheet(WIDTH, HEIGHT, "Share of decided games won, by number of updates")
    sheet.box(0, 0, WIDTH, HEIGHT, PAPER, 8)
    for fifth in range(6):
        share = fifth / 5
        sheet.path(f"M{LEFT} {y(share):.1f}H{WIDTH - RIGHT}", stroke=GRID)
        sheet.text(LEFT - 26, y(share), f"{share:.0%}", 14, INK)
    step = next(step for step in (1, 5, 10, 50, 100, 500, last) if last <= 8 * step)
    for update in range(0, last + 1, step):
        sheet.text(x(update), HEIGHT - BOTTOM + 18, str(update), 14, INK)
    sheet.path(f"M{LEFT} {y(0.5):.1f}H{WIDTH - RIGHT}", stroke=INK, stroke_dasharray="4 4")
    points = []
    for row in rows:
        update, won, lost = (int(row[name]) for name in ("update", "won", "lost"))
        share = won / max(won + lost, 1)
        error = 1.96 * sqrt(share * (1 - share) / max(won + lost, 1))
        top, bottom = y(min(share + error, 1)), y(max(share - error, 0))
        sheet.path(f"M{x(update):.1f} {top:.1f}V{bottom:.1f}", stroke=CURVE, stroke_opacity=0.5, stroke_width=3)
        points.append((x(update), y(share)))
    sheet.path("M" + "L".join(f"{right:.1f} {down:.1f}" for right, down in points), stroke=CURVE, stroke_width=2)
    for right, down in points:
        sheet.disc(right, down, 4, CURVE)
    sheet.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, "updates", 14, INK)
    return sheet.written()


if __name__ == "__main__":
    curve, picture = map(Path, sys.argv[1:])
    with curve.open(newline="") as file:
        picture.write_text(drawn(list(csv.DictReader(file))))
