import { joinSections, LyricWriter, splitSections, type LyricSection } from "./write-lyrics.ts";

/** Of a song (service.md, Music generation request: lyrics). */
const LONGEST_LYRICS = 3500;

/** Sections that can be asked for by name, longer names first. */
const NAMED_SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/post[- ]?chorus/i, "[Post Chorus]"],
  [/pre[- ]?chorus|导歌/i, "[Pre Chorus]"],
  [/chorus|refrain|副歌/i, "[Chorus]"],
  [/bridge|桥段|间奏词/i, "[Bridge]"],
  [/hook/i, "[Hook]"],
  [/intro|前奏/i, "[Intro]"],
  [/outro|ending|尾声|结尾/i, "[Outro]"],
  [/verse|主歌/i, "[Verse]"],
];
const ADDS = /\badd\b|\binsert\b|append|extend|longer|加一|加上|加入|添加|更长|延长/i;
const CUTS = /remove|delete|\bcut\b|drop|shorten|shorter|删|去掉|缩短|更短/i;
const ORDINALS: readonly RegExp[] = [/first|1st|第一/i, /second|2nd|第二/i, /third|3rd|第三/i];

/**
 * Reworks lyrics as the prompt asks: adds or removes a section it names, or rewrites it (the second verse, the chorus);
 * without a name the verses are rewritten. All else stays as it was.
 */
export function editLyrics(lyrics: string, prompt: string): string {
  const sections = splitSections(lyrics);
  const writer = new LyricWriter(prompt, { avoided: lyrics });
  const tag = NAMED_SECTIONS.find(([words]) => words.test(prompt))?.[1] ?? null;
  const edited = editSections(sections, { prompt, tag, writer });
  const text = joinSections(edited);
  return text.length > LONGEST_LYRICS || edited.length === 0 ? joinSections(sections) : text;
}

function editSections(
  sections: readonly LyricSection[],
  { prompt, tag, writer }: { prompt: string; tag: string | null; writer: LyricWriter },
): LyricSection[] {
  const places = sections.flatMap((section, place) =>
    tag === null ? (isVerse(section) ? [place] : []) : section.tag === tag ? [place] : [],
  );
  const ordinal = ORDINALS.findIndex((words) => words.test(prompt));
  const chosen = ordinal === -1 ? places : places.slice(ordinal, ordinal + 1);
  if (CUTS.test(prompt)) {
    const gone = new Set(tag === null || chosen.length === 0 ? places.slice(-1) : chosen);
    return sections.filter((_section, place) => !gone.has(place));
  }
  if (ADDS.test(prompt) || chosen.length === 0) {
    const added = { tag: tag ?? "[Verse]", lines: writer.write(tag ?? "[Verse]") };
    return sections.toSpliced(findPlaceFor(added.tag, sections), 0, added);
  }
  const shared = tag === "[Chorus]" ? writer.write(tag) : null;
  return sections.map((section, place) =>
    chosen.includes(place)
      ? { ...section, lines: shared ?? writer.write(section.tag === "" ? "[Verse]" : section.tag) }
      : section,
  );
}

function isVerse({ tag }: LyricSection): boolean {
  return tag === "" || tag === "[Verse]";
}

/** Where a new section goes: an intro first, an outro last, a lead before the chorus, all else before the last chorus. */
function findPlaceFor(tag: string, sections: readonly LyricSection[]): number {
  const tags = sections.map((section) => section.tag);
  if (tag === "[Intro]") return 0;
  if (tag === "[Outro]") return sections.length;
  const hasOutro = tags.at(-1) === "[Outro]";
  if (tag === "[Chorus]" || tag === "[Post Chorus]") return hasOutro ? sections.length - 1 : sections.length;
  const chorus = tag === "[Pre Chorus]" ? tags.indexOf("[Chorus]") : tags.lastIndexOf("[Chorus]");
  return chorus === -1 ? sections.length : chorus;
}
