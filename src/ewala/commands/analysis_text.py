"""An analysis as a summary for a terminal."""

from ewala.server.told_analysis import CostlyTold, Told

__all__ = ["text_of"]

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 72  # columns of a curve
COSTLIEST = 6
ITEMS = (
    ("start", "start"),
    ("luck", "luck"),
    ("own", "own decisions"),
    ("others", "others' decisions"),
    ("re_estimated", "re-estimated"),
    ("result", "result"),
)


def text_of(analysis: Told, title: str) -> str:
    """Each seat's chance along the game, how its result came about, and the costliest decisions."""
    names = {seat: f"{seat} {analysis.names[seat]}".strip() for seat in analysis.seats}
    lines = [
        f"{title}{'' if analysis.finished else ', unfinished'}",
        "",
        "Winning chances, from the first position on:",
    ]
    wide = max(len(name) for name in names.values())
    lines += [f"  {names[seat]:{wide}}  {sparkline(analysis.curve[seat])}" for seat in analysis.seats]
    lines += ["", "In points of 100:", f"  {'':{wide}}" + "".join(f"{label:>19}" for _, label in ITEMS)]
    for seat in analysis.seats:
        sums = analysis.sums[seat]
        cells = (_points(getattr(sums, item), plain=item in ("start", "result")) for item, _ in ITEMS)
        lines.append(f"  {names[seat]:{wide}}" + "".join(f"{cell:>19}" for cell in cells))
    lines += ["", "The costliest decisions:" if analysis.costly else "No decision cost much."]
    for one in analysis.costly[:COSTLIEST]:
        lines += _decision(one)
    return "\n".join(lines) + "\n"


def _decision(one: CostlyTold) -> list[str]:
    best = one.better[0]
    lines = [f"  move {one.ply + 1}, {one.words} [{one.move}]  {_points(-one.loss)}"]
    if one.in_hindsight is not None:
        lines[0] += f" (in hindsight {_points(-one.in_hindsight)})"
    line = " ".join(best.line or [best.move])
    lines.append(
        f"    better: {best.words} [{line}]  {_points(best.value, plain=True)} to {_points(one.value, plain=True)}"
    )
    if one.reason:
        lines.append(f"    {one.reason}")
    return lines


def _points(chance: float, *, plain: bool = False) -> str:
    points = round(100 * chance, 1) + 0.0  # no -0.0
    return f"{points:.1f}" if plain else f"{points:+.1f}"


def sparkline(curve: list[float]) -> str:
    """A bar for each position, or for each of `WIDEST` evenly chosen ones."""
    chosen = curve
    if len(curve) > WIDEST:
        chosen = [curve[round(n * (len(curve) - 1) / (WIDEST - 1))] for n in range(WIDEST)]
    return "".join(BARS[min(len(BARS) - 1, max(0, int(chance * len(BARS))))] for chance in chosen)
