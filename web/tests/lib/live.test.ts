/** A table as it is right now: what comes over the line, and what happens when the line breaks. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "../../src/lib/api";
import { Live } from "../../src/lib/live.svelte";
import { differences } from "../../src/lib/wireCheck";
import type { Explain } from "../../src/lib/explaining";
import type { Position } from "../../src/generated/wire";
import { aPosition, aSnapshot, moved } from "../server";

/** The other end of a page's WebSocket, in a test's hand: it opens, speaks and breaks off when the test says so. */
class Line {
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
function lines(): Line[] {
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

const explain = vi.fn<Explain>();

let opened: Line[];
let live: Live;
const line = () => opened.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // pauses are exactly as long as they are meant to be
  opened = lines();
  explain.mockImplementation(async ({ position, before, move }) => ({
    explained: { of: position },
    more: move ? [`${move} led there from ${before}`] : [],
  }));
  live = new Live("a table", { keys: ["key"] }, "fr", explain);
});

afterEach(() => {
  live.end();
  vi.useRealTimers();
});

function welcomed(): void {
  line().opens().says(aSnapshot());
}

const refusalOf = async (wish: Promise<unknown>): Promise<string> => {
  const error: unknown = await wish.then(() => null, (reason: unknown) => reason);
  return error instanceof Refusal ? error.problem.code : String(error);
};

describe("coming to a table", () => {
  it("says who one is, and asks for everything", () => {
    line().opens();
    expect(line().address).toBe("ws://ewala.test/api/tables/a%20table/live");
    expect(line().sent).toEqual([{ type: "hello", keys: ["key"], language: "fr", explained: "snapshot" }]);
    expect(live.connection).toBe("connecting");
  });

  it("is open once the table has been seen", () => {
    welcomed();
    expect(live.connection).toBe("open");
    expect([live.you, live.log, live.online, live.position?.ply]).toEqual([["A"], ["a", "b", "c"], ["A"], 3]);
  });

  it("is over for good where the server will not have us", () => {
    line().opens().says({ type: "closing", code: "live/no-table", sentence: "Nobody sits here." });
    line().close();
    vi.advanceTimersByTime(60_000);
    expect([live.connection, live.problem?.code, opened.length]).toEqual(["closed", "live/no-table", 1]);
  });

  it("comes back to a server that only stops for a while", () => {
    welcomed();
    line().says({ type: "closing", code: "server/stopping", sentence: "" });
    line().close();
    expect(live.connection).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(opened.length).toBe(2);
  });
});

describe("what happens at the table", () => {
  it("is told once, however often it is heard", () => {
    welcomed();
    const told: number[] = [];
    live.onposition = (position) => told.push(position.ply);
    const event = moved(6, "d", aPosition(4));
    line().says(event, event, moved(5, "c", aPosition(3)));
    expect([told, live.log, live.told.map(({ words }) => words)]).toEqual([[4], ["a", "b", "c", "d"], ["A plays d"]]);
  });

  it("comes in order, also several at once", () => {
    welcomed();
    line().says(moved(6, "d", aPosition(4)), moved(7, "e", aPosition(5)));
    expect([live.position?.ply, live.log.slice(-2)]).toEqual([5, ["d", "e"]]);
  });

  it("may be taken back", () => {
    welcomed();
    line().says({ type: "happened", seq: 6, event: { type: "taken-back", at: 1, seat: "A" }, position: aPosition(2) });
    expect([live.log, live.position?.ply]).toEqual([["a", "b"], 2]);
  });

  it("may end the game without saying so of the table", () => {
    welcomed();
    line().says({ ...moved(6, "d", aPosition(4)), result: { scores: {}, winners: ["A"], ending: "first", secret: "" } });
    expect([live.table?.status, live.result?.winners]).toEqual(["over", ["A"]]);
  });

  it("is kept in words for as long as anybody reads back", () => {
    welcomed();
    for (let seq = 6; seq < 420; seq++) line().says(moved(seq, "x", aPosition(seq)));
    expect([live.told.length, live.told[0]?.seq, live.told.at(-1)?.seq]).toEqual([400, 20, 419]);
  });

  it("is talk, too, and that is no move", () => {
    welcomed();
    line().says({ type: "happened", seq: 6, event: { type: "said", at: 9, seat: "B", name: "Bo", text: "Hello" } });
    expect([live.chat, live.log.length]).toEqual([[{ seat: "B", name: "Bo", text: "Hello", at: 9 }], 3]);
  });
});

