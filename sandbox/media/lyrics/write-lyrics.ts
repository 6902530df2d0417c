import type { SectionLabel } from "../music/song-form.ts";
import { SeededRandom } from "../random.ts";
import { CHINESE_THEMES } from "./chinese-words.ts";
import { ENGLISH_THEMES } from "./english-words.ts";
import type { LyricPair, LyricTheme } from "./lyric-theme.ts";

/** A structure tag and the lines below it. */
export interface LyricSection {
  /** With its brackets; empty for lines before the first tag. */
  tag: string;
  lines: string[];
}

/** Of a cover (service.md, Music generation request: lyrics). */
const LONGEST_COVER_LYRICS = 1000;
const USUAL_FORM = [
  "[Intro]",
  "[Verse]",
  "[Pre Chorus]",
  "[Chorus]",
  "[Verse]",
  "[Pre Chorus]",
  "[Chorus]",
  "[Bridge]",
  "[Chorus]",
  "[Outro]",
] as const;
/** Parts of a sound that have words, and their tags. */
const SUNG_TAGS: Readonly<Partial<Record<SectionLabel, string>>> = {
  verse: "[Verse]",
  chorus: "[Chorus]",
  bridge: "[Bridge]",
};

/** Writes the sections of one song; the same text and take give the same lines, and no couplet comes twice before all have. */
export class LyricWriter {
  readonly title: string;
  private readonly theme: LyricTheme;
  private readonly avoided: string;
  private readonly couplets: LyricPair[];
  private readonly chorus: readonly string[];
  private verses = 0;

  /** Lines in `avoided` are used only when there are no others. */
  constructor(text: string, { avoided = "", take }: { avoided?: string; take?: number | undefined } = {}) {
    const random = new SeededRandom(`lyrics ${text}\n${avoided}${take ?? ""}`);
    const themes = /[\u3400-\u9fff]/.test(text + avoided) ? CHINESE_THEMES : ENGLISH_THEMES;
    this.theme = findTheme(themes, text.trim() === "" ? avoided : text);
    this.avoided = avoided;
    this.title = random.pick(this.theme.titles);
    this.chorus = this.preferNew(shuffle(this.theme.choruses, random))[0] ?? this.theme.choruses[0];
    this.couplets = this.preferNew(shuffle(this.theme.couplets, random));
  }

  /** The lines of a section; none for one that is played only. */
  write(tag: string): string[] {
    switch (tag) {
      case "[Verse]":
        return [...this.takeCouplet(), ...this.takeCouplet()];
      case "[Pre Chorus]":
        return [...this.takePair(this.theme.lift)];
      case "[Chorus]":
        return [...this.chorus];
      case "[Hook]":
      case "[Post Chorus]":
        return this.chorus.slice(-2);
      case "[Bridge]":
        return [...this.takePair(this.theme.bridge)];
      case "[Outro]":
        return this.chorus.slice(-1);
      default:
        return [];
    }
  }

  private takePair(pair: LyricPair): LyricPair {
    return this.avoided.includes(pair[0]) ? this.takeCouplet() : pair;
  }

  private preferNew<Lines extends readonly string[]>(groups: readonly Lines[]): Lines[] {
    const isOld = (lines: Lines) => this.avoided.includes(lines[0] ?? "");
    return [...groups.filter((lines) => !isOld(lines)), ...groups.filter(isOld)];
  }

  private takeCouplet(): LyricPair {
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
 * that a cover may have. They are made up from what the sound is known by.
 */
export function imagineLyrics(identity: string, parts: readonly { label: SectionLabel }[]): string {
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

export function joinSections(sections: readonly LyricSection[]): string {
  return sections.map(({ tag, lines }) => [...(tag === "" ? [] : [tag]), ...lines].join("\n")).join("\n\n");
}

/** The theme most of whose words a prompt has; what comes first wins a tie. */
function findTheme(themes: readonly [LyricTheme, ...LyricTheme[]], prompt: string): LyricTheme {
  const named = themes.slice(0, -1).map((theme) => {
    const hits = prompt.match(new RegExp(theme.words.source, "gi")) ?? [];
    return { theme, hits: new Set(hits).size };
  });
  const best = named.reduce((most, next) => (next.hits > (most?.hits ?? 0) ? next : most), named[0]);
  return best === undefined || best.hits === 0 ? (themes.at(-1) ?? themes[0]) : best.theme;
}

function shuffle<Value>(values: readonly Value[], random: SeededRandom): Value[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);
}
