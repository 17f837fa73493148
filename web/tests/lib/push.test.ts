/** Which devices can be told something only once the page is on their home screen. */
import { describe, expect, it } from "vitest";
import { needsHomeScreen } from "../../src/lib/push";

const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
const ANDROID = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";

describe("the home screen is needed first", () => {
  it.each([
    ["on an iPhone", IPHONE, 5, false, true],
    ["not where it is there already", IPHONE, 5, true, false],
    ["on an iPad, which calls itself a Mac", MAC, 5, false, true],
    ["not on a Mac", MAC, 0, false, false],
    ["not on Android", ANDROID, 5, false, false],
  ])("%s", (_, userAgent, maxTouchPoints, standalone, needed) => {
    expect(needsHomeScreen({ userAgent, maxTouchPoints, standalone })).toBe(needed);
  });
});
