import { CHINESE_THEMES, ENGLISH_THEMES, type LyricTheme } from "./lyric-themes.ts";
import { SeededRandom } from "./random.ts";

/** A structure tag and the lines below it. */
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

/** Writes the sections of one song; the same text and take give the same lines, and no couplet comes twice before all have. */
class LyricWriter {
  readonly title: string;
  private readonly theme: LyricTheme;
  private readonly avoided: string;
  private readonly couplets: (readonly string[])[];
  private readonly chorus: readonly string[];
  private verses = 0;

  /** Lines in `avoided` are used only when there are no others. */
  constructor(text: string, { avoided = "", take }: { avoided?: string; take?: number | undefined } = {}) {
    const random = new SeededRandom(`lyrics ${text}\n${avoided}${take ?? ""}`);
    const themes = /[\u3400-\u9fff]/.test(text + avoided) ? CHINESE_THEMES : ENGLISH_THEMES;
    this.theme = findTheme(themes, text.trim() === "" ? avoided : text);
    this.avoided = avoided;
    this.title = shuffle(this.theme.titles, random)[0] ?? "";
    this.chorus = this.preferNew(shuffle(this.theme.choruses, random))[0] ?? [];
    this.couplets = this.preferNew(shuffle(this.theme.couplets, random));
  }

  /** The lines of a section; none for one that is played only. */
  write(tag: string): string[] {
    if (tag === "[Verse]") return [...this.takeCouplet(), ...this.takeCouplet()];
    if (tag === "[Pre Chorus]") return [...this.takePair(this.theme.lift)];
    if (tag === "[Bridge]") return [...this.takePair(this.theme.bridge)];
    const chorusLines = { "[Chorus]": 4, "[Hook]": 2, "[Post Chorus]": 2, "[Outro]": 1 }[tag] ?? 0;
    return chorusLines === 0 ? [] : this.chorus.slice(-chorusLines);
  }

  private takePair(pair: readonly string[]): readonly string[] {
    return this.avoided.includes(pair[0] ?? "") ? this.takeCouplet() : pair;
  }

  private preferNew(groups: readonly (readonly string[])[]): (readonly string[])[] {
    const isOld = (lines: readonly string[]) => this.avoided.includes(lines[0] ?? "");
    return [...groups.filter((lines) => !isOld(lines)), ...groups.filter(isOld)];
  }

  private takeCouplet(): readonly string[] {
    const couplet = this.couplets[this.verses % this.couplets.length];
    this.verses += 1;
    return couplet ?? this.theme.bridge;
  }
}

/** A whole song on the subject of a prompt, with structure tags; another for each take. */
export function writeSong(prompt: string, take?: number): { title: string; lyrics: string } {
  const writer = new LyricWriter(prompt, { take });
  return {
    title: writer.title,
    lyrics: joinSections(USUAL_FORM.map((tag) => ({ tag, lines: writer.write(tag) }))),
  };
}

/**
 * Lyrics as they might be heard in a sound: a section for each of its parts that has words, within the 1000 characters
 * that a cover may have. They are invented from the identity of the sound.
 */
export function imagineLyrics(identity: string, parts: readonly { label: string }[]): string {
  const writer = new LyricWriter(identity);
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
