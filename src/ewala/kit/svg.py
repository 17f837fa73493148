"""A sheet to draw on, written as SVG: a few shapes and texts, in the order in which they are laid over one another."""

from html import escape

__all__ = ["Sheet"]

_FONT = "font-family='Georgia, serif' text-anchor='middle' dominant-baseline='central'"


class Sheet:
    """Shapes take the fill's colour, and as keywords any attributes of SVG, with `_` for `-`."""

    def __init__(self, width: float, height: float, title: str) -> None:
        size = f"viewBox='0 0 {width:g} {height:g}' width='{width:g}' height='{height:g}'"
        self._parts = [
            f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>",
            f"<title>{escape(title)}</title>",
        ]

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, round_: float = 0, **more: object
    ) -> None:
        self._add(f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' rx='{round_:g}'", fill, more)

    def disc(self, x: float, y: float, radius: float, fill: str, **more: object) -> None:
        self._add(f"<circle cx='{x:.5g}' cy='{y:.5g}' r='{radius:g}'", fill, more)

    def path(self, course: str, fill: str = "none", **more: object) -> None:
        self._add(f"<path d='{course}'", fill, more)

    def text(self, x: float, y: float, text: str, size: float, fill: str, **more: object) -> None:
        """Centred on the point."""
        attributes = _attributes({"font_size": size, **more})
        self._parts.append(f"<text x='{x:.5g}' y='{y:.5g}' fill='{fill}' {_FONT}{attributes}>{escape(text)}</text>")

    def written(self) -> str:
        return "\n".join([*self._parts, "</svg>\n"])

    def _add(self, shape: str, fill: str, more: dict[str, object]) -> None:
        self._parts.append(f"{shape} fill='{fill}'{_attributes(more)}/>")


def _attributes(given: dict[str, object]) -> str:
    return "".join(f" {name.replace('_', '-')}='{value}'" for name, value in given.items())
