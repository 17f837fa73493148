"""Somebody who goes from scene to scene in one window: what the page is made of is loaded and compiled once, not for
each of them. Nothing else is taken along: every scene is shown as to somebody who comes for the first time."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from browsers import PHONE, Scheme, Visitor, visitor
from playwright.sync_api import Browser, Page, ViewportSize
from stage import Scene, Stage, go_aside

# Also who somebody has become; the tables of a device are nobody's without their keys.
FORGET = """() => new Promise((resolve) => {
  localStorage.clear();
  sessionStorage.clear();
  indexedDB.deleteDatabase("ewala-person").onsuccess = resolve;
})"""


class Audience:
    """One reader of each language, with a phone, unless a scene is to be seen on another screen."""

    def __init__(self, stage: Stage, invite: Callable[[str], Visitor]) -> None:
        self._stage, self._invite = stage, invite
        self._readers: dict[str, Visitor] = {}

    @contextmanager
    def at(
        self, scene: Scene, language: str, size: tuple[int, int] = PHONE, scheme: Scheme = "light"
    ) -> Iterator[Page]:
        """A reader of this language sees a scene."""
        if language not in self._readers:
            self._readers[language] = self._invite(language)
        person = self._readers[language]
        sized(person.page, size).emulate_media(color_scheme=scheme)
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
        person.page.evaluate(FORGET)
        person.page.mouse.move(-1, -1)


@contextmanager
def audience(
    browser: Browser, stage: Stage, prepare: Callable[[Page], None] = lambda page: None, **options: Any
) -> Iterator[Audience]:
    """`prepare` hears of each reader's page before anything is shown on it."""
    with ExitStack() as coming:

        def invite(language: str) -> Visitor:
            reader = visitor(browser, stage.address, size=PHONE, language=language, **options)
            person = coming.enter_context(reader)
            prepare(person.page)
            return person

        yield Audience(stage, invite)


def sized(page: Page, size: tuple[int, int]) -> Page:
    """The page on a screen of this size."""
    wanted: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)
    return page
