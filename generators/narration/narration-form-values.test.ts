import { describe, expect, it } from "vitest";
import { listParked, settleTies } from "../_kit/field-ties";
import { narrationExamples } from "./examples";
import { chooseSource, readNarrationForm, toSentInput, narrationTies } from "./narration-form-values";
import { narrationInputSchema } from "./narration-input";
import { localiseNewInput, newNarrationInput } from "./new-narration-input";

const assetId = "01900000-0000-7000-8000-000000000000";

describe("readNarrationForm", () => {
  it("returns a new form without input", () => {
    for (const nothing of [null, undefined, "x", 7]) {
      expect(toSentInput(readNarrationForm(nothing).form)).toEqual(newNarrationInput);
    }
  });

  it("reads back whatever the schema accepts", () => {
    const whole = {
      model: "speech-2.6-hd",
      text: "a",
      voice_setting: {
        voice_id: "v",
        speed: 2,
        vol: 1,
        pitch: 3,
        emotion: "whisper",
        english_normalization: true,
      },
      pronunciation_dict: { tone: ["a/b"] },
      audio_setting: { audio_sample_rate: 8000, bitrate: 32000, format: "mp3", channel: 2 },
      voice_modify: { pitch: 1, intensity: 2, timbre: 3, sound_effects: "robotic" },
      language_boost: "Tamil",
      aigc_watermark: true,
    };
    const { text: _text, ...rest } = whole;
    const inputs = [
      whole,
      { ...rest, text_file: { assetId } },
      { ...rest, text_file_id: "9223372036854775807" },
      ...narrationExamples.map(({ input }) => input),
    ];
    for (const input of inputs) {
      expect(narrationInputSchema.safeParse(input).success).toBe(true);
      expect(toSentInput(readNarrationForm(input).form)).toEqual(input);
    }
  });

  it("takes what is right, leaves out what is not, and keeps what the rules will tell of", () => {
    const { form } = readNarrationForm({
      model: "speech-9",
      text: "a<#0#>b",
      voice_setting: { speed: 9, voice_id: 7 },
      audio_setting: { format: "ogg", channel: "2" },
      pronunciation_dict: { tone: ["nothing", 7] },
      colour: "red",
    });
    expect(toSentInput(form)).toEqual({
      model: "speech-2.8-hd",
      text: "a<#0#>b",
      voice_setting: { speed: 9 },
      pronunciation_dict: { tone: ["nothing"] },
    });
  });

  it("takes one of several texts", () => {
    const start = readNarrationForm({ text_file: { assetId }, text_file_id: "7" });
    expect(start.source).toBe("text_file");
    expect(start.form).toMatchObject({ text: undefined, text_file: { assetId }, text_file_id: undefined });
  });

  it("never gives a form that its own model or format refuses", () => {
    const { form, parked } = readNarrationForm({
      model: "speech-01-hd",
      text: "a",
      voice_setting: { emotion: "fluent" },
      language_boost: "Persian",
      audio_setting: { format: "opus", bitrate: 32000 },
      voice_modify: { pitch: 1 },
    });
    expect(narrationInputSchema.safeParse(toSentInput(form)).success).toBe(true);
    expect(parked).toEqual({
      bitrate: 32000,
      voice_modify: { pitch: 1 },
      emotion: "fluent",
      language_boost: "Persian",
    });
  });
});

describe("chooseSource", () => {
  it("keeps what was typed for each source", () => {
    const { form } = readNarrationForm({ text: "Long" });
    const file = chooseSource(form, {}, "text_file");
    expect(file.form).toMatchObject({ text: undefined, text_file: undefined });
    const chosen = { ...file.form, text_file: { assetId } };
    const id = chooseSource(chosen, file.parked, "text_file_id");
    expect(id.parked).toEqual({ text: "Long", text_file: { assetId } });
    const back = chooseSource({ ...id.form, text_file_id: "7" }, id.parked, "text");
    expect(back.form).toMatchObject({ text: "Long", text_file: undefined, text_file_id: undefined });
    expect(back.parked).toEqual({ text_file: { assetId }, text_file_id: "7" });
  });

  it("does not bring back a file that was taken away", () => {
    const { form } = readNarrationForm({ text_file: { assetId } });
    const text = chooseSource({ ...form, text_file: undefined }, {}, "text");
    expect(text.form.text).toBe("");
    expect(chooseSource(text.form, text.parked, "text_file").form.text_file).toBeUndefined();
  });
});

describe("narrationTies", () => {
  const { form } = readNarrationForm({
    text: "a",
    model: "speech-2.6-hd",
    voice_setting: { voice_id: "v", emotion: "whisper" },
    audio_setting: { bitrate: 64000 },
    voice_modify: { timbre: 5 },
  });

  it("parks fields that the format excludes, and restores them", () => {
    const opus = settleTies(narrationTies, {
      ...form,
      audio_setting: { ...form.audio_setting, format: "opus" },
    });
    expect(opus.form).toMatchObject({ audio_setting: { format: "opus" }, voice_modify: undefined });
    expect(opus.form.audio_setting).not.toHaveProperty("bitrate");
    expect(listParked(narrationTies, opus.form, { parked: opus.parked, causedBy: "format" })).toEqual([
      "bitrate",
      "voice_modify",
    ]);
    const flac = settleTies(narrationTies, { ...opus.form, audio_setting: { format: "flac" } }, opus.parked);
    expect(flac.form.voice_modify).toEqual({ timbre: 5 });
    expect(flac.parked).toEqual({ bitrate: 64000 });
    const mp3 = settleTies(narrationTies, { ...flac.form, audio_setting: undefined }, flac.parked);
    expect(mp3).toMatchObject({ form: { audio_setting: { bitrate: 64000 } }, parked: {} });
  });

  it("parks an emotion of other models, and restores it unless another one is chosen", () => {
    const older = settleTies(narrationTies, { ...form, model: "speech-2.8-hd" });
    expect(older.form.voice_setting).toEqual({ voice_id: "v" });
    const happy = { ...older.form, voice_setting: { voice_id: "v", emotion: "happy" as const } };
    expect(listParked(narrationTies, happy, { parked: older.parked, causedBy: "model" })).toEqual([]);
    const back = settleTies(narrationTies, { ...happy, model: "speech-2.6-hd" }, older.parked);
    expect(back.form.voice_setting?.emotion).toBe("happy");
  });
});

describe("localiseNewInput", () => {
  it("chooses a voice of the language of the pages", () => {
    expect(localiseNewInput("zh")).not.toEqual(newNarrationInput);
    expect(localiseNewInput("en")).toEqual(newNarrationInput);
  });
});
