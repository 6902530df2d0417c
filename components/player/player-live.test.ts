import { describe, expect, it } from "vitest";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { makePlayer, makeTrack } from "./testing/make-player";

describe("a stream", () => {
  const stored = makeOutput(0, {
    role: "audio",
    mimeType: "audio/mpeg",
    durationSeconds: 12,
    assetId: "file",
  });
  const speech = makeGeneration({ generator: "speech", input: { text: "a" }, state: "running" });
  const stream = {
    ...speech,
    live: { role: "audio", index: 0, mimeType: "audio/mpeg", url: "/stream" },
  };
  const done = { ...speech, state: "succeeded" as const, outputs: [stored], finishedAt: speech.createdAt };

  function startStream() {
    const made = makePlayer();
    made.player.playWhenReady(speech.id);
    made.player.updateGeneration(stream);
    made.live().events.onAttached();
    made.audio().arrive(Infinity);
    made.live().availableSeconds = 5;
    made.live().events.onGrown();
    return made;
  }

  it("starts once if it was requested in this tab", () => {
    const { player, current, lives } = startStream();
    expect(current()).toBe("a");
    player.updateGeneration(stream);
    expect(lives).toHaveLength(1);
    const elsewhere = makePlayer();
    elsewhere.player.updateGeneration(stream);
    expect(elsewhere.current()).toBeUndefined();
  });

  it("plays next during playback or a comparison", () => {
    const { player, audio, current } = makePlayer();
    const [heard, other] = [makeTrack("heard"), makeTrack("other")];
    player.playTrack(heard);
    audio().arrive(10);
    player.playWhenReady(speech.id);
    player.updateGeneration(stream);
    expect(current()).toBe("heard");
    expect(player.getSnapshot().queue.tracks.map(({ title }) => title)).toEqual(["heard", "a"]);

    player.compareWith(other);
    player.pause();
    const second = { ...stream, id: "01900000-0000-7000-8000-000000000009" };
    player.playWhenReady(second.id);
    player.updateGeneration(second);
    expect(player.getSnapshot().comparison).not.toBeNull();
    expect(current()).toBe("other");
  });

  it("starts if the current track is paused or has ended", () => {
    const { player, audio, current } = makePlayer();
    player.playTrack(makeTrack("heard"));
    audio().arrive(10);
    player.pause();
    player.playWhenReady(speech.id);
    player.updateGeneration(stream);
    expect(current()).toBe("a");
  });

  it("is as long as what has arrived, and can be seeked up to there", () => {
    const { player, audio } = startStream();
    expect(player.getTime().durationSeconds).toBe(5);
    player.seek(9);
    expect(audio().currentTime).toBe(5);
  });

  it("continues when it is stored; only the next load uses the file", () => {
    const { player, audio, state, live } = startStream();
    audio().playTo(3);
    player.updateGeneration(done);
    expect(audio().loaded).toEqual(["stream of /stream"]);
    expect([state(), audio().currentTime]).toEqual(["playing", 3]);
    player.seek(8);
    expect(live().detached).toBe(true);
    expect(audio().src).toBe(stored.url);
    audio().arrive(12);
    expect([audio().currentTime, state()]).toEqual([8, "playing"]);
  });

  it("plays from the file after a pause, at the same position", () => {
    const { player, audio } = startStream();
    audio().playTo(3);
    player.updateGeneration(done);
    player.pause();
    player.play();
    audio().arrive(12);
    expect([audio().src, audio().currentTime]).toEqual([stored.url, 3]);
  });

  it("ends once", () => {
    const { player, audio, state } = startStream();
    player.updateGeneration(done);
    audio().arrive(12);
    audio().end();
    expect(state()).toBe("ended");
    player.updateGeneration(done);
    expect([state(), audio().loaded.length]).toEqual(["ended", 1]);
  });

  it("stays a file after a late update", () => {
    const { player } = startStream();
    player.updateGeneration(done);
    player.updateGeneration(stream);
    expect(player.getSnapshot().current?.live).toBeUndefined();
  });

  it("plays what arrived of a broken stream and reports it", () => {
    const { player, state, problem } = startStream();
    player.updateGeneration({ ...done, outputs: [{ ...stored, partial: true }] });
    expect([state(), problem()]).toEqual(["playing", "broke-off"]);
  });

  it("is loaded again for a position that is no longer buffered", () => {
    const { player, lives, live } = startStream();
    live().beginsAtSeconds = 2;
    player.seek(1);
    expect(lives).toHaveLength(2);
    expect(lives[0]!.detached).toBe(true);
    expect(player.getTime().seconds).toBe(1);
  });

  it("ignores a stream that was left", () => {
    const { player, lives, problem } = startStream();
    player.playTrack(makeTrack("b"));
    lives[0]!.events.onProblem("unreachable");
    expect(problem()).toBeNull();
  });

  it("is no longer awaited when it ends without audio", () => {
    const { player, current } = makePlayer();
    player.playWhenReady(speech.id);
    player.updateGeneration({ ...speech, state: "failed", finishedAt: speech.createdAt });
    player.updateGeneration(done);
    expect(current()).toBeUndefined();
  });
});
