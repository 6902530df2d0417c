import { beforeEach, describe, expect, it, vi } from "vitest";
import { openDeck } from "./testing/open-deck";
import { lastMoment } from "./video-transport";

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", () => 0);
});

describe("one video", () => {
  it("reports the state of its element", () => {
    const { deck, video } = openDeck();
    const told = () => deck.getSnapshot().state;
    expect(told()).toBe("idle");
    deck.play();
    expect(told()).toBe("loading");
    video.arrive(6.2);
    expect(told()).toBe("playing");
    expect(deck.getSnapshot().durationSeconds).toBe(6.2);
    video.runDry();
    expect(told()).toBe("waiting");
    video.arrive(6.2);
    deck.pause();
    expect(told()).toBe("paused");
    video.end();
    expect(told()).toBe("ended");
  });

  it("pauses and steps exactly one frame", () => {
    const { deck, video } = openDeck();
    deck.play();
    video.arrive(6);
    video.playTo(1.01);
    deck.stepFrame(1);
    expect(video.paused).toBe(true);
    expect(deck.getSeconds()).toBeCloseTo(13.25 / 12);
    video.settle();
    deck.stepFrame(-1);
    video.settle();
    deck.stepFrame(-1);
    expect(deck.getSeconds()).toBeCloseTo(11.25 / 12);
  });

  it("seeks only to the latest position while another seek is running", () => {
    const { deck, video } = openDeck();
    video.arrive(6);
    deck.seek(1);
    deck.seek(2);
    deck.seek(3);
    expect(deck.getSeconds()).toBe(3);
    expect(video.seekedSeconds).toEqual([1]);
    video.settle();
    expect(video.seekedSeconds).toEqual([1, 3]);
    deck.seek(99);
    video.settle();
    expect(video.seekedSeconds.at(-1)).toBe(6);
  });

  it("keeps rate and loop on the element after it loads again", () => {
    const { deck, video } = openDeck();
    deck.setRate(0.25);
    deck.setLoop(true);
    video.playbackRate = 1;
    video.arrive(6);
    expect(video).toMatchObject({ playbackRate: 0.25, defaultPlaybackRate: 0.25, loop: true });
  });

  it("is muted without reading preferences if it has no audio", () => {
    const { video } = openDeck({ preferences: { volume: 0.4, muted: false } });
    expect(video.muted).toBe(true);
  });

  it("uses and stores the studio's volume", () => {
    const {
      deck,
      video,
      saved: kept,
    } = openDeck({ hasSound: true, preferences: { volume: 0.4, muted: true } });
    expect(video).toMatchObject({ volume: 0.4, muted: true });
    deck.setVolume(0.7);
    expect(video).toMatchObject({ volume: 0.7, muted: false });
    expect(kept).toEqual([{ volume: 0.7, muted: false }]);
  });

  it.each([
    [2, null, "unreachable"],
    [3, null, "undecodable"],
    [4, null, "undecodable"],
    [4, "gone", "gone"],
    [4, "signed-out", "signed-out"],
    [4, "unreachable", "unreachable"],
  ] as const)("reports code %d with %s as %s", async (code, diagnosis, problem) => {
    const { deck, video } = openDeck({ diagnosis });
    video.fail(code);
    await expect.poll(() => deck.getSnapshot()).toMatchObject({ state: "failed", problem });
  });

  it("continues at its position after a retry", async () => {
    const { deck, video } = openDeck();
    deck.play();
    video.arrive(6);
    video.playTo(4);
    video.fail(2);
    await expect.poll(() => deck.getSnapshot().state).toBe("failed");
    deck.play();
    expect(video.loads).toBe(1);
    expect(deck.getSeconds()).toBe(4);
    video.arrive(6);
    expect(deck.getSnapshot()).toMatchObject({ state: "playing", problem: null });
  });

  it("releases its element", () => {
    const { deck, video, detach } = openDeck();
    deck.play();
    video.arrive(6);
    detach();
    expect(video.paused).toBe(true);
    deck.seek(3);
    expect(video.seekedSeconds).toEqual([]);
  });

  it("ends in the middle of its last frame, or just before its end", () => {
    expect(lastMoment(openDeck().deck)).toBeCloseTo(71.5 / 12);
    expect(lastMoment(openDeck({ clock: null }).deck)).toBeCloseTo(5.95);
  });
});

describe("several videos", () => {
  it("play one at a time, even muted", () => {
    const one = openDeck();
    const two = openDeck();
    one.deck.play();
    two.deck.play();
    expect([one.video.paused, two.video.paused]).toEqual([true, false]);
    one.deck.play();
    expect([one.video.paused, two.video.paused]).toEqual([false, true]);
  });

  it("pause for audible players in any tab, and pause them while audible", async () => {
    const silent = openDeck();
    const first = openDeck({ hasSound: true });
    first.deck.play();
    first.video.arrive(6);
    const elsewhere = new BroadcastChannel("reverie.player");
    const heard: unknown[] = [];
    elsewhere.addEventListener("message", ({ data }) => heard.push(data));
    elsewhere.postMessage(performance.timeOrigin + performance.now() + 1);
    await expect.poll(() => first.video.paused).toBe(true);

    first.deck.setMuted(true);
    first.deck.play();
    silent.deck.play();
    silent.video.arrive(6);
    first.deck.play();
    first.deck.setMuted(false);
    // One message, sent when it becomes audible: a silent video sends none.
    await expect.poll(() => heard.length).toBe(1);
    elsewhere.close();
    for (const each of [silent, first]) each.detach();
  });
});
