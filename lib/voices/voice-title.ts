import { findVoiceLanguage, type VoiceFacts } from "./voice-language";

/** Before the first `_` of an id, where it names a language: `Chinese (Mandarin)_News_Anchor`, `Korean_SweetGirl`. */
const languagePrefix =
  /^(Chinese( \(Mandarin\))?|Cantonese|English|Arabic|Russian|Spanish|French|Portuguese|German|Turkish|Dutch|Ukrainian|Vietnamese|Indonesian|Japanese|Italian|Korean|Thai|Polish|Romanian|Greek|Czech|Finnish|Hindi)_/i;

/** Behind a name, where it names a language: `Graceful Lady (English)`. */
const languageSuffix = /\s*[(（][^()（）]+[)）]$/u;

/**
 * A name to read, without the language, which stands over it anyway: the service's own, else the id in words:
 * `English_Graceful_Lady` is `Graceful Lady`. An id that is nobody's words stays as it is.
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

/** What stands in brackets at the end stays where it is no language: `Anna (calm)`. */
function withoutLanguage(name: string): string {
  const [suffix] = languageSuffix.exec(name) ?? [""];
  const isLanguage = suffix !== "" && suffix !== name && findVoiceLanguage({ voiceId: "", name: suffix });
  return isLanguage ? name.slice(0, -suffix.length) : name;
}

function upperFirst(words: string): string {
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
