import { describe, expect, it } from "vitest";
import { KNOWN_VOICE_IDS } from "@/lib/service/contract/voices";
import { chooseSampleModel, countSampleCharacters, writeSampleSentence } from "./sample-sentences";
import { findVoiceLanguage } from "./voice-language";
import { writeVoiceTitle } from "./voice-title";

describe("findVoiceLanguage", () => {
  it("knows the language of every known voice", () => {
    const languages = new Map<string | null, string[]>();
    for (const voiceId of KNOWN_VOICE_IDS) {
      const language = findVoiceLanguage({ voiceId });
      languages.set(language, [...(languages.get(language) ?? []), voiceId]);
    }
    expect(
      Object.fromEntries([...languages].map(([language, ids]) => [String(language), ids.length])),
    ).toEqual({
      Chinese: 19,
      "Chinese,Yue": 2,
      English: 10,
      Japanese: 3,
      Korean: 2,
      Spanish: 2,
      Portuguese: 1,
      French: 1,
      German: 1,
      Russian: 1,
      Italian: 1,
      Arabic: 1,
    });
  });

  it.each([
    [{ voiceId: "male-qn-badao-jingpin" }, "Chinese"],
    [{ voiceId: "Polish_female_1_sample1" }, "Polish"],
    [{ voiceId: "moss_audio_1", name: "新闻女声", description: ["一位新闻女声，标准普通话。"] }, "Chinese"],
    [{ voiceId: "voice_9", description: ["粤语女声，普通话也行"] }, "Chinese,Yue"],
    [{ voiceId: "English_Aussie_Bloke", description: ["not Chinese"] }, "English"],
    [{ voiceId: "v1", name: "Anna (German)" }, "German"],
    [{ voiceId: "Polished_Speaker" }, null],
    [{ voiceId: "toString" }, null],
    [{ voiceId: "" }, null],
  ])("reads %j as %j", (voice, language) => {
    expect(findVoiceLanguage(voice)).toBe(language);
  });
});

describe("writeVoiceTitle", () => {
  it.each([
    ["English_Graceful_Lady", null, "Graceful Lady"],
    ["Chinese (Mandarin)_News_Anchor", null, "News Anchor"],
    ["Japanese_IntellectualSenior", null, "Intellectual Senior"],
    ["English_expressive_narrator", null, "Expressive narrator"],
    ["male-qn-qingse", null, "male-qn-qingse"],
    ["Santa_Claus", "  ", "Santa Claus"],
    ["English_Graceful_Lady", "优雅女士", "优雅女士"],
    ["English_Graceful_Lady", "graceful lady (English)", "Graceful lady"],
    ["v1", "优雅女士（英语）", "优雅女士"],
    ["v1", "Anna (calm)", "Anna (calm)"],
    ["v1", "(English)", "(English)"],
    ["English_", null, "English_"],
  ])("writes %s with the name %j as %s", (voiceId, name, title) => {
    expect(writeVoiceTitle({ voiceId, name })).toBe(title);
  });
});

describe("samples", () => {
  it("speak the voice's language, English where it is not known", () => {
    expect(writeSampleSentence("German")).toMatch(/Stimme/);
    expect(writeSampleSentence("Nynorsk")).toBe(writeSampleSentence("English"));
    expect(writeSampleSentence(null)).toBe(writeSampleSentence("English"));
    expect(countSampleCharacters("Japanese")).toBe(25);
  });

  it.each([
    ["speech-02-turbo", "speech-02-turbo"],
    ["speech-2.8-hd", "speech-2.6-hd"],
    ["speech-2.8-turbo", "speech-2.6-turbo"],
    ["speech-9-ultra", "speech-2.6-hd"],
  ])("are made for %s with %s", (model, made) => {
    expect(chooseSampleModel(model)).toBe(made);
  });
});
