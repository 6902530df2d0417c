import { describe, expect, it } from "vitest";
import type { LanguageBoost } from "@/lib/service/contract/language-boost";
import { findVoiceLanguage } from "@/lib/voices/voice-language";
import { findVoice } from "./find-voice";
import { groupVoices, type VoiceFilter } from "./group-voices";

const ids = [
  "English_Graceful_Lady",
  "Korean_SweetGirl",
  "Chinese (Mandarin)_News_Anchor",
  "Cantonese_GentleLady",
  "English_Aussie_Bloke",
  "xyz-1",
];
const voices = ids.map((voiceId) => ({
  voiceId,
  name: null,
  description: voiceId === "xyz-1" ? ["Warm and low"] : [],
  language: findVoiceLanguage({ voiceId }),
}));
const list = { voices, favourites: ["mine-9", "Korean_SweetGirl"], recent: ["English_Aussie_Bloke"] };
const names: Partial<Record<LanguageBoost, string>> = { Korean: "韩语", English: "英语" };

function group(filter: Partial<VoiceFilter> = {}, ownLanguage: LanguageBoost = "English") {
  const groups = groupVoices(
    list,
    { text: "", language: null, ...filter },
    { readerLanguage: ownLanguage, languageNames: (language) => names[language] ?? "" },
  );
  return groups.map((each) => [each.key, ...each.voices.map(({ voiceId }) => voiceId)]);
}

describe("groupVoices", () => {
  it("lists recent voices and favourites first, then the reader's language", () => {
    expect(group()).toEqual([
      ["recent", "English_Aussie_Bloke"],
      ["favourites", "Korean_SweetGirl", "mine-9"],
      ["English", "English_Graceful_Lady", "English_Aussie_Bloke"],
      ["Chinese", "Chinese (Mandarin)_News_Anchor"],
      ["Chinese,Yue", "Cantonese_GentleLady"],
      ["Korean", "Korean_SweetGirl"],
      ["other", "xyz-1", "mine-9"],
    ]);
    expect(group({}, "Chinese")[2]?.[0]).toBe("Chinese");
  });

  it.each([
    [{ text: "lady english" }, [["English", "English_Graceful_Lady"]]],
    [
      { text: "  LADY " },
      [
        ["English", "English_Graceful_Lady"],
        ["Chinese,Yue", "Cantonese_GentleLady"],
      ],
    ],
    [{ text: "韩语" }, [["Korean", "Korean_SweetGirl"]]],
    [{ text: "warm" }, [["other", "xyz-1"]]],
    [{ text: "mine" }, [["other", "mine-9"]]],
    [{ language: "Korean" as const }, [["Korean", "Korean_SweetGirl"]]],
    [{ language: "other" as const, text: "xyz" }, [["other", "xyz-1"]]],
    [{ text: "nobody" }, []],
  ])("finds for %j", (filter, groups) => {
    expect(group(filter)).toEqual(groups);
  });
});

describe("findVoice", () => {
  it("returns an unlisted voice by its id", () => {
    expect(findVoice(voices, "German_FriendlyMan")).toEqual({
      voiceId: "German_FriendlyMan",
      name: null,
      description: [],
      language: "German",
    });
  });
});
