import { describe, expect, it } from "vitest";
import { listSoundNotes } from "./list-sound-notes";
import { makeOutput } from "@/lib/generations/testing/make-generation";

const audio = makeOutput(0, { role: "audio" });
const subtitle = makeOutput(0, { role: "subtitle" });
const asked = { subtitle_enable: true };
const made = { state: "succeeded" as const, input: asked, outputs: [audio], facts: {} };

describe("listSoundNotes", () => {
  it("says nothing where all came that was asked for", () => {
    expect(listSoundNotes({ ...made, outputs: [audio, subtitle] })).toEqual([]);
    expect(listSoundNotes({ ...made, input: {} })).toEqual([]);
  });

  it("tells subtitles that were not delivered from those that could not be fetched", () => {
    expect(listSoundNotes({ ...made, facts: { missing: ["subtitle"] } })).toEqual(["subtitlesNotDelivered"]);
    expect(listSoundNotes(made)).toEqual(["subtitlesNotFetched"]);
    expect(listSoundNotes({ ...made, facts: undefined })).toEqual(["subtitlesNotFetched"]);
  });

  it("misses no subtitles that were never asked of the service", () => {
    const notes = [{ path: "subtitle_enable", key: "stream-has-no-subtitles", values: {}, message: "" }];
    expect(listSoundNotes({ ...made, input: { ...asked, stream: true }, notes })).toEqual([]);
  });

  it("tells a stream that repeats something else at its end", () => {
    expect(listSoundNotes({ ...made, input: { stream: true }, facts: { repeat: "differs" } })).toEqual([
      "repeatDiffers",
    ]);
  });

  it("leaves what has not succeeded to its error, and takes no nonsense for a fact", () => {
    expect(listSoundNotes({ ...made, state: "failed" })).toEqual([]);
    expect(listSoundNotes({ ...made, input: {}, facts: { missing: 7, repeat: [] } })).toEqual([]);
  });
});
