import { readJson } from "@/lib/errors/read-json";
import { z } from "zod";
import { countSchema, optionalCountSchema } from "@/lib/service/contract/answer";
import { SEGMENT_LABELS, type SegmentLabel } from "@/lib/service/contract/cover-preprocess";

/** A part of the audio. `label` is null for an undocumented one. */
export interface StructureSegment {
  startSeconds: number;
  endSeconds: number;
  label: SegmentLabel | null;
}

/** Problems of a structure that were corrected or left out; shown to the person. */
export const structureNotes = [
  "missing",
  "unreadable",
  "count-differs",
  "part-unreadable",
  "overlap",
  "beyond-end",
] as const;
type StructureNote = (typeof structureNotes)[number];

interface SoundStructure {
  /** In order, within the length of the audio, without overlaps; gaps are possible. */
  segments: StructureSegment[];
  notes: StructureNote[];
  /** The number of parts that the service reports, if any. */
  numSegments: number | null;
}

const structureSchema = z.looseObject({ segments: z.array(z.unknown()), num_segments: optionalCountSchema });
/** The service may send numbers as text. */
const secondsSchema = countSchema.pipe(z.number().min(0));
const segmentSchema = z.looseObject({ start: secondsSchema, end: secondsSchema, label: z.string() });

/** Shorter parts are remains of an overlap. */
const shortestSeconds = 0.05;

/**
 * Parses structure_result (service.md "Cover preprocess response"), which may be invalid: the usable parts are returned,
 * and problems are listed in `notes`. Missing labels are not a problem, since a cover doesn't need them.
 *
 * @param durationSeconds of the decoded audio, if known
 */
export function readStructure(
  structureResult: string | null,
  durationSeconds: number | null,
): SoundStructure {
  if (structureResult === null || structureResult.trim() === "")
    return { segments: [], notes: ["missing"], numSegments: null };
  const structure = readJson(structureSchema, structureResult);
  if (!structure) return { segments: [], notes: ["unreadable"], numSegments: null };
  const notes = new Set<StructureNote>();
  const numSegments = structure.num_segments;
  if (numSegments !== null && numSegments !== structure.segments.length) notes.add("count-differs");
  const read = structure.segments.flatMap((entry) => {
    const segment = segmentSchema.safeParse(entry);
    if (segment.success && segment.data.end > segment.data.start) return [toSegment(segment.data)];
    notes.add("part-unreadable");
    return [];
  });
  const segments = settle(read, durationSeconds, notes);
  return { segments, notes: structureNotes.filter((note) => notes.has(note)), numSegments };
}

function toSegment({ start, end, label }: z.output<typeof segmentSchema>): StructureSegment {
  const known = SEGMENT_LABELS.find((each) => each === label.trim().toLowerCase());
  return { startSeconds: start, endSeconds: end, label: known ?? null };
}

/** Starts overlapping parts at the end of the part before, and cuts off what exceeds the audio. */
function settle(
  read: StructureSegment[],
  durationSeconds: number | null,
  notes: Set<StructureNote>,
): StructureSegment[] {
  const lastSeconds = durationSeconds ?? Infinity;
  const settled: StructureSegment[] = [];
  for (const segment of read.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const before = settled.at(-1)?.endSeconds ?? 0;
    // Services round, so a hundredth of a second is tolerated.
    if (segment.startSeconds < before - shortestSeconds) notes.add("overlap");
    if (segment.endSeconds > lastSeconds + 1) notes.add("beyond-end");
    const startSeconds = Math.max(segment.startSeconds, before);
    const endSeconds = Math.min(segment.endSeconds, lastSeconds);
    if (endSeconds - startSeconds >= shortestSeconds) settled.push({ ...segment, startSeconds, endSeconds });
  }
  return settled;
}
