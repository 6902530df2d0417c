import { LANGUAGE_BOOSTS, type LanguageBoost } from "@/lib/service/contract/language-boost";
import type { VoiceDto, VoiceListDto } from "@/lib/voices/voice-dto";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import { findVoice } from "./find-voice";

/** Voices under one heading. A voice may appear among recent ones, favourites and its language. */
export interface VoiceGroup {
  key: "recent" | "favourites" | LanguageBoost | "other";
  voices: VoiceDto[];
}

export interface VoiceFilter {
  /** Words of name, id, description or language, in any order. */
  text: string;
  language: LanguageBoost | "other" | null;
}

/**
 * Groups voices: recent ones and favourites first, then by language, the reader's own first. A search or a chosen
 * language shows only languages, each voice once.
 *
 * @param languageNames translated names of languages, for searching
 */
export function groupVoices(
  list: Pick<VoiceListDto, "voices" | "favourites" | "recent">,
  filter: VoiceFilter,
  options: { readerLanguage: LanguageBoost; languageNames: (language: LanguageBoost) => string },
): VoiceGroup[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || filter.language !== null;
  // Favourites that the service does not list (custom voices) can be found as well.
  const known = new Set(list.voices.map(({ voiceId }) => voiceId));
  const unlisted = [...new Set([...list.favourites, ...list.recent])].filter((id) => !known.has(id));
  const all = [...list.voices, ...unlisted.map((voiceId) => findVoice([], voiceId))];

  const found = all.filter((voice) => {
    if (filter.language !== null && (voice.language ?? "other") !== filter.language) return false;
    const language = voice.language ? `${voice.language} ${options.languageNames(voice.language)}` : "";
    const searched =
      `${writeVoiceTitle(voice)} ${voice.voiceId} ${voice.description.join(" ")} ${language}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });

  const byLanguage = Map.groupBy(found, ({ language }) => language ?? "other");
  const order = [
    options.readerLanguage,
    ...LANGUAGE_BOOSTS.filter((each) => each !== options.readerLanguage),
    "other",
  ] as const;
  const languages = order.flatMap((key): VoiceGroup[] => {
    const voices = byLanguage.get(key);
    return voices ? [{ key, voices }] : [];
  });
  if (isFiltered) return languages;
  const pick = (key: "recent" | "favourites", ids: readonly string[]): VoiceGroup[] =>
    ids.length > 0 ? [{ key, voices: ids.map((id) => findVoice(all, id)) }] : [];
  return [...pick("recent", list.recent), ...pick("favourites", list.favourites.toReversed()), ...languages];
}
