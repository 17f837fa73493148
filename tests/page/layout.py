"""Whether a screen fits: nothing sticks out of it, and everything on it can be reached."""

import time
from collections.abc import Callable

from playwright.sync_api import Page

AT_ONCE = 0.1  # milliseconds
PATIENCE = 20.0  # seconds; a page that has become narrower lays itself out anew first, a busy browser in its own time

# What reaches beyond the right edge, unless it lies in something that scrolls by itself or cuts it off.
STICKING_OUT = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const cut = (node) => node.parentElement && node.parentElement !== document.body &&
    (getComputedStyle(node.parentElement).overflowX !== "visible" || cut(node.parentElement));
  return [...document.body.querySelectorAll("*")]
    .filter((node) => node.getBoundingClientRect().right > root.clientWidth + 0.5 && !cut(node))
    .map((node) => `${node.tagName}.${node.getAttribute("class")} to ${node.getBoundingClientRect().right}`)
    .slice(0, 5).concat([`${root.scrollWidth} wide`]);
}"""

# Buttons, links and fields that lie where no scrolling leads; a strip that is swiped leads to what is in it.
OUT_OF_REACH = """() => {
  const swiped = (node) => node && node !== document.body &&
    (/auto|scroll/.test(getComputedStyle(node).overflowX) || swiped(node.parentElement));
  return [...document.querySelectorAll("main :is(button, a, input, select, textarea, summary)")]
  .filter((node) => node.checkVisibility() && !node.closest(".heard, [popover]"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([node, box]) => box.width > 1 && !swiped(node.parentElement))
  .filter(([, { left, right }]) => left < -1 || right > document.documentElement.clientWidth + 1)
  .map(([node, { left, right }]) => `${node.tagName} ${node.textContent.trim() || node.ariaLabel} ${left}–${right}`);
}"""


def sticking_out(page: Page) -> list[str]:
    """What would make the page scroll sideways."""
    return _settled(page, STICKING_OUT)


def out_of_reach(page: Page) -> list[str]:
    """What lies where one cannot touch it."""
    return _settled(page, OUT_OF_REACH)


def moving(page: Page) -> list[str]:
    """What still moves after a while; what jumps to its end at once does not, however slowly the browser draws."""
    return _settled(
        page,
        f"""() => document.getAnimations()
          .filter((one) => one.effect.getComputedTiming().activeDuration > {AT_ONCE})
          .map((one) => one.animationName ?? one.transitionProperty ?? one.id)""",
    )


def remaining(page: Page, look: Callable[[Page], list[str]]) -> list[str]:
    """What is found on a page however often one looks: what is gone as soon as the browser has drawn is no problem."""
    until = time.monotonic() + PATIENCE
    while True:
        found = look(page)
        if not found or time.monotonic() > until:
            return found
        page.evaluate("() => new Promise(requestAnimationFrame)")


def _settled(page: Page, script: str) -> list[str]:
    def look(page: Page) -> list[str]:
        found: list[str] = page.evaluate(script)
        return found

    return remaining(page, look)
