"""The page: the files that `make page` has built into this package, read ahead; no request's path leads to the disk.

The index alone has variants: its head has the preview of a link: a title, a sentence and a picture.
"""

import gzip
import hashlib
import html
import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from ewala.core.sentences import Sentence
from ewala.games.registry import GAMES, game_class, kit_of
from ewala.locale.languages import LANGUAGES, translator
from ewala.server.platform.edge import costs
from ewala.server.tables.api.access import language_of

INDEX = "index.html"
PICTURE = "preview.png"  # of the house, for those who are sent a link
MOST_PREVIEWS = 200  # kept: kinds of links, games and languages, at a few names of the server
ASSETS = "assets/"  # what is there has its digest in its name, and never changes under it
TOUCHED = (INDEX, "assets", ".built")  # by every build, the last one at its end
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # best first
READING = [HttpMethod.GET, HttpMethod.HEAD]
KINDS = {
    ".avif": "image/avif",
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".weights": "application/octet-stream",
    ".woff2": "font/woff2",
}
NOT_BUILT = Sentence("The page has not been built: run “make page” in Ewala's folder and look again.")


# --- Previews of links

# Table and key stand after the `#` of a link and never reach the server. Before it stand its kind, game and language; a
# preview is made of these alone, and cannot show what is hidden.

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


# --- Files


@dataclass
class File:
    kind: str
    body: bytes
    packed: dict[str, bytes] = field(default_factory=dict)  # by encoding

    @cached_property
    def etag(self) -> str:
        return f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'


class Page:
    """The files of a folder, read again when the page has been built anew; until then, what was there before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: list[int] = []
        self._files: dict[str, File] = {}
        self._previewed: dict[Preview, File] = {}

    def index(self, preview: Preview) -> File | None:
        """The index with a preview in its head; made and packed once."""
        plain = self.file(INDEX)
        if plain is None:
            return None
        if preview not in self._previewed:
            if len(self._previewed) >= MOST_PREVIEWS:
                self._previewed.clear()
            body = preview.put_into(plain.body)
            packed = {"gzip": gzip.compress(body, mtime=0)} if plain.packed else {}
            self._previewed[preview] = plain if body == plain.body else File(plain.kind, body, packed)
        return self._previewed[preview]

    def file(self, name: str) -> File | None:
        with suppress(FileNotFoundError):  # while it is being built, files come and go
            self._look()
        return self._files.get(name)

    def _look(self) -> None:
        built = [path.stat().st_mtime_ns for path in (self._folder / part for part in TOUCHED) if path.exists()]
        if built == self._built:
            return
        files = self._read()
        if INDEX in files or not self._files:  # a build empties the folder first
            self._files, self._built, self._previewed = files, built, {}

    def _read(self) -> dict[str, File]:
        paths = [path for path in self._folder.rglob("*") if path.is_file() and not path.name.startswith(".")]
        bodies = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in paths}
        files = {}
        for name, body in bodies.items():
            kind = KINDS.get(PurePosixPath(name).suffix)
            if kind is not None:
                packed = {way: bodies[name + suffix] for way, suffix in ENCODINGS.items() if name + suffix in bodies}
                files[name] = File(kind, body, packed)
        return files


@route("/", http_method=READING, include_in_schema=False, opt={"cost": costs.FILE})
async def index(page: NamedDependency[Page], request: Request[Any, Any, Any]) -> Response[bytes]:
    return _index(page, request, "", "", "")


@route(
    [f"/{kind}/{{game:str}}" for kind in LINKS] + [f"/{kind}/{{game:str}}/{{language:str}}" for kind in LINKS],
    http_method=READING,
    include_in_schema=False,
    opt={"cost": costs.FILE},
)
async def sent_link(page: NamedDependency[Page], request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page, for whoever was sent a link, and for programs that look at it first to say where it leads."""
    said: dict[str, str] = request.path_params
    return _index(page, request, request.url.path.split("/")[1], said["game"], said.get("language", ""))


@route("/preview/{name:str}", http_method=READING, include_in_schema=False, opt={"cost": costs.FILE})
async def preview_of_game(name: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes]:
    picture = _picture_of(name.removesuffix(".png")) if name.endswith(".png") else None
    if picture is None:
        raise NotFoundException
    return _answer(picture, request, "public, max-age=86400")


@route("/{name:str}", http_method=READING, include_in_schema=False, opt={"cost": costs.FILE})
async def top_level_file(
    name: FromPath[str], page: NamedDependency[Page], request: Request[Any, Any, Any]
) -> Response[bytes]:
    return _answer(_found(page, name), request, "no-cache")


@route("/assets/{name:path}", http_method=READING, include_in_schema=False, opt={"cost": costs.FILE})
async def asset(name: FromPath[str], page: NamedDependency[Page], request: Request[Any, Any, Any]) -> Response[bytes]:
    file = _found(page, ASSETS + str(name).removeprefix("/"))
    return _answer(file, request, "public, max-age=31536000, immutable")


page_handlers = [index, sent_link, preview_of_game, top_level_file, asset]


def _index(page: Page, request: Request[Any, Any, Any], kind: str, game: str, language: str) -> Response[bytes]:
    spoken = language if language in LANGUAGES else language_of(request)
    game = game if game in GAMES else ""  # one that is not played here any more: the page says so
    picture = ""
    if game and _picture_of(game):
        picture = f"/preview/{game}.png"
    elif page.file(PICTURE):
        picture = f"/{PICTURE}"
    base = base_of(request.scope["scheme"], request.headers.get("host", ""))
    file = page.index(Preview(spoken, base, kind if game else "", game, picture))
    if file is None:
        sentence = NOT_BUILT.said(translator(language_of(request)))
        headers = {"cache-control": "no-store"}
        return Response(f"{sentence}\n".encode(), media_type=KINDS[".txt"], headers=headers, status_code=503)
    return _answer(file, request, "no-cache", "accept-language")


def _picture_of(game: str) -> File | None:
    return _read_picture(game, GAMES[game]) if game in GAMES else None


@cache
def _read_picture(game: str, _kit: str) -> File | None:
    """By its kit, too: another may be registered under the name."""
    picture = kit_of(game).preview()
    return None if picture is None else File(KINDS[".png"], picture)


def _found(page: Page, name: str) -> File:
    file = page.file(name)
    if file is None:
        raise NotFoundException
    return file


def _answer(file: File, request: Request[Any, Any, Any], caching: str, *varies: str) -> Response[bytes]:
    headers = {"cache-control": caching, "etag": file.etag}
    if differs := [*(["accept-encoding"] if file.packed else []), *varies]:
        headers["vary"] = ", ".join(differs)
    known = [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]
    if file.etag in known:
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    body = file.body
    for way in ENCODINGS:
        if way in file.packed and way in _accepted(request):
            headers["content-encoding"], body = way, file.packed[way]
            break
    return Response(body, status_code=200, headers=headers, media_type=file.kind)


def _accepted(request: Request[Any, Any, Any]) -> set[str]:
    """The encodings that the client takes."""
    ways = [
        way.replace(" ", "").lower().partition(";") for way in request.headers.get("accept-encoding", "").split(",")
    ]
    return {way for way, _, quality in ways if quality not in ("q=0", "q=0.0", "q=0.00", "q=0.000")}
