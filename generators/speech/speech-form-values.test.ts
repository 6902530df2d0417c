import { describe, expect, it } from "vitest";
import type { FormFeatures } from "@/components/generators";
import { speechExamples } from "./examples";
import { localiseNewInput, newSpeechInput } from "./new-speech-input";
import { readSpeechForm, toSentInput } from "./speech-form-values";
import { speechInputSchema } from "./speech-input";

describe("readSpeechForm", () => {
  it("returns a new form without input", () => {
    expect(readSpeechForm(null).form).toMatchObject(newSpeechInput);
    expect(readSpeechForm("x")).toEqual(readSpeechForm(newSpeechInput));
  });

  it("reads values of the right type and omits others", () => {
    const { form } = readSpeechForm({
      model: "speech-2.8-hd",
      text: 7,
      stream: "yes",
      stream_options: null,
      voice_setting: {
        voice_id: "x",
        speed: "fast",
        emotion: 7,
        vol: Number.NaN,
        english_normalization: true,
      },
      audio_setting: { format: "opus", sample_rate: "48000" },
      pronunciation_dict: { tone: ["a/b", 3] },
      timber_weights: [{ voice_id: "a", weight: 3 }, { voice_id: "b" }, null],
      language_boost: "Klingon",
      colour: "red",
    });
    expect(form).toMatchObject({
      model: "speech-2.6-hd",
      text: "",
      stream: undefined,
      audio_setting: undefined,
      pronunciation_dict: { tone: ["a/b"] },
      timber_weights: [{ voice_id: "a", weight: 3 }],
      language_boost: undefined,
    });
    expect(form.voice_setting).toBeUndefined();
    expect(form).not.toHaveProperty("colour");
  });

  it("keeps typed values that break a rule", () => {
    const draft = {
      model: "speech-2.6-hd",
      text: "<#0#> x",
      voice_setting: { speed: 9, vol: 0, pitch: 0.5, emotion: "bored" },
      audio_setting: { sample_rate: 48000 },
      pronunciation_dict: { tone: ["omg"] },
      timber_weights: Array(5).fill({ voice_id: "", weight: 0 }),
    };
    expect(toSentInput(readSpeechForm(draft).form, null)).toEqual(draft);
  });

  it("does not fail on a draft of any shape", () => {
    for (const odd of [[], 7, { text: {}, voice_setting: [], timber_weights: {}, voice_modify: "x" }]) {
      expect(readSpeechForm(odd).form.text).toBe("");
    }
  });

  it.each([
    ...speechExamples.map(({ input }) => input),
    {
      model: "speech-2.6-turbo",
      text: "All of it",
      stream: true,
      stream_options: { exclude_aggregated_audio: true },
      voice_setting: {
        voice_id: "x",
        speed: 0.5,
        vol: 10,
        pitch: -12,
        emotion: "whisper",
      },
      audio_setting: { sample_rate: 8000, bitrate: 32000, format: "mp3", channel: 2 },
      pronunciation_dict: { tone: ["omg/oh my god"] },
      language_boost: "Tamil",
      voice_modify: { pitch: 1, intensity: 2, timbre: 3, sound_effects: "robotic" },
    },
    {
      model: "speech-01-hd",
      text: "The other half",
      stream: false,
      audio_setting: { format: "wav" },
      timber_weights: [
        { voice_id: "a", weight: 1 },
        { voice_id: "b", weight: 100 },
      ],
      subtitle_enable: true,
      output_format: "url",
      aigc_watermark: true,
    },
  ])("gives back whatever can be sent: $text", (input) => {
    expect(speechInputSchema.safeParse(input).success).toBe(true);
    expect(toSentInput(readSpeechForm(input).form, null)).toEqual(input);
    expect(readSpeechForm(input).parked).toEqual({});
  });

  it("never gives a form whose fields exclude each other", () => {
    const { form, parked } = readSpeechForm({
      model: "speech-01-turbo",
      text: "x",
      stream: true,
      voice_setting: { voice_id: "v", emotion: "fluent" },
      audio_setting: { format: "wav", bitrate: 64000 },
      timber_weights: [{ voice_id: "a", weight: 1 }],
      language_boost: "Filipino",
      voice_modify: { pitch: 1 },
      subtitle_enable: true,
      output_format: "url",
      aigc_watermark: true,
    });
    expect(speechInputSchema.safeParse(form).error).toBeUndefined();
    expect(Object.keys(parked).sort()).toEqual([
      "aigc_watermark",
      "emotion",
      "format",
      "language_boost",
      "output_format",
      "subtitle_enable",
      "voice_id",
    ]);
  });
});

describe("localiseNewInput", () => {
  it("speaks the language of the pages", () => {
    expect(localiseNewInput("en")).toEqual(newSpeechInput);
    expect(localiseNewInput("zh")).toEqual({
      ...newSpeechInput,
      voice_setting: { voice_id: "Chinese (Mandarin)_Reliable_Executive" },
    });
  });
});

describe("toSentInput", () => {
  const without = { fields: { speech: { timber_weights: false } } } as unknown as FormFeatures;
  const { form } = readSpeechForm({ text: "x", timber_weights: [{ voice_id: "a", weight: 1 }] });

  it("leaves out what the connected service does not have", () => {
    expect(toSentInput(form, null)).toHaveProperty("timber_weights");
    expect(toSentInput(form, without)).not.toHaveProperty("timber_weights");
  });
});
