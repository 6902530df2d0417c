import type { LanguageBoost } from "@/lib/service/contract/language-boost";

/** The facts that the language is derived from. */
export interface VoiceFacts {
  voiceId: string;
  name?: string | null;
  description?: readonly string[];
}

/** Known IDs without a language in them, from the groups of unshown.md Synchronous speech "known voice ids". */
const languageOfId: Readonly<Record<string, LanguageBoost>> = {
  clever_boy: "Chinese",
  cute_boy: "Chinese",
  lovely_girl: "Chinese",
  Robot_Armor: "Chinese",
  audiobook_male_1: "Chinese",
  audiobook_female_1: "Chinese",
  Santa_Claus: "English",
  Charming_Lady: "English",
  Serene_Woman: "English",
};

/** Words for languages in IDs (`Cantonese_GentleLady`), names and descriptions. */
const languageWords: readonly (readonly [LanguageBoost, RegExp])[] = [
  ["Chinese,Yue", /\bcantonese\b|粤语|广东话/iu],
  ["Chinese", /\b(mandarin|chinese|putonghua)\b|普通话|国语|中文/iu],
  ["English", /\benglish\b|英语|英文/iu],
  ["Arabic", /\barabic\b|阿拉伯语/iu],
  ["Russian", /\brussian\b|俄语/iu],
  ["Spanish", /\bspanish\b|西班牙语/iu],
  ["French", /\bfrench\b|法语/iu],
  ["Portuguese", /\bportuguese\b|葡萄牙语/iu],
  ["German", /\bgerman\b|德语/iu],
  ["Turkish", /\bturkish\b|土耳其语/iu],
  ["Dutch", /\bdutch\b|荷兰语/iu],
  ["Ukrainian", /\bukrainian\b|乌克兰语/iu],
  ["Vietnamese", /\bvietnamese\b|越南语/iu],
  ["Indonesian", /\bindonesian\b|印尼语|印度尼西亚语/iu],
  ["Japanese", /\bjapanese\b|日语|日文/iu],
  ["Italian", /\bitalian\b|意大利语/iu],
  ["Korean", /\bkorean\b|韩语|韩文/iu],
  ["Thai", /\bthai\b|泰语/iu],
  ["Polish", /\bpolish\b|波兰语/iu],
  ["Romanian", /\bromanian\b|罗马尼亚语/iu],
  ["Greek", /\bgreek\b|希腊语/iu],
  ["Czech", /\bczech\b|捷克语/iu],
  ["Finnish", /\bfinnish\b|芬兰语/iu],
  ["Hindi", /\bhindi\b|印地语/iu],
];

/**
 * The language of a voice, from its ID (before a `_`), else its name, else its description, which may also name an accent.
 * Null if none of them has it.
 */
export function findVoiceLanguage({ voiceId, name, description = [] }: VoiceFacts): LanguageBoost | null {
  const known = Object.hasOwn(languageOfId, voiceId) ? languageOfId[voiceId] : undefined;
  if (known) return known;
  // male-qn-qingse, female-shaonv and their like, with or without a -jingpin behind them.
  if (/^(fe)?male-[a-z]+(-|$)/.test(voiceId)) return "Chinese";
  const prefix = voiceId.split("_", 1)[0] ?? "";
  return (
    (prefix === voiceId ? null : findLanguageWord(prefix)) ??
    findLanguageWord(name ?? "") ??
    findLanguageWord(description.join(" "))
  );
}

function findLanguageWord(text: string): LanguageBoost | null {
  return languageWords.find(([, word]) => word.test(text))?.[0] ?? null;
}
