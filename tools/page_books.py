"""The rulebooks and lessons of all registered games, as the page has them: `web/src/generated/books/GAME`."""

from pathlib import Path

from ewala.games.registry import GAMES, kit_of

BOOKS = Path(__file__).parents[1] / "web" / "src" / "generated" / "books"


def write_page_books() -> None:
    """Copy `rulebook/` and `lesson/` of every game that has them; what is no game's any more is removed."""
    wanted = {
        BOOKS / name / folder / file.name: file.read_bytes()
        for name in GAMES
        for folder in ("rulebook", "lesson")
        if (home := kit_of(name).files() / folder).is_dir()
        for file in home.iterdir()
    }
    for path in [path for path in BOOKS.rglob("*.*") if path not in wanted]:
        path.unlink()
    for path, data in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:  # Vite's server would notice a new date
            path.write_bytes(data)
