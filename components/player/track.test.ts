import { describe, expect, it } from "vitest";
import { makeGeneration, makeOutput } from "@/lib/generations/testing/make-generation";
import { listTracks, toLiveTrack } from "./generation-tracks";
import { playUrl, trackId } from "./track";

const sound = makeOutput(0, { role: "audio", mimeType: "audio/mpeg", durationSeconds: 4 });
const live = { role: "audio", index: 0, mimeType: "audio/mpeg", url: "/api/v1/generations/x/stream" };
const speech = makeGeneration({
  generator: "speech",
  model: "speech-2.6-hd",
  input: { text: "Only the sea." },
});

describe("listTracks", () => {
  it("keeps its id from the stream to the file", () => {
    const [streamed] = listTracks({ ...speech, live });
    const [stored] = listTracks({ ...speech, outputs: [sound] });
    expect(streamed).toMatchObject({ id: trackId(speech.id, 0), url: live.url, live: true });
    expect(stored).toMatchObject({
      id: streamed!.id,
      url: sound.url,
      durationSeconds: 4,
      title: "Only the sea.",
    });
    expect(stored!.live).toBeUndefined();
  });

  it("skips files that are not audio and numbers several", () => {
    const outputs = [
      { ...sound, group: "title" },
      makeOutput(1, { role: "audio", mimeType: "audio/mpeg", group: "content" }),
      makeOutput(0, { role: "subtitle", mimeType: "application/json", group: "title" }),
    ];
    expect(listTracks({ ...speech, outputs }).map(({ part }) => part)).toEqual([
      { name: "title", number: 1 },
      { name: "content", number: 2 },
    ]);
  });

  it("contains the take number and the part of a text file", () => {
    const inputFiles = [
      { field: "text_file", assetId: sound.assetId, mimeType: "text/plain", name: "keeper.txt" },
    ];
    const take = { idea: "one", number: 3 };
    const [track] = listTracks({ ...speech, input: {}, inputFiles, take, outputs: [sound] });
    expect(track).toMatchObject({ title: "keeper.txt", take: 3, createdAt: speech.createdAt });
    expect(track!.part).toBeUndefined();
  });

  it("does not list a stored track again as a stream", () => {
    expect(listTracks({ ...speech, live, outputs: [sound] })).toHaveLength(1);
  });

  it("shortens a title that is a whole text", () => {
    const [track] = listTracks({ ...speech, input: { text: "word ".repeat(2_000) }, outputs: [sound] });
    expect(track!.title.length).toBeLessThanOrEqual(160);
    expect(track!.title).toMatch(/…$/);
  });

  it("has no stream for an image", () => {
    expect(toLiveTrack({ ...speech, live: { ...live, role: "image", mimeType: "image/png" } })).toBeNull();
  });
});

describe("playUrl", () => {
  it("requests only raw audio as WAV", () => {
    expect(playUrl({ url: "/m/1", mimeType: "audio/pcm;rate=32000;channels=1" })).toBe("/m/1?as=wav");
    expect(playUrl({ url: "/m/1", mimeType: "audio/PCMU;rate=8000;channels=1" })).toBe("/m/1?as=wav");
    expect(playUrl({ url: "/m/1", mimeType: "audio/mpeg" })).toBe("/m/1");
  });
});
