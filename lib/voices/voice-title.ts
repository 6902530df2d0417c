import { findVoiceLanguage, type VoiceFacts } from "./voice-language";

/** The language before the first `_` of an ID: `Chinese (Mandarin)_News_Anchor`, `Korean_SweetGirl`. */
const languagePrefix =
  /^(Chinese( \(Mandarin\))?|Cantonese|English|Arabic|Russian|Spanish|French|Portuguese|German|Turkish|Dutch|Ukrainian|Vietnamese|Indonesian|Japanese|Italian|Korean|Thai|Polish|Romanian|Greek|Czech|Finnish|Hindi)_/i;

/** The language at the end of a name: `Graceful Lady (English)`. */
const languageSuffix = /\s*[(（][^()（）]+[)）]$/u;

/**
 * The display name of a voice, without its language, which is the heading: the service's name, else the ID as words
 * (`English_Graceful_Lady` is `Graceful Lady`). Other IDs are unchanged.
 */
export function writeVoiceTitle({ voiceId, name }: Pick<VoiceFacts, "voiceId" | "name">): string {
  const given = name?.trim();
  if (given) return upperFirst(withoutLanguage(given));
  const own = voiceId.replace(languagePrefix, "");
  if (/^(fe)?male-/.test(own)) return own;
  const words = own
    .replaceAll("_", " ")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .trim();
  return words === "" ? voiceId : upperFirst(words);
}

/** Keeps brackets that are not a language: `Anna (calm)`. */
function withoutLanguage(name: string): string {
  const [suffix] = languageSuffix.exec(name) ?? [""];
  const isLanguage = suffix !== "" && suffix !== name && findVoiceLanguage({ voiceId: "", name: suffix });
  return isLanguage ? name.slice(0, -suffix.length) : name;
}

function upperFirst(words: string): string {
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
