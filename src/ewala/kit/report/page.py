"""The page around a report, and its tables."""

from collections.abc import Iterable
from html import escape
from importlib.resources import files


def page(title: str, sections: Iterable[str], *, more_style: str = "", language: str = "en") -> str:
    """A whole page, in light and dark; sections that are empty are left out."""
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8") + more_style
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(section for section in sections if section)
        + "\n</main>\n</body>\n</html>\n"
    )


def table(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """A table whose first column names the rows; wide ones can be moved sideways."""
    top = "".join(f"<th scope=col>{escape(cell)}</th>" for cell in head)
    rows = []
    for name, *figures in body:
        cells = "".join(f"<td>{escape(figure)}</td>" for figure in figures)
        rows.append(f"<tr><th scope=row>{escape(name)}</th>{cells}</tr>")
    return f"<div class=wide><table><thead><tr>{top}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"


def columns(head: list[str], body: list[list[str]]) -> list[str]:
    """Lines with their cells one below the other: names to the left, figures to the right."""
    lines = [head, *body] if head else body
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
