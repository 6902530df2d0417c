import { describe, expect, it } from "vitest";
import { makePlayer, makeTrack } from "./testing/make-player";

const [a, b, c] = ["a", "b", "c"].map((name) => makeTrack(name)) as [
  ReturnType<typeof makeTrack>,
  ReturnType<typeof makeTrack>,
  ReturnType<typeof makeTrack>,
];

describe("playing a track", () => {
  it("loads, plays and pauses", () => {
    const { player, audio, state, current } = makePlayer();
    player.playTrack(a);
    expect([current(), state(), audio().src]).toEqual(["a", "loading", "/api/media/a"]);
    audio().arrive(10);
    expect(state()).toBe("playing");
    player.toggle();
    expect(state()).toBe("paused");
    player.playTrack(a);
    expect(state()).toBe("playing");
    expect(audio().loaded).toEqual(["/api/media/a"]);
  });

  it("starts at the given position as soon as possible", () => {
    const { player, audio } = makePlayer();
    player.playTrack(a, { startSeconds: 4 });
    expect(player.getTime().seconds).toBe(4);
    expect(audio().currentTime).toBe(0);
    audio().arrive(10);
    expect(audio().currentTime).toBe(4);
  });

  it("does not seek beyond its ends", () => {
    const { player, audio } = makePlayer();
    player.playTrack(a);
    audio().arrive(10);
    player.seek(99);
    expect(audio().currentTime).toBe(10);
    player.seekBy(-99);
    expect(audio().currentTime).toBe(0);
  });

  it("reports that it is waiting for data", () => {
    const { player, audio, state } = makePlayer();
    player.playTrack(a);
    audio().arrive(10);
    audio().playTo(3);
    audio().runDry();
    expect(state()).toBe("waiting");
  });

  it("keeps rate, volume and pitch across tracks, and remembers the volume", () => {
    const { player, audio, readKept } = makePlayer({ kept: { volume: 0.4, muted: true } });
    player.playTrack(a);
    expect([audio().volume, audio().muted]).toEqual([0.4, true]);
    player.setRate(1.5);
    player.setVolume(0.6);
    player.playTrack(b);
    expect([audio().playbackRate, audio().defaultPlaybackRate, audio().preservesPitch]).toEqual([
      1.5,
      1.5,
      true,
    ]);
    expect([audio().volume, audio().muted]).toEqual([0.6, false]);
    expect(readKept()).toEqual({ volume: 0.6, muted: false });
  });

  it("notifies about the position separately", () => {
    const { player, audio, frames } = makePlayer();
    let snapshots = 0;
    let times = 0;
    player.playTrack(a);
    audio().arrive(10);
    player.subscribe(() => (snapshots += 1));
    const leave = player.subscribeTime(() => (times += 1));
    audio().playTo(1);
    frames.shift()!();
    expect([snapshots, times]).toEqual([0, 2]);
    leave();
    frames.shift()!();
    expect(frames).toEqual([]);
  });

  it("clears everything when it closes", () => {
    const { player, audio, state, current } = makePlayer();
    player.playTrack(a);
    player.close();
    expect([current(), state(), audio().src, audio().paused]).toEqual([undefined, "idle", "", true]);
  });
});

