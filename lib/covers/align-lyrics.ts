import { parseSections, type LyricsSection } from "@/lib/lyrics/sections";
import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";
import type { StructureSegment } from "./read-structure";

/** One line of the workbench: a part of the sound, a section of the lyrics, or both where they belong together. */
export interface AlignedPart {
  segment: StructureSegment | null;
  section: LyricsSection | null;
}

/** Which part of a sound a structure tag of lyrics stands for. */
const labelOfTag: Record<string, SegmentLabel> = {
  "[Intro]": "intro",
  "[Verse]": "verse",
  "[Pre Chorus]": "verse",
  "[Chorus]": "chorus",
  "[Post Chorus]": "chorus",
  "[Hook]": "chorus",
  "[Bridge]": "bridge",
  "[Transition]": "bridge",
  "[Break]": "bridge",
  "[Build Up]": "bridge",
  "[Outro]": "outro",
  "[Interlude]": "inst",
  "[Inst]": "inst",
  "[Solo]": "inst",
};

/** The tag that lyrics of a part are given when somebody writes the first words for it. */
export const tagOfLabel: Record<SegmentLabel, string> = {
  intro: "[Intro]",
  verse: "[Verse]",
  chorus: "[Chorus]",
  bridge: "[Bridge]",
  outro: "[Outro]",
  inst: "[Inst]",
  silence: "[Break]",
};

/**
 * Puts sections of lyrics beside the parts of the sound that they are sung in: as many as can be paired in the order of
 * both, by their names. What has no partner stands by itself at its place.
 */
export function alignLyrics(segments: readonly StructureSegment[], lyrics: string): AlignedPart[] {
  const sections = parseSections(lyrics);
  const fits = (segment: StructureSegment, section: LyricsSection) =>
    section.tag !== null && segment.label !== null && labelOfTag[section.tag] === segment.label;
  const lengths = countPairs(segments, sections, fits);
  const parts: AlignedPart[] = [];
  let at = 0;
  let of = 0;
  while (at < segments.length || of < sections.length) {
    const segment = segments[at];
    const section = sections[of];
    if (segment && section && fits(segment, section)) {
      parts.push({ segment, section });
      at += 1;
      of += 1;
    } else if (section && (!segment || lengths[at]![of + 1]! >= lengths[at + 1]![of]!)) {
      parts.push({ segment: null, section });
      of += 1;
    } else {
      parts.push({ segment: segment!, section: null });
      at += 1;
    }
  }
  return parts;
}

/** How many pairs can be made of what comes from each place on: the longest common subsequence. */
function countPairs(
  segments: readonly StructureSegment[],
  sections: readonly LyricsSection[],
  fits: (segment: StructureSegment, section: LyricsSection) => boolean,
): number[][] {
  const lengths = Array.from({ length: segments.length + 1 }, () =>
    new Array<number>(sections.length + 1).fill(0),
  );
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    for (let of = sections.length - 1; of >= 0; of -= 1) {
      lengths[at]![of] = fits(segments[at]!, sections[of]!)
        ? lengths[at + 1]![of + 1]! + 1
        : Math.max(lengths[at + 1]![of]!, lengths[at]![of + 1]!);
    }
  }
  return lengths;
}
