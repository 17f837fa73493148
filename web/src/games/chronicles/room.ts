/** How wide an element is, told whenever that changes: after the browser has laid out, so that it never has to do so early. */
import type { Attachment } from "svelte/attachments";

export function widthOf(tell: (width: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => tell(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
