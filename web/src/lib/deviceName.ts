/** What a device is called among others of the same person: the browser and what it runs on, as far as they say so. */
const BROWSERS: [RegExp, string][] = [[/Firefox|FxiOS/, "Firefox"], [/Edg/, "Edge"], [/OPR|Opera/, "Opera"], [/Chrom|CriOS/, "Chrome"], [/Safari/, "Safari"]];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android/, "Android"], [/Windows/, "Windows"], [/Mac/, "Mac"], [/CrOS/, "ChromeOS"], [/Linux/, "Linux"],
];

export function deviceName(agent: string): string {
  return [BROWSERS, SYSTEMS].map((kinds) => kinds.find(([sign]) => sign.test(agent))?.[1]).filter(Boolean).join(", ");
}
