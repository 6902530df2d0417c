/** Labels of the service's structure analysis, and of the sections a song is made of. */
export type SectionLabel = "intro" | "verse" | "chorus" | "bridge" | "outro" | "inst" | "silence";

/** A section of a piece. */
export interface Section {
  label: SectionLabel;
  bars: number;
  /** Lines that are sung in it, spread evenly over its bars. */
  lines: string[];
  /** 0 to 1: how much plays, and how strongly. */
  energy: number;
  /** Snares that grow denser towards the end. */
  builds: boolean;
}

/** The 14 structure tags of service.md, in small letters: what they are, how long without words, and how strong. */
const TAGS: Readonly<
  Record<string, { label: SectionLabel; bars: number; energy: number; builds?: boolean }>
> = {
  intro: { label: "intro", bars: 4, energy: 0.35 },
  verse: { label: "verse", bars: 8, energy: 0.6 },
  "pre chorus": { label: "verse", bars: 4, energy: 0.75 },
  chorus: { label: "chorus", bars: 8, energy: 1 },
  interlude: { label: "inst", bars: 4, energy: 0.55 },
  bridge: { label: "bridge", bars: 8, energy: 0.5 },
  outro: { label: "outro", bars: 4, energy: 0.35 },
  "post chorus": { label: "chorus", bars: 4, energy: 0.9 },
  transition: { label: "inst", bars: 2, energy: 0.5 },
  break: { label: "inst", bars: 2, energy: 0.2 },
  hook: { label: "chorus", bars: 4, energy: 0.95 },
  "build up": { label: "inst", bars: 4, energy: 0.7, builds: true },
  inst: { label: "inst", bars: 8, energy: 0.8 },
  solo: { label: "inst", bars: 8, energy: 0.9 },
};

const ENERGIES: Readonly<Record<SectionLabel, number>> = {
  intro: 0.35,
  verse: 0.6,
  chorus: 1,
  bridge: 0.5,
  outro: 0.35,
  inst: 0.8,
  silence: 0,
};

/** Bars a piece without words has. */
const INSTRUMENTAL_FORM = ["intro", "verse", "chorus", "interlude", "outro"] as const;
const BARS_PER_LINE = 2;
const SHORTEST_SUNG_SECTION = 4;

/** The form of a piece without words. */
export function planInstrumental(): Section[] {
  return INSTRUMENTAL_FORM.map((tag) => makeSection(tag, []));
}

/**
 * The form of a song from its lyrics: a section for each tag, or for each block of lines where there are no tags. What
 * begins with words gets an intro, what ends with words an outro. Lines sit closer where it would grow too long.
 */
export function planSong(lyrics: string, maximumBars: number): Section[] {
  const written = readSections(lyrics);
  if (written[0]?.label !== "intro") written.unshift({ ...makeSection("intro", []), bars: 2 });
  if (written.at(-1)?.label !== "outro") written.push(makeSection("outro", []));
  const bars = written.reduce((sum, section) => sum + section.bars, 0);
  if (bars <= maximumBars) return written;
  return written.map((section) => ({
    ...section,
    bars:
      section.lines.length > 0
        ? Math.max(Math.ceil(section.bars / BARS_PER_LINE), 2)
        : Math.min(section.bars, 4),
  }));
}

/** The form of a cover: the sections of what it covers, with the lines of the lyrics dealt out to those that are sung. */
export function planCover(
  segments: readonly { start: number; end: number; label: SectionLabel }[],
  barSeconds: number,
  lyrics: string,
): Section[] {
  const sections = segments.map(({ start, end, label }, index) => {
    // Rounded places instead of rounded lengths, so that errors do not add up.
    const bars = Math.round(end / barSeconds) - Math.round(start / barSeconds);
    const isLast = index === segments.length - 1;
    return {
      label,
      bars: isLast ? bars + 2 : bars,
      lines: [],
      energy: ENERGIES[label],
      builds: false,
    } as Section;
  });
  const sung = sections.filter(
    ({ label, bars }) => bars > 0 && ["verse", "chorus", "bridge"].includes(label),
  );
  const lines = readSections(lyrics).flatMap((section) => section.lines);
  for (const [index, section] of sung.entries()) {
    const from = Math.round((index * lines.length) / sung.length);
    const to = Math.round(((index + 1) * lines.length) / sung.length);
    section.lines = lines.slice(from, to);
  }
  return sections.filter(({ bars }) => bars > 0);
}

function readSections(lyrics: string): Section[] {
  const sections: Section[] = [];
  let blocks = 0;
  let startsBlock = true;
  for (const line of lyrics.split("\n").map((text) => text.trim())) {
    const tag = /^\[([^\]]+)\]$/.exec(line)?.[1]?.toLowerCase().replace(/[-_]/g, " ");
    if (tag !== undefined) {
      sections.push(makeSection(tag.replace(/\s*\d+$/, ""), []));
      startsBlock = false;
    } else if (line === "") {
      startsBlock = true;
    } else {
      const last = sections.at(-1);
      const isTagged = /^\s*\[[^\]]+\]\s*$/m.test(lyrics);
      if (last !== undefined && (isTagged || !startsBlock)) last.lines.push(line);
      else {
        sections.push(makeSection(blocks % 2 === 0 ? "verse" : "chorus", [line]));
        blocks += 1;
      }
      startsBlock = false;
    }
  }
  return sections.map((section) =>
    section.lines.length === 0
      ? section
      : { ...section, bars: Math.max(section.lines.length * BARS_PER_LINE, SHORTEST_SUNG_SECTION) },
  );
}

function makeSection(tag: string, lines: string[]): Section {
  const known = TAGS[tag] ?? { label: "verse" as const, bars: 8, energy: 0.6 };
  return { builds: false, ...known, lines };
}
