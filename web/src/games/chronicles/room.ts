/** How large an element is, told whenever that changes: after the browser has laid out, so that it never has to do so early. */
import type { Attachment } from "svelte/attachments";

export interface Box {
  width: number;
  height: number;
}

export function boxOf(tell: (box: Box) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => tell({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
