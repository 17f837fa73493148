"""A report as a browser reads it."""

from html.parser import HTMLParser


class ReportPage(HTMLParser):
    """What a browser would load, what is linked, and whether what is opened is closed."""

    VOID = ("meta", "line", "circle", "rect", "br")  # or open with nothing but a title inside

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name == "href"]
        self.loads += [str(value) for name, value in attrs if name in ("src", "srcset", "xlink:href", "data")]
        if tag in ("script", "link", "img", "iframe", "object"):
            self.loads.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data
