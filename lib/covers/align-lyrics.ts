import { parseSections, type LyricsSection } from "@/lib/lyrics/sections";
import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";
import type { StructureSegment } from "./read-structure";

/** One row of the workbench: a part of the audio, a section of the lyrics, or both if they match. */
export interface AlignedPart {
  segment: StructureSegment | null;
  section: LyricsSection | null;
}

/** The part of the audio for each structure tag. */
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

/** The tag of new lyrics for each part. */
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
 * Pairs the sections of lyrics with the parts of the audio, by name and in order: as many pairs as possible. The others
 * keep a row for themselves.
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

/** The length of the longest common subsequence from each position on. */
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
