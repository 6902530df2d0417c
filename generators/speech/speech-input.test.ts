import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { LANGUAGE_BOOSTS, LANGUAGE_BOOSTS_OF_LATER_MODELS } from "@/lib/service/contract/language-boost";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import { SPEECH_EMOTIONS, SPEECH_MODELS, SPEECH_VALUES } from "@/lib/service/contract/speech-options";
import { speechInputSchema } from "./speech-input";

const valid = { model: "speech-2.6-hd", text: "Hello there." };

/** `path key` of every problem of the schema, else of the default profile. */
function listProblems(input: unknown): string[] {
  const { error, data } = speechInputSchema.safeParse(input);
  const problems = error ? toFieldProblems(error, input) : findSpeechValueProblems(data, SPEECH_VALUES);
  return problems.map(({ path, key }) => `${path} ${key}`);
}

describe("what is taken", () => {
  it.each([
    ["the least", valid],
    ["9,999 characters of any script", { ...valid, text: "𝄞".repeat(9_999) }],
    ["paragraphs and pauses", { ...valid, text: "One.\n\nTwo <#0.01#> and <#99.99#> three." }],
    [
      "a stream with its options",
      { ...valid, stream: true, stream_options: { exclude_aggregated_audio: true } },
    ],
    ["a stream of raw samples", { ...valid, stream: true, audio_setting: { format: "pcm" } }],
    ["a stream of FLAC", { ...valid, stream: true, audio_setting: { format: "flac" } }],
    [
      "every voice setting at its least",
      {
        ...valid,
        voice_setting: {
          voice_id: "any voice of one's own",
          speed: 0.5,
          vol: 0.01,
          pitch: -12,
          emotion: "whisper",
        },
      },
    ],
    ["every voice setting at its most", { ...valid, voice_setting: { speed: 2, vol: 10, pitch: 12 } }],
    [
      "every audio setting",
      { ...valid, audio_setting: { sample_rate: 44100, bitrate: 256000, format: "mp3", channel: 2 } },
    ],
    ["readings", { ...valid, pronunciation_dict: { tone: ["omg/oh my god", "处理/(chu3)(li3)"] } }],
    [
      "four voices in a mix",
      { ...valid, timber_weights: ["a", "b", "c", "d"].map((voice_id) => ({ voice_id, weight: 100 })) },
    ],
    ["no language", { ...valid, language_boost: null }],
    [
      "voice effects",
      {
        ...valid,
        voice_modify: { pitch: -100, intensity: 100, timbre: 0, sound_effects: "robotic" },
        audio_setting: { format: "flac" },
      },
    ],
    ["voice effects in a stream of mp3", { ...valid, stream: true, voice_modify: { pitch: 1 } }],
    [
      "all that a whole answer may have",
      {
        ...valid,
        subtitle_enable: true,
        aigc_watermark: true,
        output_format: "url",
        audio_setting: { format: "wav" },
      },
    ],
    [
      "the same switches off in a stream",
      { ...valid, stream: true, subtitle_enable: false, aigc_watermark: false, output_format: "hex" },
    ],
  ])("takes %s", (_title, input) => {
    expect(listProblems(input)).toEqual([]);
    expect(speechInputSchema.parse(input)).toEqual(input);
  });

  it.each(SPEECH_MODELS)("takes %s with every language and emotion it has", (model) => {
    const is26 = model.startsWith("speech-2.6");
    for (const language_boost of LANGUAGE_BOOSTS) {
      const isLater = LANGUAGE_BOOSTS_OF_LATER_MODELS.some((later) => later === language_boost);
      expect(listProblems({ ...valid, model, language_boost })).toEqual(
        is26 || !isLater ? [] : ["language_boost speech.language.model"],
      );
    }
    for (const emotion of SPEECH_EMOTIONS) {
      const isOf26 = emotion === "fluent" || emotion === "whisper";
      expect(listProblems({ ...valid, model, voice_setting: { emotion } })).toEqual(
        is26 || !isOf26 ? [] : ["voice_setting.emotion speech.emotion.model"],
      );
    }
  });

  it("knows every language of the document", () => {
    expect(LANGUAGE_BOOSTS.filter((language) => language !== "auto")).toHaveLength(40);
  });
});