describe("positions that come without explanations", () => {
  const plain = (ply: number): Position => ({ text: `position ${ply}`, ply, scores: {} });
  const soon = () => vi.advanceTimersByTimeAsync(1);

  it("are seen once they are explained here, and what comes after them waits", async () => {
    welcomed();
    const seen: unknown[] = [];
    live.onposition = (position, happened) => seen.push([position.ply, position.explained, happened?.more]);
    const wish = live.move("A", "d");
    line().says(moved(6, "d", plain(4)), moved(7, "e", plain(5)), { type: "done", id: line().sent.at(-1)!["id"], seq: 6 });
    expect([live.position?.ply, live.log.length, live.pending]).toEqual([3, 3, 1]);
    await soon();
    await wish;
    expect(seen).toEqual([
      [4, { of: "position 4" }, ["d led there from position 3"]],
      [5, { of: "position 5" }, ["e led there from position 4"]],
    ]);
    expect(live.told.at(-1)).toMatchObject({ more: ["e led there from position 4"], position: { explained: { of: "position 5" } } });
  });

  it("are seen before the line is known to have broken off", async () => {
    welcomed();
    line().says(moved(6, "d", plain(4)));
    line().close();
    await soon();
    expect([live.position?.ply, live.connection]).toEqual([4, "lost"]);
    await vi.advanceTimersByTimeAsync(400);
    expect(line().opens().sent[0]).toMatchObject({ since: 6, explained: "snapshot" });
  });

  it("are not seen where everything is asked for anew meanwhile", async () => {
    welcomed();
    line().says(moved(6, "d", plain(4)));
    live.speak("nl");
    await soon();
    expect(live.position?.ply).toBe(3);
  });

  it("come explained by the server to a device that cannot", async () => {
    explain.mockResolvedValue(null);
    welcomed();
    line().says(moved(6, "d", plain(4)));
    await soon();
    expect([opened.length, live.position?.ply]).toEqual([2, 3]);
    line().opens().says(moved(6, "d", aPosition(4)));
    expect(line().sent[0]).toMatchObject({ since: 5, explained: true });
    expect(live.position?.ply).toBe(4);
  });

  it("come explained by a server that does not know how to leave that out", () => {
    line().opens().says({ type: "closing", code: "live/unreadable", sentence: "" });
    line().close();
    vi.advanceTimersByTime(400);
    expect(line().opens().sent[0]).toMatchObject({ explained: true });
    expect(live.problem).toBe(null);
  });
});

describe("wishes", () => {
  it("settle when the server has answered them", async () => {
    welcomed();
    const wish = live.move("A", "d");
    expect(live.pending).toBe(1);
    const { id, ...said } = line().sent.at(-1)!;
    expect(said).toEqual({ type: "move", seat: "A", move: "d", ply: 3 });
    line().says({ type: "done", id, seq: 6 });
    await wish;
    expect(live.pending).toBe(0);
  });

  it("are refused in the server's words", async () => {
    welcomed();
    const wish = live.resign("A");
    line().says({ type: "refused", id: line().sent.at(-1)!["id"], code: "match/over", sentence: "The game is over." });
    expect(await refusalOf(wish)).toBe("match/over");
  });

  it("keep nobody from playing on who only speaks or asks", () => {
    welcomed();
    void live.say("Hello", "A").catch(() => {});
    void live.why("d").catch(() => {});
    expect([live.pending, line().sent.length]).toEqual([0, 3]);
  });

  it("other than moves are given up with the line", async () => {
    welcomed();
    const wish = live.takeBack("A");
    line().close();
    expect(await refusalOf(wish)).toBe("page/no-connection");
    expect(await refusalOf(live.confirm("A"))).toBe("page/no-connection");
  });

  it("to move are said again under the same name when the line is back", async () => {
    welcomed();
    const wish = live.move("A", "d");
    const frame = line().sent.at(-1);
    line().close();
    vi.advanceTimersByTime(400);
    line().opens().says(aSnapshot());
    expect(line().sent.filter(({ type }) => type === "move")).toEqual([frame]);
    line().says({ type: "done", id: frame!["id"], seq: 6 });
    await wish;
  });

  it("that are left behind are not waited for", async () => {
    welcomed();
    const wish = live.move("A", "d");
    live.end();
    expect(await refusalOf(wish)).toBe("page/left");
  });
});

