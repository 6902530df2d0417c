import { describe, expect, it } from "vitest";
import { readMusicForm } from "./music-form-values";
import type { MusicForm } from "./music-input";
import { listParkedFields, lyricsRequirement, settleMusic } from "./music-ties";

const base = readMusicForm({ model: "music-3.0", prompt: "waltz" }).form;

/** Applies changes one after another. */
function play(form: MusicForm, ...changes: Partial<MusicForm>[]) {
  return changes.reduce((state, change) => settleMusic({ ...state.form, ...change }, state.parked), {
    form,
    parked: {},
  } as ReturnType<typeof settleMusic>);
}

describe("settleMusic", () => {
  const whole = { ...base, aigc_watermark: true, output_format: "url" as const };

  it("puts aside what a stream does not take, and brings it back", () => {
    const streamed = play(whole, { stream: true });
    expect(streamed.form).toMatchObject({ aigc_watermark: undefined, output_format: undefined });
    expect(listParkedFields(streamed.form, streamed.parked, "stream")).toEqual([
      "aigc_watermark",
      "output_format",
    ]);
    const back = play(whole, { stream: true }, { stream: false });
    expect(back.form).toEqual({ ...whole, stream: false });
    expect(back.parked).toEqual({});
  });

  it("has nothing written for an instrumental, and remembers the wish for the next song", () => {
    const wished = { ...base, lyrics_optimizer: true };
    const piece = play(wished, { is_instrumental: true });
    expect(piece.form.lyrics_optimizer).toBeUndefined();
    expect(settleMusic({ ...piece.form, is_instrumental: undefined }, piece.parked).form).toEqual({
      ...wished,
      is_instrumental: undefined,
    });
  });

  it("never has lyrics written where there are some, and keeps them", () => {
    const written = play({ ...base, lyrics: "la" }, { lyrics_optimizer: true });
    expect(written.form).toMatchObject({ lyrics: "la", lyrics_optimizer: undefined });
    const cleared = settleMusic({ ...written.form, lyrics: undefined }, written.parked);
    expect(cleared.form.lyrics_optimizer).toBe(true);
  });

  it("leaves a bitrate to mp3", () => {
    const mp3 = { ...base, audio_setting: { format: "mp3" as const, bitrate: 64000 as const } };
    const wav = play(mp3, { audio_setting: { ...mp3.audio_setting, format: "wav" } });
    expect(wav.form.audio_setting).toEqual({ format: "wav" });
    const back = settleMusic({ ...wav.form, audio_setting: { format: "mp3" } }, wav.parked);
    expect(back.form.audio_setting).toEqual(mp3.audio_setting);
  });
});

describe("lyricsRequirement", () => {
  it.each([
    ["required", {}],
    ["required", { lyrics: "la" }],
    ["none", { is_instrumental: true }],
    ["none", { lyrics_optimizer: true }],
    ["none", { lyrics_optimizer: true, lyrics: "" }],
  ] as const)("is %s for %o", (requirement, form) => {
    expect(
      lyricsRequirement({
        lyrics: undefined,
        lyrics_optimizer: undefined,
        is_instrumental: undefined,
        ...form,
      }),
    ).toBe(requirement);
  });
});
