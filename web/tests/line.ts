/** The other end of a page's WebSocket, in a test's hand: it opens, speaks and breaks off when the test says so. */
import { vi } from "vitest";
import { differences } from "../src/lib/wireCheck";

export class Line {
  static readonly OPEN = 1;
  readyState = 0;
  /** What the page has said, as objects. */
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onmessage: (frame: { data: string }) => void = () => {};
  onclose: () => void = () => {};

  constructor(readonly address: string) {}

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }

  opens(): this {
    this.readyState = Line.OPEN;
    this.onopen();
    return this;
  }

  /** One frame, with a message on each line; each has to be one that the server says it sends. */
  says(...messages: object[]): void {
    const strange = messages.flatMap((message) => differences(message, { type: "ServerMessage" }));
    if (strange.length) throw new Error(strange.join("; "));
    this.onmessage({ data: messages.map((message) => JSON.stringify(message)).join("\n") });
  }
}

/** Every line that the page opens from now on, the latest last. */
export function lines(): Line[] {
  const opened: Line[] = [];
  vi.stubGlobal(
    "WebSocket",
    class extends Line {
      constructor(address: string) {
        super(address);
        opened.push(this);
      }
    },
  );
  return opened;
}
