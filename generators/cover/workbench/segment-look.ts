import type { SegmentLabel } from "@/lib/service/contract/cover-preprocess";

/** Theme colours of the parts of a song, always shown with their names. */
const colorOfLabel: Record<SegmentLabel, string> = {
  intro: "var(--narration)",
  verse: "var(--video)",
  chorus: "var(--cover)",
  bridge: "var(--image)",
  outro: "var(--speech)",
  inst: "var(--music)",
  silence: "var(--text-3)",
};

/** The CSS colour of a part. */
export function segmentColor(label: SegmentLabel | null): string {
  return label === null ? "var(--text-2)" : colorOfLabel[label];
}
