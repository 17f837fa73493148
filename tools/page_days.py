"""The stocks of positions for a day each, as the page has them: every game's, beside what the rules of it are there."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
DAYS = ROOT / "web" / "src" / "generated" / "days"


def write_page_days() -> None:
    """Write them where the page looks for them; whatever is not a game's any more is removed."""
    DAYS.mkdir(parents=True, exist_ok=True)
    stocks = {
        json.loads(path.read_bytes())["game"]: path
        for path in sorted((ROOT / "src" / "ewala" / "games").glob("*/coach/days.json"))
    }
    for path in DAYS.glob("*.json"):
        if path.stem not in stocks:
            path.unlink()
    for game, path in stocks.items():
        text = json.dumps(json.loads(path.read_bytes()), ensure_ascii=False, separators=(",", ":"))
        kept = DAYS / f"{game}.json"
        if not kept.exists() or kept.read_text(encoding="utf-8") != text:  # Vite's server would notice a new date
            kept.write_text(text, encoding="utf-8")
