import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { learnServerTime, readServerTime } from "./server-clock";

const here = Date.parse("2026-11-21T12:00:00.700Z");
const answerOf = (date: string | null, cacheControl = "no-store") =>
  new Headers({ "cache-control": cacheControl, ...(date === null ? {} : { date }) });
const inHours = (hours: number) => new Date(here + hours * 3_600_000).toUTCString();

describe("the studio's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: here, toFake: ["Date"] });
  });
  afterEach(() => {
    learnServerTime(answerOf(inHours(0)), Date.now());
    vi.useRealTimers();
  });

  it.each([1, -1, 25])("is learned from an answer where it is %d hours off", (hours) => {
    learnServerTime(answerOf(inHours(hours)), here - 80);
    expect(Math.abs(readServerTime() - here - hours * 3_600_000)).toBeLessThan(1_000);
  });

  it("is this browser's own where they agree, whatever the way took", () => {
    learnServerTime(answerOf(inHours(3)), here);
    learnServerTime(answerOf(new Date(here - 1_500).toUTCString()), here - 3_000);
    expect(readServerTime()).toBe(here);
  });

  it.each([null, "", "noon"])("is not learned from %j", (date) => {
    learnServerTime(answerOf(inHours(3)), here);
    const before = readServerTime();
    learnServerTime(answerOf(date), here);
    expect(readServerTime()).toBe(before);
  });

  it.each(["private, max-age=31536000, immutable", "private", ""])(
    "is not learned from an answer that may be an old one (%j)",
    (cacheControl) => {
      learnServerTime(answerOf(inHours(-2), cacheControl), here);
      expect(readServerTime()).toBe(here);
    },
  );
});
