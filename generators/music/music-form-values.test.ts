import { describe, expect, it } from "vitest";
import { listParked, settleTies } from "../_kit/field-ties";
import { musicExamples } from "./examples";
import { readMusicForm, toDraft, toSentInput, lyricsRequirement, musicTies } from "./music-form-values";
import { musicInputSchema, type MusicForm } from "./music-input";
import { newMusicInput } from "./new-music-input";

describe("readMusicForm", () => {
  it("returns a new form without input", () => {
    expect(readMusicForm(null).form).toMatchObject(newMusicInput);
    expect(readMusicForm("x")).toEqual(readMusicForm(newMusicInput));
  });

  it("reads values of the right type and omits others", () => {
    const { form } = readMusicForm({
      model: "music-cover",
      prompt: 7,
      lyrics: ["la"],
      stream: "yes",
      audio_setting: { format: "flac", sample_rate: 44100, bitrate: "high" },
      is_instrumental: 1,
      seed: 4,
    });
    expect(form).toMatchObject({
      model: "music-3.0",
      prompt: "",
      lyrics: undefined,
      stream: undefined,
      audio_setting: { sample_rate: 44100 },
      is_instrumental: undefined,
    });
    expect(form).not.toHaveProperty("seed");
  });

  it("keeps typed values that break a rule", () => {
    const draft = { model: "music-2.6", prompt: "x".repeat(2001), lyrics: "y".repeat(3501) };
    expect(toSentInput(readMusicForm(draft).form)).toEqual(draft);
  });

  it("parks fields that streaming excludes", () => {
    const { form, parked } = readMusicForm({
      model: "music-3.0",
      lyrics: "la",
      stream: true,
      aigc_watermark: true,
      output_format: "url",
    });
    expect(form).toMatchObject({ stream: true, aigc_watermark: undefined, output_format: undefined });
    expect(parked).toEqual({ aigc_watermark: true, output_format: "url" });
  });

  it("does not fail on a draft of any shape", () => {
    for (const odd of [[], 7, { prompt: {}, lyrics: null, audio_setting: [] }]) {
      expect(readMusicForm(odd).form.prompt).toBe("");
    }
  });

  it.each([
    ...musicExamples.map(({ input }) => input),
    {
      model: "music-2.6-free",
      prompt: "All of it",
      lyrics: "[Verse]\nla",
      audio_setting: { format: "wav", sample_rate: 16000 },
      output_format: "url",
      aigc_watermark: true,
    },
    { model: "music-3.0-free", prompt: "Words by the service", lyrics_optimizer: true, stream: true },
  ])("gives back whole what could be sent: %o", (input) => {
    expect(musicInputSchema.safeParse(input).success).toBe(true);
    expect(toSentInput(readMusicForm(input).form)).toEqual(input);
  });
});

describe("toSentInput", () => {
  it("keeps the lyrics of an instrumental to the form", () => {
    const { form } = readMusicForm({
      model: "music-3.0",
      prompt: "waltz",
      lyrics: "la",
      is_instrumental: true,
    });
    expect(toDraft(form)).toMatchObject({ lyrics: "la" });
    expect(toSentInput(form)).toEqual({ model: "music-3.0", prompt: "waltz", is_instrumental: true });
  });

  it("omits empty text and switches that are off", () => {
    const { form } = readMusicForm({ ...newMusicInput, prompt: "", lyrics: "", stream: false });
    expect(toSentInput(form)).toEqual({ model: "music-3.0", audio_setting: newMusicInput.audio_setting });
  });
});

const base = readMusicForm({ model: "music-3.0", prompt: "waltz" }).form;

/** Applies changes one after another. */
function play(form: MusicForm, ...changes: Partial<MusicForm>[]) {
  return changes.reduce(
    (state, change) => settleTies(musicTies, { ...state.form, ...change }, state.parked),
    {
      form,
      parked: {},
    } as ReturnType<typeof settleTies<MusicForm, typeof musicTies>>,
  );
}

describe("musicTies", () => {
  const whole = { ...base, aigc_watermark: true, output_format: "url" as const };

  it("parks fields that streaming excludes, and restores them", () => {
    const streamed = play(whole, { stream: true });
    expect(streamed.form).toMatchObject({ aigc_watermark: undefined, output_format: undefined });
    expect(listParked(musicTies, streamed.form, { parked: streamed.parked, causedBy: "stream" })).toEqual([
      "aigc_watermark",
      "output_format",
    ]);
    const back = play(whole, { stream: true }, { stream: false });
    expect(back.form).toEqual({ ...whole, stream: false });
    expect(back.parked).toEqual({});
  });

  it("parks lyrics_optimizer for an instrumental, and restores it for a song", () => {
    const wished = { ...base, lyrics_optimizer: true };
    const piece = play(wished, { is_instrumental: true });
    expect(piece.form.lyrics_optimizer).toBeUndefined();
    expect(settleTies(musicTies, { ...piece.form, is_instrumental: undefined }, piece.parked).form).toEqual({
      ...wished,
      is_instrumental: undefined,
    });
  });

  it("parks lyrics_optimizer while there are lyrics", () => {
    const written = play({ ...base, lyrics: "la" }, { lyrics_optimizer: true });
    expect(written.form).toMatchObject({ lyrics: "la", lyrics_optimizer: undefined });
    const cleared = settleTies(musicTies, { ...written.form, lyrics: undefined }, written.parked);
    expect(cleared.form.lyrics_optimizer).toBe(true);
  });

  it("leaves a bitrate to mp3", () => {
    const mp3 = { ...base, audio_setting: { format: "mp3" as const, bitrate: 64000 as const } };
    const wav = play(mp3, { audio_setting: { ...mp3.audio_setting, format: "wav" } });
    expect(wav.form.audio_setting).toEqual({ format: "wav" });
    const back = settleTies(musicTies, { ...wav.form, audio_setting: { format: "mp3" } }, wav.parked);
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
