import { CHINESE_THEMES, ENGLISH_THEMES, type LyricTheme } from "./lyric-themes.ts";
import { SeededRandom } from "./random.ts";

interface LyricSection {
  /** With its brackets; empty for lines before the first tag. */
  tag: string;
  lines: string[];
}

/** Of a cover (service.md, Music generation request: lyrics). */
const LONGEST_COVER_LYRICS = 1000;
const USUAL_FORM = "Intro|Verse|Pre Chorus|Chorus|Verse|Pre Chorus|Chorus|Bridge|Chorus|Outro"
  .split("|")
  .map((name) => `[${name}]`);
/** Parts of a sound that have words, and their tags. */
const SUNG_TAGS: Readonly<Record<string, string>> = {
  verse: "[Verse]",
  chorus: "[Chorus]",
  bridge: "[Bridge]",
};

/**
 * Writes the sections of one song. The same text and take give the same lines; no couplet repeats before all were used.
 * Lines in `avoided` are used only when there are no others.
 */
function createWriter(
  text: string,
  { avoided = "", take }: { avoided?: string; take?: number | undefined } = {},
) {
  const random = new SeededRandom(`lyrics ${text}\n${avoided}${take ?? ""}`);
  const themes = /[\u3400-\u9fff]/.test(text + avoided) ? CHINESE_THEMES : ENGLISH_THEMES;
  const theme = findTheme(themes, text.trim() === "" ? avoided : text);
  const isOld = (lines: readonly string[]) => avoided.includes(lines[0] ?? "");
  const preferNew = (groups: readonly (readonly string[])[]) => {
    const shuffled = shuffle(groups, random);
    return [...shuffled.filter((lines) => !isOld(lines)), ...shuffled.filter(isOld)];
  };
  const title = shuffle(theme.titles, random)[0] ?? "";
  const chorus = preferNew(theme.choruses)[0] ?? [];
  const couplets = preferNew(theme.couplets);
  let used = 0;
  const takeCouplet = () => couplets[used++ % couplets.length] ?? theme.bridge;
  const takePair = (pair: readonly string[]) => [...(isOld(pair) ? takeCouplet() : pair)];
  /** The lines of a section; none for one that is played only. */
  const write = (tag: string): string[] => {
    if (tag === "[Verse]") return [...takeCouplet(), ...takeCouplet()];
    if (tag === "[Pre Chorus]") return takePair(theme.lift);
    if (tag === "[Bridge]") return takePair(theme.bridge);
    const chorusLines = { "[Chorus]": 4, "[Hook]": 2, "[Post Chorus]": 2, "[Outro]": 1 }[tag] ?? 0;
    return chorusLines === 0 ? [] : chorus.slice(-chorusLines);
  };
  return { title, write };
}

/** A whole song on the subject of a prompt, with structure tags; another for each take. */
export function writeSong(prompt: string, take?: number): { title: string; lyrics: string } {
  const writer = createWriter(prompt, { take });
  return {
    title: writer.title,
    lyrics: joinSections(USUAL_FORM.map((tag) => ({ tag, lines: writer.write(tag) }))),
  };
}

/**
 * Invents the lyrics of a sound from its identity: a section for each sung part, within the 1000 characters of a cover.
 */
export function imagineLyrics(identity: string, parts: readonly { label: string }[]): string {
  const writer = createWriter(identity);
  const tags = parts.map(({ label }) => SUNG_TAGS[label]).filter((tag) => tag !== undefined);
  const sections = (tags.length === 0 ? ["[Verse]"] : tags).map((tag) => ({ tag, lines: writer.write(tag) }));
  while (sections.length > 1 && joinSections(sections).length > LONGEST_COVER_LYRICS) sections.pop();
  return joinSections(sections);
}

/** Reads sections from lyrics; blank lines between them are left out. */
export function splitSections(lyrics: string): LyricSection[] {
  const sections: LyricSection[] = [];
  for (const line of lyrics.split("\n").map((text) => text.trim())) {
    if (/^\[[^\]]+\]$/.test(line)) sections.push({ tag: line, lines: [] });
    else if (line !== "") {
      const last = sections.at(-1);
      if (last === undefined) sections.push({ tag: "", lines: [line] });
      else last.lines.push(line);
    }
  }
  return sections;
}

function joinSections(sections: readonly LyricSection[]): string {
  return sections.map(({ tag, lines }) => [...(tag === "" ? [] : [tag]), ...lines].join("\n")).join("\n\n");
}

/** The theme with most words in a prompt; the last one where there is none. */
function findTheme(themes: readonly LyricTheme[], prompt: string): LyricTheme {
  const ranked = themes.map((theme, index) => {
    const hits = new Set(prompt.match(new RegExp(theme.words.source, "gi")));
    return { theme, hits: index === themes.length - 1 ? 0.5 : hits.size };
  });
  return ranked.reduce((most, next) => (next.hits > most.hits ? next : most)).theme;
}

function shuffle<Value>(values: readonly Value[], random: SeededRandom): Value[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);
}

/** Of a song (service.md, Music generation request: lyrics). */
const LONGEST_LYRICS = 3500;

/** Sections that a prompt can name, longer names first. */
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
 * Reworks lyrics by the sections that the prompt names: adds, removes or rewrites them (the second verse, the chorus).
 * Without a name the verses are rewritten.
 */
export function editLyrics(lyrics: string, prompt: string): string {
  const sections = splitSections(lyrics);
  const named = NAMED_SECTIONS.find(([words]) => words.test(prompt))?.[1];
  const tag = named ?? "[Verse]";
  const places = [...sections.keys()].filter((place) => (sections[place]!.tag || "[Verse]") === tag);
  const ordinal = ORDINALS.findIndex((words) => words.test(prompt));
  const chosen = ordinal === -1 ? places : places.slice(ordinal, ordinal + 1);
  const writer = createWriter(prompt, { avoided: lyrics });
  let edited: LyricSection[];
  if (CUTS.test(prompt)) {
    const gone = named === undefined || chosen.length === 0 ? places.slice(-1) : chosen;
    edited = sections.filter((_section, place) => !gone.includes(place));
  } else if (ADDS.test(prompt) || chosen.length === 0) {
    edited = sections.toSpliced(findPlaceFor(tag, sections), 0, { tag, lines: writer.write(tag) });
  } else {
    edited = sections.map((section, place) =>
      chosen.includes(place) ? { ...section, lines: writer.write(tag) } : section,
    );
  }
  const text = joinSections(edited);
  return text.length > LONGEST_LYRICS || edited.length === 0 ? joinSections(sections) : text;
}

/** Where a new section goes: an intro first, an outro last, a chorus before the outro, all else before the last chorus. */
function findPlaceFor(tag: string, sections: readonly LyricSection[]): number {
  if (tag === "[Intro]") return 0;
  const next = { "[Outro]": "", "[Chorus]": "[Outro]" }[tag] ?? "[Chorus]";
  const place = sections.findLastIndex((section) => section.tag === next && next !== "");
  return place === -1 ? sections.length : place;
}
