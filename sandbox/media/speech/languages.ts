/** eSpeak NG voice of each `language_boost` value (service.md); Filipino has none and is read as Indonesian. */
export const ESPEAK_VOICES = new Map(
  "Chinese=cmn|Chinese,Yue=yue|English=en-us|Arabic=ar|Russian=ru|Spanish=es|French=fr|Portuguese=pt-br|German=de|Turkish=tr|Dutch=nl|Ukrainian=uk|Vietnamese=vi|Indonesian=id|Japanese=ja|Italian=it|Korean=ko|Thai=th|Polish=pl|Romanian=ro|Greek=el|Czech=cs|Finnish=fi|Hindi=hi|Bulgarian=bg|Danish=da|Hebrew=he|Malay=ms|Persian=fa|Slovak=sk|Swedish=sv|Croatian=hr|Filipino=id|Hungarian=hu|Norwegian=nb|Slovenian=sl|Catalan=ca|Nynorsk=nb|Tamil=ta|Afrikaans=af"
    .split("|")
    .map((pair) => pair.split("=") as [string, string]),
);

/** Scripts, the eSpeak NG voices that read them (the first unless the speaker's own is among them), and their letters. */
const SCRIPTS: readonly { letters: RegExp; voices: readonly [string, ...string[]] }[] = [
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, voices: ["ja"] },
  { letters: /\p{Script=Han}/u, voices: ["cmn", "yue"] },
  { letters: /\p{Script=Hangul}/u, voices: ["ko"] },
  { letters: /\p{Script=Cyrillic}/u, voices: ["ru", "uk", "bg"] },
  { letters: /\p{Script=Arabic}/u, voices: ["ar", "fa"] },
  { letters: /\p{Script=Hebrew}/u, voices: ["he"] },
  { letters: /\p{Script=Thai}/u, voices: ["th"] },
  { letters: /\p{Script=Devanagari}/u, voices: ["hi"] },
  { letters: /\p{Script=Greek}/u, voices: ["el"] },
  { letters: /\p{Script=Tamil}/u, voices: ["ta"] },
];
const OTHER_SCRIPTS = new Set(SCRIPTS.flatMap(({ voices }) => voices));

/** A run longer than this is cut, so that no phrase keeps others waiting for long. A syllable a letter takes longer. */
const LONGEST_PHRASE = 240;
const LONGEST_SYLLABIC_PHRASE = 60;
const SYLLABIC = new Set(["cmn", "yue", "ja", "ko"]);

export interface LanguageRun {
  text: string;
  language: string;
}

export function findBoostedLanguage(boost: string | null): string | null {
  return boost === null ? null : (ESPEAK_VOICES.get(boost) ?? null);
}

/**
 * Splits a text where its script changes to one that the reader's language is not written in. Latin letters in a text of
 * another script are read as English. Kanji are read in Mandarin, since eSpeak NG has no Japanese reading of them.
 */
export function splitLanguages(text: string, preferred: string): LanguageRun[] {
  const latin = OTHER_SCRIPTS.has(preferred) ? "en-us" : preferred;
  const runs: LanguageRun[] = [];
  for (const character of text) {
    const language = findLanguage(character, preferred, latin);
    const last = runs.at(-1);
    if (last === undefined) runs.push({ text: character, language: language ?? "" });
    else if (language === null || last.language === language) last.text += character;
    else if (last.language === "") Object.assign(last, { text: last.text + character, language });
    else runs.push({ text: character, language });
  }
  return runs.flatMap(({ text: run, language }) =>
    cutPhrases(run, SYLLABIC.has(language) ? LONGEST_SYLLABIC_PHRASE : LONGEST_PHRASE).map((phrase) => ({
      text: phrase,
      language: language === "" ? preferred : language,
    })),
  );
}

/** Cuts at the last clause or space before the limit, else at the limit. */
function cutPhrases(text: string, limit: number): string[] {
  const phrases: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const head = rest.slice(0, limit);
    const clause = Math.max(...[",", ";", "，", "、", "；"].map((sign) => head.lastIndexOf(sign))) + 1;
    const cut = clause > limit / 4 ? clause : head.lastIndexOf(" ") + 1 || limit;
    phrases.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return [...phrases, rest];
}

/** Null for digits, spaces and signs, which any language reads. */
function findLanguage(character: string, preferred: string, latin: string): string | null {
  if (/\p{Script=Latin}/u.test(character)) return latin;
  const voices = SCRIPTS.find(({ letters }) => letters.test(character))?.voices;
  if (voices === undefined) return null;
  return voices.includes(preferred) ? preferred : voices[0];
}
