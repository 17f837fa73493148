"""Somebody who goes from scene to scene in one window: what the page is made of is loaded and compiled once, not for
each of them. Nothing else is taken along: every scene is shown as to somebody who comes for the first time."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from browsers import PHONE, Visitor, visitor
from playwright.sync_api import Browser, Page, ViewportSize
from stage import Scene, Stage, go_aside

__all__ = ["Audience", "audience", "sized"]


class Audience:
    """One reader of each language, with a phone."""

    def __init__(self, browser: Browser, stage: Stage, coming: ExitStack) -> None:
        self._browser, self._stage, self._coming = browser, stage, coming
        self._readers: dict[str, Visitor] = {}

    @contextmanager
    def at(self, scene: Scene, language: str) -> Iterator[Page]:
        """A reader of this language sees a scene."""
        if language not in self._readers:
            reader = visitor(self._browser, self._stage.address, size=PHONE, language=language)
            self._readers[language] = self._coming.enter_context(reader)
        person = self._readers[language]
        try:
            scene.show(person.page, self._stage, language)
            yield person.page
        finally:
            self._leave(person)
            said, person.complaints = person.complaints, []
        unexpected = [one for one in said if not any(part in one for part in scene.complaints)]
        assert not unexpected, unexpected

    def _leave(self, person: Visitor) -> None:
        """Forget everything, and point at nothing; here, not in the next scene, is heard what this one still says."""
        person.context.set_offline(False)
        go_aside(person.page, self._stage.address)
        person.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        person.page.mouse.move(-1, -1)
        sized(person.page, PHONE)


@contextmanager
def audience(browser: Browser, stage: Stage) -> Iterator[Audience]:
    with ExitStack() as coming:
        yield Audience(browser, stage, coming)


def sized(page: Page, size: tuple[int, int]) -> Page:
    """The page on a screen of this size."""
    wanted: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)
    return page
