import { describe, expect, it } from "vitest";
import { listParked, settleTies } from "../_kit/field-ties";
import { readSpeechForm } from "./speech-form-values";
import type { SpeechForm } from "./speech-input";
import { speechTies } from "./speech-ties";

const base = readSpeechForm({ model: "speech-2.6-hd", text: "Hello", stream: false }).form;
const whole = {
  ...base,
  audio_setting: { format: "wav" as const, channel: 2 as const },
  subtitle_enable: true,
  aigc_watermark: true,
  output_format: "url" as const,
  voice_modify: { pitch: 5 },
};

/** Applies changes one after another. */
function play(form: SpeechForm, ...changes: Partial<SpeechForm>[]) {
  return changes.reduce(
    (state, change) => settleTies(speechTies, { ...state.form, ...change }, state.parked),
    {
      form,
      parked: {},
    } as ReturnType<typeof settleTies<SpeechForm, typeof speechTies>>,
  );
}

describe("speechTies", () => {
  it("parks fields that streaming excludes, and restores them", () => {
    const streamed = play(whole, { stream: true });
    expect(streamed.form).toMatchObject({
      audio_setting: { channel: 2 },
      subtitle_enable: undefined,
      aigc_watermark: undefined,
      output_format: undefined,
      voice_modify: { pitch: 5 },
    });
    expect(streamed.form.audio_setting).not.toHaveProperty("format");
    expect(listParked(speechTies, streamed.form, { parked: streamed.parked, causedBy: "stream" })).toEqual([
      "format",
      "subtitle_enable",
      "aigc_watermark",
      "output_format",
    ]);
    const back = play(whole, { stream: true }, { stream: false });
    expect(back.form).toEqual(whole);
    expect(back.parked).toEqual({});
  });

  it("parks stream options until streaming is on again", () => {
    const stream_options = { exclude_aggregated_audio: true };
    const { form, parked } = play({ ...base, stream: true, stream_options }, { stream: false });
    expect(form.stream_options).toBeUndefined();
    expect(settleTies(speechTies, { ...form, stream: true }, parked).form.stream_options).toEqual(
      stream_options,
    );
  });

  it("parks voice effects that the format excludes", () => {
    const raw = play(whole, { audio_setting: { format: "pcm" } });
    expect(raw.form.voice_modify).toBeUndefined();
    expect(listParked(speechTies, raw.form, { parked: raw.parked, causedBy: "format" })).toEqual([
      "voice_modify",
    ]);
    const flac = settleTies(speechTies, { ...raw.form, audio_setting: { format: "flac" } }, raw.parked);
    expect(flac.form.voice_modify).toEqual({ pitch: 5 });
    const streamed = settleTies(speechTies, { ...flac.form, stream: true }, flac.parked);
    expect(streamed.form.voice_modify).toBeUndefined();
  });

  it("parks an emotion and a language that the model lacks", () => {
    const chosen = {
      ...base,
      voice_setting: { voice_id: "v", emotion: "whisper" as const },
      language_boost: "Tamil" as const,
    };
    const early = play(chosen, { model: "speech-02-hd" });
    expect(early.form).toMatchObject({ voice_setting: { voice_id: "v" }, language_boost: undefined });
    expect(early.form.voice_setting).not.toHaveProperty("emotion");
    expect(listParked(speechTies, early.form, { parked: early.parked, causedBy: "model" })).toEqual([
      "emotion",
      "language_boost",
    ]);
    expect(play(chosen, { model: "speech-02-hd" }, { model: "speech-2.6-turbo" }).form).toEqual({
      ...chosen,
      model: "speech-2.6-turbo",
    });
  });

  it("does not restore a replaced value", () => {
    const chosen = { ...base, voice_setting: { emotion: "whisper" as const } };
    const early = play(chosen, { model: "speech-01-hd" });
    const replaced = { ...early.form, voice_setting: { emotion: "sad" as const } };
    expect(listParked(speechTies, replaced, { parked: early.parked, causedBy: "model" })).toEqual([]);
    const back = settleTies(speechTies, { ...replaced, model: "speech-2.6-hd" }, early.parked);
    expect(back.form.voice_setting).toEqual({ emotion: "sad" });
    expect(back.parked).toEqual({});
  });

  it("parks the voice while there is a voice mix", () => {
    const voiced = { ...base, voice_setting: { voice_id: "v", speed: 1.5 } };
    const mixed = play(voiced, { timber_weights: [{ voice_id: "a", weight: 1 }] });
    expect(mixed.form.voice_setting).toEqual({ speed: 1.5 });
    expect(listParked(speechTies, mixed.form, { parked: mixed.parked, causedBy: "timber_weights" })).toEqual([
      "voice_id",
    ]);
    expect(settleTies(speechTies, { ...mixed.form, timber_weights: undefined }, mixed.parked).form).toEqual(
      voiced,
    );
  });

  it("leaves a bitrate to mp3", () => {
    const mp3 = { ...base, audio_setting: { bitrate: 64000 as const } };
    const wav = play(mp3, { audio_setting: { bitrate: 64000, format: "wav" } });
    expect(wav.form.audio_setting).toEqual({ format: "wav" });
    const streamed = settleTies(speechTies, { ...wav.form, stream: true }, wav.parked);
    expect(streamed.form.audio_setting).toEqual({ bitrate: 64000 });
  });
});