describe("a broken line", () => {
  it("is taken up where it broke off", () => {
    welcomed();
    line().says(moved(6, "d", aPosition(4)));
    line().close();
    vi.advanceTimersByTime(400);
    line().opens();
    expect(line().sent[0]).toMatchObject({ type: "hello", since: 6 });
  });

  it("is tried again after ever longer pauses, up to eight seconds", () => {
    const pauses: number[] = [];
    for (let n = 0; n < 9; n++) {
      line().close();
      let waited = 0;
      for (const before = opened.length; opened.length === before; waited += 10) vi.advanceTimersByTime(10);
      pauses.push(waited);
    }
    expect(pauses).toEqual([400, 720, 1300, 2340, 4200, 7560, 8000, 8000, 8000]);
  });

  it("is given up where the network never answers", () => {
    vi.advanceTimersByTime(8_000);
    expect(line().readyState).toBe(3);
    vi.advanceTimersByTime(400);
    expect(opened.length).toBe(2);
  });

  it("is noticed by its silence, after it was asked once", () => {
    welcomed();
    vi.advanceTimersByTime(20_000);
    expect(line().sent.at(-1)).toEqual({ type: "ping" });
    expect(live.connection).toBe("open");
    vi.advanceTimersByTime(10_000);
    expect(live.connection).toBe("lost");
  });

  it("is not believed broken while the server answers", () => {
    welcomed();
    for (let n = 0; n < 12; n++) {
      vi.advanceTimersByTime(5_000);
      line().says({ type: "pong", id: "", seq: 5 });
    }
    expect([live.connection, opened.length]).toEqual(["open", 1]);
  });

  it("says nothing any more once another one is there", () => {
    welcomed();
    const old = line();
    live.speak("nl");
    expect(opened.length).toBe(2);
    old.says(moved(6, "d", aPosition(4)));
    expect(live.log).toEqual(["a", "b", "c"]);
    line().opens();
    expect(line().sent[0]).toEqual({ type: "hello", keys: ["key"], language: "nl", explained: "snapshot" });
  });

  it("comes back at once where somebody looks at the page again", () => {
    welcomed();
    for (let n = 0; n < 4; n++) {
      line().close();
      vi.advanceTimersByTime(10_000);
    }
    line().close();
    const before = opened.length;
    dispatchEvent(new Event("pageshow"));
    expect(opened.length).toBe(before + 1);
  });

  it("is asked for nothing once one has left", () => {
    welcomed();
    live.end();
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(opened.length).toBe(1);
  });
});

it("who is muted hears nothing, also after the line broke, until everything is heard anew", () => {
  welcomed();
  live.mute(true);
  expect(line().sent.at(-1)).toEqual({ type: "mute", muted: true });
  line().close();
  vi.advanceTimersByTime(400);
  line().opens().says(aSnapshot());
  expect(line().sent.at(-1)).toEqual({ type: "mute", muted: true });
  live.mute(false);
  expect(line().opens().sent[0]).not.toHaveProperty("since");
});

it("the server's trouble is told until it is over, or the line is another", () => {
  welcomed();
  line().says({ type: "storage", state: "failing", sentence: "Nothing can be stored." });
  expect(live.trouble).toBe("Nothing can be stored.");
  line().close();
  expect(live.trouble).toBe("");
});