describe("what is refused", () => {
  const streamed = { ...valid, stream: true };

  it.each<[string, object, string[]]>([
    ["no text", { model: "speech-2.6-hd" }, ["text field.required"]],
    ["an empty text", { ...valid, text: "" }, ["text speech.text.empty"]],
    ["10,000 characters", { ...valid, text: "é".repeat(10_000) }, ["text speech.text.too-long"]],
    ["a text that is none", { ...valid, text: 7 }, ["text field.type"]],
    ["a text that cannot be kept", { ...valid, text: "a\u0000b" }, ["text field.characters"]],
    ["a model of the narration", { ...valid, model: "speech-2.8-hd" }, ["model field.choice"]],
    ["a field that is none", { ...valid, voice: "x" }, ["voice field.unknown"]],
    ["a pause of nothing", { ...valid, text: "a <#0#> b" }, ["text speech.pause.duration"]],
    ["a pause of 100 seconds", { ...valid, text: "a <#100#> b" }, ["text speech.pause.duration"]],
    ["a pause of three decimals", { ...valid, text: "a <#1.234#> b" }, ["text speech.pause.duration"]],
    ["a pause that is no number", { ...valid, text: "a <#x#> b" }, ["text speech.pause.duration"]],
    ["a pause before all words", { ...valid, text: "<#1#> b" }, ["text speech.pause.position"]],
    ["a pause after all words", { ...valid, text: "a <#1#> ..." }, ["text speech.pause.position"]],
    ["two pauses in a row", { ...valid, text: "a <#1#> <#2#> b" }, ["text speech.pause.consecutive"]],
    [
      "a speed of 0.4",
      { ...valid, voice_setting: { speed: 0.4 } },
      ["voice_setting.speed speech.speed.range"],
    ],
    [
      "a speed of 2.1",
      { ...valid, voice_setting: { speed: 2.1 } },
      ["voice_setting.speed speech.speed.range"],
    ],
    [
      "no volume at all",
      { ...valid, voice_setting: { vol: 0 } },
      ["voice_setting.vol speech.vol.range-above"],
    ],
    [
      "a volume of 11",
      { ...valid, voice_setting: { vol: 11 } },
      ["voice_setting.vol speech.vol.range-above"],
    ],
    ["half a semitone", { ...valid, voice_setting: { pitch: 0.5 } }, ["voice_setting.pitch field.type"]],
    ["13 semitones", { ...valid, voice_setting: { pitch: 13 } }, ["voice_setting.pitch speech.pitch.range"]],
    [
      "an emotion that is none",
      { ...valid, voice_setting: { emotion: "bored" } },
      ["voice_setting.emotion field.choice"],
    ],
    [
      "an empty voice",
      { ...valid, voice_setting: { voice_id: "" } },
      ["voice_setting.voice_id field.required"],
    ],
    [
      "a sample rate between",
      { ...valid, audio_setting: { sample_rate: 48000 } },
      ["audio_setting.sample_rate field.choice"],
    ],
    [
      "the sample rate's other name",
      { ...valid, audio_setting: { audio_sample_rate: 8000 } },
      ["audio_setting.audio_sample_rate field.unknown"],
    ],
    [
      "a format of the narration",
      { ...valid, audio_setting: { format: "opus" } },
      ["audio_setting.format field.choice"],
    ],
    ["three channels", { ...valid, audio_setting: { channel: 3 } }, ["audio_setting.channel field.choice"]],
    [
      "a reading without a slash",
      { ...valid, pronunciation_dict: { tone: ["omg"] } },
      ["pronunciation_dict.tone.0 speech.pronunciation.form"],
    ],
    [
      "a reading of nothing",
      { ...valid, pronunciation_dict: { tone: ["a/b", "/x"] } },
      ["pronunciation_dict.tone.1 speech.pronunciation.form"],
    ],
    [
      "five voices in a mix",
      { ...valid, timber_weights: ["a", "b", "c", "d", "e"].map((voice_id) => ({ voice_id, weight: 1 })) },
      ["timber_weights speech.timber-weights.too-many"],
    ],
    [
      "a weight of 0",
      { ...valid, timber_weights: [{ voice_id: "a", weight: 0 }] },
      ["timber_weights.0.weight speech.weight.range"],
    ],
    [
      "a weight of 101",
      { ...valid, timber_weights: [{ voice_id: "a", weight: 101 }] },
      ["timber_weights.0.weight speech.weight.range"],
    ],
    [
      "a mixed voice without a name",
      { ...valid, timber_weights: [{ voice_id: "", weight: 1 }] },
      ["timber_weights.0.voice_id field.required"],
    ],
    ["a language that is none", { ...valid, language_boost: "Klingon" }, ["language_boost field.choice"]],
    [
      "an effect beyond its range",
      { ...valid, voice_modify: { pitch: 101 } },
      ["voice_modify.pitch speech.modify-pitch.range"],
    ],
    [
      "an intensity beyond its range",
      { ...valid, voice_modify: { intensity: -101 } },
      ["voice_modify.intensity speech.modify-intensity.range"],
    ],
    [
      "a timbre beyond its range",
      { ...valid, voice_modify: { timbre: 101 } },
      ["voice_modify.timbre speech.modify-timbre.range"],
    ],
    [
      "an effect that is none",
      { ...valid, voice_modify: { sound_effects: "cave" } },
      ["voice_modify.sound_effects field.choice"],
    ],
    [
      "effects on raw samples",
      { ...valid, voice_modify: {}, audio_setting: { format: "pcm" } },
      ["voice_modify speech.modify.format"],
    ],
    [
      "a stream option that is none",
      { ...streamed, stream_options: { chunk: 1 } },
      ["stream_options.chunk field.unknown"],
    ],
    [
      "WAV in a stream",
      { ...streamed, audio_setting: { format: "wav" } },
      ["audio_setting.format speech.format.stream"],
    ],
    [
      "effects in a stream of FLAC",
      { ...streamed, voice_modify: {}, audio_setting: { format: "flac" } },
      ["voice_modify speech.modify.stream"],
    ],
  ])("refuses %s", (_title, input, problems) => {
    expect(listProblems(input)).toEqual(problems);
  });
});
