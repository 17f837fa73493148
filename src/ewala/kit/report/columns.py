"""Tables in plain text."""

__all__ = ["columns"]


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
