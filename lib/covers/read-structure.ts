import { z } from "zod";
import { countSchema, optionalCountSchema } from "@/lib/service/contract/answer";
import { SEGMENT_LABELS, type SegmentLabel } from "@/lib/service/contract/cover-preprocess";

/** A part of a sound. `label` is null for one that service.md does not name. */
export interface StructureSegment {
  startSeconds: number;
  endSeconds: number;
  label: SegmentLabel | null;
}

/** What was wrong with a structure, or had to be mended; each is told to the person. */
export const structureNotes = [
  "missing",
  "unreadable",
  "count-differs",
  "part-unreadable",
  "overlap",
  "beyond-end",
] as const;
export type StructureNote = (typeof structureNotes)[number];

export interface SoundStructure {
  /** In order, without overlaps, none beyond the end of the sound; there may be gaps. */
  segments: StructureSegment[];
  notes: StructureNote[];
  /** How many parts the service says there are; null where it does not. */
  numSegments: number | null;
}

const structureSchema = z.looseObject({ segments: z.array(z.unknown()), num_segments: optionalCountSchema });
/** Numbers may come as text, as elsewhere in this service. */
const secondsSchema = countSchema.pipe(z.number().min(0));
const segmentSchema = z.looseObject({ start: secondsSchema, end: secondsSchema, label: z.string() });

/** Shorter ones are what is left of an overlap, too short to see or to hear. */
const shortestSeconds = 0.05;

/**
 * Reads structure_result (service.md "Cover preprocess response"), which nobody promises to be sound: what can be used
 * is used, and what could not is named. A service that labels nothing is no fault; the cover can be made without.
 *
 * @param durationSeconds of the sound, as decoded; null where that is not known
 */
export function readStructure(
  structureResult: string | null,
  durationSeconds: number | null,
): SoundStructure {
  if (structureResult === null || structureResult.trim() === "")
    return { segments: [], notes: ["missing"], numSegments: null };
  const structure = structureSchema.safeParse(parseJson(structureResult));
  if (!structure.success) return { segments: [], notes: ["unreadable"], numSegments: null };
  const notes = new Set<StructureNote>();
  const numSegments = structure.data.num_segments;
  if (numSegments !== null && numSegments !== structure.data.segments.length) notes.add("count-differs");
  const read = structure.data.segments.flatMap((entry) => {
    const segment = segmentSchema.safeParse(entry);
    if (segment.success && segment.data.end > segment.data.start) return [toSegment(segment.data)];
    notes.add("part-unreadable");
    return [];
  });
  const segments = settle(read, durationSeconds, notes);
  return { segments, notes: structureNotes.filter((note) => notes.has(note)), numSegments };
}

/** Undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toSegment({ start, end, label }: z.output<typeof segmentSchema>): StructureSegment {
  const known = SEGMENT_LABELS.find((each) => each === label.trim().toLowerCase());
  return { startSeconds: start, endSeconds: end, label: known ?? null };
}

/** Of two that overlap, the later one begins where the earlier ends; what is beyond the end of the sound is cut off. */
function settle(
  read: StructureSegment[],
  durationSeconds: number | null,
  notes: Set<StructureNote>,
): StructureSegment[] {
  const lastSeconds = durationSeconds ?? Infinity;
  const settled: StructureSegment[] = [];
  for (const segment of read.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const before = settled.at(-1)?.endSeconds ?? 0;
    // Services round: a hundredth of a second is no fault.
    if (segment.startSeconds < before - shortestSeconds) notes.add("overlap");
    if (segment.endSeconds > lastSeconds + 1) notes.add("beyond-end");
    const startSeconds = Math.max(segment.startSeconds, before);
    const endSeconds = Math.min(segment.endSeconds, lastSeconds);
    if (endSeconds - startSeconds >= shortestSeconds) settled.push({ ...segment, startSeconds, endSeconds });
  }
  return settled;
}
