import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";

/** Colours of the theme that the parts of a song are told apart by; their names stand beside them everywhere. */
const colorOfLabel: Record<SegmentLabel, string> = {
  intro: "var(--narration)",
  verse: "var(--video)",
  chorus: "var(--cover)",
  bridge: "var(--image)",
  outro: "var(--speech)",
  inst: "var(--music)",
  silence: "var(--text-3)",
};

/** The colour of a part, as a value of CSS; a part that nobody named has none of its own. */
export function segmentColor(label: SegmentLabel | null): string {
  return label === null ? "var(--text-2)" : colorOfLabel[label];
}