describe("the queue of the player", () => {
  it("advances at the end of a track and stops after the last one", () => {
    const { player, audio, current, state } = makePlayer();
    player.playTrack(a, { queue: [a, b] });
    audio().arrive(10);
    audio().end();
    expect(current()).toBe("b");
    audio().arrive(10);
    audio().end();
    expect([current(), state()]).toEqual(["b", "ended"]);
  });

  it("plays two hundred tracks with one element and without leaks", () => {
    const tracks = Array.from({ length: 200 }, (_, index) => makeTrack(`t${index}`));
    const { player, audio, audios, state } = makePlayer();
    player.playTrack(tracks[0]!, { queue: tracks });
    for (const each of tracks) {
      expect(player.getSnapshot().current?.id).toBe(each.id);
      audio().arrive(1);
      audio().end();
    }
    expect(state()).toBe("ended");
    expect(audios).toHaveLength(1);
    expect(audio().loaded).toHaveLength(200);
    expect(player.getSnapshot().queue.tracks).toHaveLength(200);
  });

  it("restarts the track first, then goes to the previous one", () => {
    const { player, audio, current } = makePlayer();
    player.playTrack(b, { queue: [a, b] });
    audio().arrive(10);
    audio().playTo(8);
    player.previous();
    expect([current(), audio().currentTime]).toEqual(["b", 0]);
    player.previous();
    expect(current()).toBe("a");
  });

  it("plays a track added to an empty queue", () => {
    const { player, current } = makePlayer();
    player.addToQueue(a);
    player.addToQueue(b);
    player.playNext(c);
    expect(current()).toBe("a");
    expect(player.getSnapshot().queue.tracks.map(({ title }) => title)).toEqual(["a", "c", "b"]);
  });
});

describe("comparing two takes", () => {
  function compare() {
    const made = makePlayer();
    made.player.playTrack(a, { queue: [a, b] });
    made.audio().arrive(10);
    made.audio().playTo(4);
    made.player.compareWith(b);
    return made;
  }

  it("switches to the other one at the same position, and back", () => {
    const { player, audio, current } = compare();
    audio().arrive(10);
    expect([current(), audio().currentTime]).toEqual(["b", 4]);
    audio().playTo(6);
    player.switchCompared();
    audio().arrive(10);
    expect([current(), audio().currentTime]).toEqual(["a", 6]);
    expect(player.getSnapshot().comparison).toMatchObject({ a: { title: "a" }, b: { title: "b" } });
  });

  it("stays paused", () => {
    const { player, audio, state } = compare();
    audio().arrive(10);
    player.pause();
    player.switchCompared();
    audio().arrive(10);
    expect(state()).toBe("paused");
  });

  it("does not advance, and ends when another track is played", () => {
    const { player, audio, current, state } = compare();
    audio().arrive(10);
    audio().end();
    expect([current(), state()]).toEqual(["b", "ended"]);
    player.playTrack(c);
    expect(player.getSnapshot().comparison).toBeNull();
  });
});

describe("playback problems", () => {
  it("reports that the browser requires a press, until the press", async () => {
    const { player, audio, state, problem } = makePlayer();
    player.prime();
    audio().refusesToPlay = true;
    player.playTrack(a);
    await expect.poll(problem).toBe("blocked");
    expect(state()).toBe("paused");
    audio().refusesToPlay = false;
    audio().arrive(10);
    player.play();
    expect([state(), problem()]).toEqual(["playing", null]);
  });

  it.each([
    [4, "gone", "gone"],
    [4, null, "undecodable"],
    [2, "unreachable", "unreachable"],
    [3, null, "undecodable"],
  ] as const)("reports code %i with %s as %s", async (code, diagnosis, told) => {
    const { player, audio, state, problem } = makePlayer({ diagnosis });
    player.playTrack(a);
    audio().failWith(code);
    await expect.poll(problem).toBe(told);
    expect(state()).toBe("failed");
  });

  it("retries when play is pressed", async () => {
    const { player, audio, state, problem } = makePlayer({ diagnosis: "unreachable" });
    player.playTrack(a);
    audio().arrive(10);
    audio().playTo(6);
    audio().failWith(2);
    await expect.poll(problem).toBe("unreachable");
    player.play();
    audio().arrive(10);
    expect([state(), problem(), audio().currentTime]).toEqual(["playing", null, 6]);
  });

  it("ignores a late fault of another track", async () => {
    const { player, audio, problem, current } = makePlayer({ diagnosis: "gone" });
    player.playTrack(a);
    audio().failWith(4);
    player.playTrack(b);
    await Promise.resolve();
    expect([current(), problem()]).toEqual(["b", null]);
  });
});
