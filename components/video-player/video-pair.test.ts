import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDeck } from "./testing/open-deck";
import { VideoPair } from "./video-pair";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
});

function openPair(seconds: { a: number; b: number } = { a: 6, b: 6 }, hasSound = { a: false, b: false }) {
  const open = (side: "a" | "b") =>
    openDeck({
      durationSeconds: seconds[side],
      clock: { frameRate: 12, frameCount: seconds[side] * 12 },
      hasSound: hasSound[side],
      pausesForOthers: false,
    });
  const a = open("a");
  const b = open("b");
  const pair = new VideoPair(a.deck, b.deck);
  pair.connect();
  return { a, b, pair, seconds };
}

/** Both videos show these positions, after any seek. */
function moveTo({ a, b }: ReturnType<typeof openPair>, aSeconds: number, bSeconds: number): void {
  a.video.playTo(aSeconds);
  b.video.playTo(bSeconds);
  for (const { video } of [a, b]) while (video.seeking) video.settle();
}

/** Both videos are ready and playing. */
function playBoth({ a, b, pair, seconds }: ReturnType<typeof openPair>): void {
  a.video.arrive(seconds.a);
  b.video.arrive(seconds.b);
  pair.play();
}

describe("two videos in step", () => {
  it("start together when both are ready", () => {
    const { a, b, pair } = openPair();
    a.video.arrive(6);
    pair.play();
    expect(a.video.paused).toBe(true);
    expect(pair.getSnapshot().state).toBe("waiting");
    b.video.arrive(6);
    expect([a.video.paused, b.video.paused]).toEqual([false, false]);
    expect(pair.getSnapshot().state).toBe("playing");
  });

  it("wait for each other", () => {
    const opened = openPair();
    const { a, b, pair } = opened;
    playBoth(opened);
    moveTo(opened, 2, 2);
    expect(a.video.paused).toBe(false);
    b.video.runDry();
    expect(a.video.paused).toBe(true);
    expect(pair.getSnapshot().state).toBe("waiting");
    b.video.arrive(6);
    expect(a.video.paused).toBe(false);
  });

  it("realign: by a seek when far apart, else by a slight change of rate", () => {
    const opened = openPair();
    const { a, b } = opened;
    playBoth(opened);
    moveTo(opened, 1, 1);
    a.video.playTo(1.1);
    expect(b.video.playbackRate).toBeGreaterThan(1);
    expect(b.video.playbackRate).toBeLessThan(1.13);
    a.video.playTo(1.05);
    b.video.playTo(1.1);
    expect(b.video.playbackRate).toBeLessThan(1);
    b.video.playTo(1.05);
    expect(b.video.playbackRate).toBe(1);
    a.video.playTo(3);
    expect(b.video.seekedSeconds.at(-1)).toBe(3);
  });

  it("keep the chosen rate while realigning", () => {
    const opened = openPair();
    const { a, b, pair } = opened;
    playBoth(opened);
    pair.setRate(0.5);
    moveTo(opened, 1, 1);
    expect([a.video.playbackRate, b.video.playbackRate]).toEqual([0.5, 0.5]);
  });

  it("hold the last frame of the shorter one until the longer one ends, and restart together", () => {
    const opened = openPair({ a: 2, b: 6 });
    const { a, b, pair } = opened;
    expect(pair.getSnapshot().durationSeconds).toBe(6);
    playBoth(opened);
    moveTo(opened, 1.9, 1.9);
    b.video.playTo(2.1);
    expect(a.video.paused).toBe(true);
    expect(a.video.currentTime).toBeCloseTo(23.5 / 12);
    expect(b.video.paused).toBe(false);
    expect(pair.getSnapshot().state).toBe("playing");
    a.video.settle();
    b.video.end();
    expect(pair.getSnapshot().state).toBe("ended");
    pair.play();
    a.video.settle();
    b.video.settle();
    expect([a.video.currentTime, b.video.currentTime]).toEqual([0, 0]);
    expect([a.video.paused, b.video.paused]).toEqual([false, false]);
  });

  it("step by frames of the finer one, both to the same time", () => {
    const a = openDeck({ clock: { frameRate: 12, frameCount: 72 }, pausesForOthers: false });
    const b = openDeck({ clock: { frameRate: 24, frameCount: 144 }, pausesForOthers: false });
    const pair = new VideoPair(a.deck, b.deck);
    pair.connect();
    a.video.arrive(6);
    b.video.arrive(6);
    pair.stepFrame(1);
    expect(pair.clock).toEqual({ frameRate: 24, frameCount: 144 });
    expect([a.video.currentTime, b.video.currentTime]).toEqual([1.25 / 24, 1.25 / 24]);
  });

  it("show the same time when paused", () => {
    const opened = openPair();
    const { a, b, pair } = opened;
    playBoth(opened);
    moveTo(opened, 1.02, 1.06);
    pair.pause();
    expect(a.video.currentTime).toBe(b.video.currentTime);
    expect(a.video.currentTime).toBeCloseTo(12.25 / 12);
  });

  it("play the audio of one of them", () => {
    const { a, b, pair } = openPair({ a: 6, b: 6 }, { a: true, b: true });
    expect([a.video.muted, b.video.muted]).toEqual([false, true]);
    pair.setAudible("b");
    expect([a.video.muted, b.video.muted]).toEqual([true, false]);
    pair.setMuted(true);
    pair.setAudible("a");
    expect([a.video.muted, b.video.muted]).toEqual([true, true]);
  });

  it("continue if one of them cannot be played", async () => {
    const opened = openPair();
    const { a, b, pair } = opened;
    b.video.fail(4);
    await expect.poll(() => b.deck.getSnapshot().state).toBe("failed");
    a.video.arrive(6);
    pair.play();
    expect(a.video.paused).toBe(false);
    expect(pair.getSnapshot().state).toBe("playing");
  });
});
