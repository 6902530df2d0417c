import { describe, expect, it } from "vitest";
import { toFieldProblems } from "@/lib/errors/field-problems";
import { LANGUAGE_BOOSTS } from "@/lib/service/contract/language-boost";
import {
  NARRATION_MODELS,
  NARRATION_FORMATS,
  SPEECH_VALUES,
  VOICE_MODIFY_FORMATS,
} from "@/lib/service/contract/speech-options";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import { TONE_TAGS } from "@/lib/service/contract/speech-marks";
import { narrationInputSchema } from "./narration-input";

const assetId = "01900000-0000-7000-8000-000000000000";
const text = "The tide table was eleven years old.";
const valid = { model: "speech-2.8-hd", text };

function listProblems(input: unknown): { path: string; key: string }[] {
  const { error, data } = narrationInputSchema.safeParse(input);
  const problems = error ? toFieldProblems(error, input) : findSpeechValueProblems(data, SPEECH_VALUES);
  return problems.map(({ path, key }) => ({ path, key }));
}

describe("narrationInputSchema", () => {
  it("takes a whole input and gives it back as it is", () => {
    const whole = {
      ...valid,
      voice_setting: {
        voice_id: "English_expressive_narrator",
        speed: 0.5,
        vol: 10,
        pitch: -12,
        emotion: "happy",
        english_normalization: true,
      },
      pronunciation_dict: { tone: ["omg/oh my god", "处理/(chu3)(li3)"] },
      audio_setting: { audio_sample_rate: 44100, bitrate: 256000, format: "mp3", channel: 2 },
      voice_modify: { pitch: -100, intensity: 100, timbre: 0, sound_effects: "robotic" },
      language_boost: "Chinese,Yue",
      aigc_watermark: true,
    };
    expect(narrationInputSchema.parse(whole)).toEqual(whole);
    expect(narrationInputSchema.parse({ ...valid, language_boost: null })).toMatchObject({
      language_boost: null,
    });
  });

  it.each([
    ["a text", { text }],
    ["a file of the studio", { text_file: { assetId } }],
    ["a file of the service", { text_file_id: "9223372036854775807" }],
    ["a file of the service with letters", { text_file_id: "file-é/7" }],
    ["as much text as one request takes", { text: "é".repeat(50_000) }],
    ["50,000 characters beyond the first plane", { text: "𝒜".repeat(50_000) }],
    ["pauses from the shortest to the longest", { text: "a<#0.01#>b<#99.99#>c" }],
  ])("takes %s", (_title, source) => {
    expect(listProblems({ model: "speech-2.8-hd", ...source })).toEqual([]);
  });

  it.each([
    ["no text at all", {}, ["text narration.text.missing"]],
    ["an empty text", { text: "" }, ["text narration.text.empty"]],
    ["50,001 characters", { text: "é".repeat(50_001) }, ["text narration.text.too-long"]],
    ["a text with U+0000", { text: "a\0b" }, ["text field.characters"]],
    ["half of a surrogate pair", { text: "a\ud800" }, ["text field.characters"]],
    ["a text and a file", { text, text_file: { assetId } }, ["text_file narration.text-file.with-text"]],
    ["a text and a file id", { text, text_file_id: "7" }, ["text_file_id narration.text-file.with-text"]],
    [
      "all three",
      { text, text_file: { assetId }, text_file_id: "7" },
      ["text_file narration.text-file.with-text", "text_file_id narration.text-file.with-text"],
    ],
    ["an empty file id", { text_file_id: "" }, ["text_file_id field.required"]],
    ["a file id as a number", { text_file_id: 12 }, ["text_file_id field.type"]],
    ["a file that is no asset", { text_file: { assetId: "x" } }, ["text_file.assetId field.format"]],
    [
      "a file by its address",
      { text_file: { url: "https://a.test/b.txt" } },
      ["text_file.assetId field.required", "text_file.url field.unknown"],
    ],
    ["a pause of nothing", { text: "a<#0#>b" }, ["text speech.pause.duration"]],
    ["a pause that is too long", { text: "a<#100#>b" }, ["text speech.pause.duration"]],
    ["a pause with three decimals", { text: "a<#0.001#>b" }, ["text speech.pause.duration"]],
    ["a pause without a number", { text: "a<#soon#>b" }, ["text speech.pause.duration"]],
    ["a pause at the beginning", { text: "<#1#>b" }, ["text speech.pause.position"]],
    ["a pause at the end", { text: "a<#1#>" }, ["text speech.pause.position"]],
    ["two pauses in a row", { text: "a<#1#> <#1#>b" }, ["text speech.pause.consecutive"]],
  ])("refuses %s", (_title, source, problems) => {
    expect(listProblems({ model: "speech-2.8-hd", ...source }).map(tell)).toEqual(problems);
  });

  it.each(NARRATION_MODELS)("%s: takes tone tags only if it is a 2.8 model", (model) => {
    for (const tag of TONE_TAGS) {
      const problems = listProblems({ model, text: `Well ${tag} then.` }).map(tell);
      expect(problems).toEqual(model.includes("-2.8-") ? [] : ["text narration.tone-tags.model"]);
    }
    expect(listProblems({ model, text: "Well (laughing) then." })).toEqual([]);
  });

  it.each(NARRATION_MODELS)("%s: takes the languages it knows", (model) => {
    const early = /-0[12]-/.test(model);
    const refused = LANGUAGE_BOOSTS.filter(
      (language_boost) => listProblems({ ...valid, model, language_boost }).length > 0,
    );
    expect(refused).toEqual(early ? ["Persian", "Filipino", "Tamil"] : []);
  });

  it.each(NARRATION_FORMATS)("%s: takes voice_modify only where it can, and a bitrate always", (format) => {
    const modified = listProblems({ ...valid, audio_setting: { format }, voice_modify: { pitch: 10 } });
    const canModify = VOICE_MODIFY_FORMATS.some((name) => name === format);
    expect(modified.map(tell)).toEqual(canModify ? [] : ["voice_modify speech.modify.format"]);
    expect(listProblems({ ...valid, audio_setting: { format, bitrate: 64000 } })).toEqual([]);
  });

  it.each([
    ["a model of nobody", { model: "speech-3" }, "model field.choice"],
    ["no model", { model: undefined }, "model field.required"],
    ["a speed beyond 2", { voice_setting: { speed: 2.01 } }, "voice_setting.speed speech.speed.range"],
    ["a volume of 0", { voice_setting: { vol: 0 } }, "voice_setting.vol speech.vol.range-above"],
    ["a pitch of 13", { voice_setting: { pitch: 13 } }, "voice_setting.pitch speech.pitch.range"],
    [
      "a whisper of a 2.8 model",
      { voice_setting: { emotion: "whisper" } },
      "voice_setting.emotion speech.emotion.model",
    ],
    ["an empty voice", { voice_setting: { voice_id: "" } }, "voice_setting.voice_id field.required"],
    [
      "the sample rate of the other request",
      { audio_setting: { sample_rate: 8000 } },
      "audio_setting.sample_rate field.unknown",
    ],
    [
      "a sample rate that there is not",
      { audio_setting: { audio_sample_rate: 48000 } },
      "audio_setting.audio_sample_rate field.choice",
    ],
    ["three channels", { audio_setting: { channel: 3 } }, "audio_setting.channel field.choice"],
    ["a format that there is not", { audio_setting: { format: "ogg" } }, "audio_setting.format field.choice"],
    [
      "a pronunciation without a slash",
      { pronunciation_dict: { tone: ["omg"] } },
      "pronunciation_dict.tone.0 speech.pronunciation.form",
    ],
    [
      "an effect that is too strong",
      { voice_modify: { timbre: 101 } },
      "voice_modify.timbre speech.modify-timbre.range",
    ],
    ["a stream, which there is not", { stream: true }, "stream field.unknown"],
    ["mixed voices, which there are not", { timber_weights: [] }, "timber_weights field.unknown"],
  ])("refuses %s", (_title, change, problem) => {
    expect(listProblems({ ...valid, ...change }).map(tell)).toEqual([problem]);
  });
});

function tell({ path, key }: { path: string; key: string }): string {
  return `${path} ${key}`;
}
