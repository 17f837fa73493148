/** How runners, coins and dice move: Web Animations, so that nothing is drawn between frames by us. */
import type { Point } from "./geometry";

const LEAP = 20; // how high a hop goes, in the board's units

/** Hop from place to place, ending where the element stands. */
export function hop(element: Element, way: Point[], duration: number): Animation {
  const end = way.at(-1)!;
  const hops = way.length - 1;
  const frames: Keyframe[] = [];
  way.forEach((point, index) => {
    const [x, y] = [point.x - end.x, point.y - end.y];
    frames.push({ transform: `translate(${x}px, ${y}px) scale(1)`, offset: index / hops, easing: "ease-out" });
    const next = way[index + 1];
    if (!next) return;
    const [midX, midY] = [(x + next.x - end.x) / 2, (y + next.y - end.y) / 2 - LEAP];
    frames.push({ transform: `translate(${midX}px, ${midY}px) scale(1.12)`, offset: (index + 0.5) / hops, easing: "ease-in" });
  });
  return element.animate(frames, { duration, fill: "backwards" });
}

export function turnOver(element: Element, duration: number): Animation {
  return element.animate(
    [{ transform: "scale(1, 1)" }, { transform: "scale(1.15, 0.1)", offset: 0.45 }, { transform: "scale(1, 1)" }],
    { duration, easing: "ease-in-out" },
  );
}

/** Come tumbling onto the table. */
export function tumble(element: Element, duration: number, delay: number): Animation {
  return element.animate(
    [
      { transform: "translate(-18px, -46px) rotate(-300deg) scale(0.8)", opacity: 0.3 },
      { transform: "translate(6px, 3px) rotate(-60deg)", opacity: 1, offset: 0.45 },
      { transform: "translate(2px, -13px) rotate(24deg)", offset: 0.65 },
      { transform: "translate(0, 1px) rotate(-5deg)", offset: 0.85 },
      { transform: "none" },
    ],
    { duration, delay, fill: "backwards", easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
  );
}

/** Fly from another element's middle to this one's. */
export function fly(element: HTMLElement, from: DOMRect, to: DOMRect, within: DOMRect, duration: number): Animation {
  const middle = (box: DOMRect) => [box.x + box.width / 2 - within.x, box.y + box.height / 2 - within.y] as const;
  const [x, y] = middle(from);
  const [toX, toY] = middle(to);
  return element.animate(
    [
      { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0 },
      { transform: `translate(${x}px, ${y}px) scale(1.2)`, opacity: 1, offset: 0.15, easing: "ease-in-out" },
      { transform: `translate(${(x + toX) / 2}px, ${Math.min(y, toY) + Math.abs(y - toY) / 2 - 24}px) rotateY(360deg) scale(1.4)`, opacity: 1, offset: 0.55, easing: "ease-in" },
      { transform: `translate(${toX}px, ${toY}px) rotateY(720deg) scale(0.8)`, opacity: 1 },
    ],
    { duration, fill: "both" },
  );
}
