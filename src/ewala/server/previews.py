"""Previews of links: a title, a sentence and a picture in the page's head.

Table and key stand after the `#` of a link and never reach the server. Before it stand its kind, game and language, and
a preview is made of these alone: it cannot show what is hidden.
"""

import html
import re
from dataclasses import dataclass

from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, game_class
from ewala.locale.languages import translator

HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
PICTURE_SIZE = (1200, 630)  # pixels, as those who show previews want it
NAME = "Ewala"
ABOUT = Sentence(
    "Board games to play together: on one device, with friends by a link, "
    "or against opponents from gentle to merciless."
)
# kind -> what the link's title and description say
LINKS = {
    "join": (
        Sentence("Play {game} with me!"),
        Sentence("A seat at the table is free. Follow the link and sit down: no account, nothing to install."),
    ),
    "watch": (Sentence("Watch a game of {game}"), Sentence("Follow the link and look over the players' shoulders.")),
    "replay": (Sentence("A game of {game}"), Sentence("Watch it move by move.")),
    "review": (
        Sentence("A game of {game}, reviewed by the coach"),
        Sentence("Who was ahead when, the moves that decided it, and what would have been better."),
    ),
}


def base_of(scheme: str, host: str) -> str:
    """Where our pictures are, for those who need a whole address; "" where a host has a form that no link should have.
    That we go by its name has been checked when the request came in."""
    return f"{scheme}://{host}".lower() if scheme in ("http", "https") and HOST.fullmatch(host) else ""


@dataclass(frozen=True)
class Preview:
    """A link's preview; of the page itself where it says neither kind nor game."""

    language: str
    base: str = ""
    kind: str = ""
    game: str = ""
    picture: str = ""  # its path; "" if there is none

    def put_into(self, page: bytes) -> bytes:
        """The page with the preview in its head; as it was, if it has none."""
        if b"</head>" not in page:
            return page
        text = page.decode()
        title, about = self._words()
        text = re.sub(r"<title>.*?</title>\s*|<meta name=\"description\"[^>]*>\s*", "", text, flags=re.DOTALL)
        text = re.sub(r"<html lang=\"\w*\">", f'<html lang="{self.language}">', text, count=1)
        # The page is built to lie in any folder; ours is the root, also for whoever comes by a longer address.
        text = re.sub(r'\b(src|href)="\./', r'\1="/', text)
        head, end, rest = text.partition("</head>")
        return (head + "".join(f"  {tag}\n  " for tag in self._tags(title, about)) + end + rest).encode()

    def _words(self) -> tuple[str, str]:
        translate = translator(self.language)
        if self.kind not in LINKS or self.game not in GAMES:
            return NAME, ABOUT.said(translate)
        title, about = LINKS[self.kind]
        return Sentence(title.template, game=game_class(self.game).title).said(translate), about.said(translate)

    def _tags(self, title: str, about: str) -> list[str]:
        said = {"og:site_name": NAME, "og:type": "website", "og:title": title, "og:description": about}
        # No og:url: it would lead to the page without what stands after the `#`.
        if self.base and self.picture:
            width, height = PICTURE_SIZE
            said |= {"og:image": self.base + self.picture, "og:image:type": "image/png"}
            said |= {"og:image:width": str(width), "og:image:height": str(height), "og:image:alt": title}
        large = "summary_large_image" if "og:image" in said else "summary"
        whole = title if title == NAME else f"{title} – {NAME}"
        return [
            f"<title>{html.escape(whole)}</title>",
            f'<meta name="description" content="{html.escape(about)}" />',
            *(f'<meta property="{name}" content="{html.escape(content)}" />' for name, content in said.items()),
            f'<meta name="twitter:card" content="{large}" />',
        ]
