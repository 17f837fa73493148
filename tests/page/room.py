"""Whether a screen fits: nothing sticks out of it, and everything on it can be reached."""

import time

from playwright.sync_api import Page

__all__ = ["moving", "out_of_reach", "sticking_out"]

AT_ONCE = 0.1  # milliseconds
PATIENCE = 3.0  # seconds; a page that has become narrower lays itself out anew first

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

# Buttons, links and fields that lie where no scrolling leads.
OUT_OF_REACH = """() => [...document.querySelectorAll("main :is(button, a, input, select, textarea, summary)")]
  .filter((node) => node.checkVisibility() && !node.closest(".heard, [popover]"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1)
  .filter(([, { left, right }]) => left < -1 || right > document.documentElement.clientWidth + 1)
  .map(([node, { left, right }]) => `${node.tagName} ${node.textContent.trim() || node.ariaLabel} ${left}–${right}`)"""


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


def _settled(page: Page, look: str) -> list[str]:
    until = time.monotonic() + PATIENCE
    while True:
        found: list[str] = page.evaluate(look)
        if not found or time.monotonic() > until:
            return found
        page.evaluate("() => new Promise(requestAnimationFrame)")
