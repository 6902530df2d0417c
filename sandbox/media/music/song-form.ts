import { splitSections } from "../lyrics.ts";

/** Labels of the service's structure analysis, and of the sections a song is made of. */
export type SectionLabel = "intro" | "verse" | "chorus" | "bridge" | "outro" | "inst" | "silence";

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

/** The 14 structure tags of service.md, in small letters: label, bars without words, and energy. */
const TAGS = new Map(
  `intro=intro 4 0.35|verse=verse 8 0.6|pre chorus=verse 4 0.75|chorus=chorus 8 1|interlude=inst 4 0.55|bridge=bridge 8 0.5
  outro=outro 4 0.35|post chorus=chorus 4 0.9|transition=inst 2 0.5|break=inst 2 0.2|hook=chorus 4 0.95|build up=inst 4 0.7
  inst=inst 8 0.8|solo=inst 8 0.9|silence=silence 2 0`
    .split(/\s*[|\n]\s*/)
    .map((entry) => entry.split("=") as [string, string]),
);

const INSTRUMENTAL_FORM = ["intro", "verse", "chorus", "interlude", "outro"] as const;
const BARS_PER_LINE = 2;
const SHORTEST_SUNG_SECTION = 4;

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
  const shorten = ({ lines, bars: long }: Section) =>
    lines.length > 0 ? Math.max(Math.ceil(long / BARS_PER_LINE), 2) : Math.min(long, 4);
  return written.map((section) => ({ ...section, bars: shorten(section) }));
}

/** The form of a cover: the sections of its reference, with the lyrics spread over those that are sung. */
export function planCover(
  segments: readonly { start: number; end: number; label: SectionLabel }[],
  barSeconds: number,
  lyrics: string,
): Section[] {
  const sections = segments.map(({ start, end, label }, index) => {
    // Rounded places instead of rounded lengths, so that errors do not add up.
    const bars = Math.round(end / barSeconds) - Math.round(start / barSeconds);
    return { ...makeSection(label, []), bars: index === segments.length - 1 ? bars + 2 : bars };
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
  const isTagged = /^\s*\[[^\]]+\]\s*$/m.test(lyrics);
  const blocks = isTagged ? [lyrics] : lyrics.split(/\n\s*\n/);
  return blocks
    .flatMap((block) => splitSections(block))
    .map(({ tag, lines }, index) => {
      const untagged = isTagged || index % 2 === 0 ? "verse" : "chorus";
      const name = tag.replace(/^\[|\s*\d*\]$/g, "").replace(/[-_]/g, " ");
      const section = makeSection(name.toLowerCase() || untagged, lines);
      if (lines.length === 0) return section;
      return { ...section, bars: Math.max(lines.length * BARS_PER_LINE, SHORTEST_SUNG_SECTION) };
    });
}

function makeSection(tag: string, lines: string[]): Section {
  const [label, bars, energy] = (TAGS.get(tag) ?? "verse 8 0.6").split(" ");
  const builds = tag === "build up";
  return { label: label as SectionLabel, bars: Number(bars), energy: Number(energy), builds, lines };
}
