import type { Segment } from "./render-song.ts";
import type { SectionLabel } from "./song-form.ts";
import type { SoundFeatures } from "./sound-features.ts";

/** Features are looked at in blocks of this length. */
const BLOCK_SECONDS = 0.5;
const SHORTEST_SEGMENT_SECONDS = 5;
/** Length of sound on each side of a place that must differ for a part to begin there. */
const KERNEL_SECONDS = 6;
const SHORTEST_SILENCE_SECONDS = 1;
/** Share of the loudest block below which it is silent. */
const SILENT_SHARE = 0.01;
const SECONDS_PER_PART = 16;

interface Block {
  loudness: number;
  /** Bands in decibels and pitch classes, on comparable scales. */
  color: number[];
}

interface Part {
  /** In blocks, end exclusive. */
  from: number;
  to: number;
  isSilent: boolean;
  /** Mean of the loudness of its blocks against the loudest part, 0 to 1. */
  energy: number;
  color: number[];
}

/**
 * The parts of a piece: silences first, then cuts where the sound before differs most from the sound after, then names
 * by loudness, place and likeness. Measured, but the names are a guess: a loud part that comes back is taken for a chorus.
 */
export function findSegments(features: SoundFeatures): Segment[] {
  const blocks = makeBlocks(features);
  const loudest = blocks.reduce((most, { loudness }) => Math.max(most, loudness), 0);
  if (loudest === 0) return [{ start: 0, end: round(features.durationSeconds), label: "silence" }];
  const edges = new Set([0, blocks.length]);
  const silent = blocks.map(({ loudness }) => loudness < loudest * SILENT_SHARE);
  for (const [from, to] of findSilences(silent)) {
    edges.add(from);
    edges.add(to);
  }
  const target = Math.max(Math.round(features.durationSeconds / SECONDS_PER_PART), 3);
  for (const place of listCuts(blocks, target)) {
    const isNear = [...edges].some(
      (edge) => Math.abs(edge - place) * BLOCK_SECONDS < SHORTEST_SEGMENT_SECONDS,
    );
    if (!isNear && silent[place] !== true) edges.add(place);
  }
  const places = [...edges].toSorted((one, other) => one - other);
  const parts = places
    .slice(0, -1)
    .map((from, index) => describePart(blocks, from, places[index + 1] ?? from, silent));
  const segments = nameParts(parts).map((label, index) => ({
    start: round((parts[index]?.from ?? 0) * BLOCK_SECONDS),
    end: round(Math.min((parts[index]?.to ?? 0) * BLOCK_SECONDS, features.durationSeconds)),
    label,
  }));
  return joinNeighbours(segments);
}

function makeBlocks({ loudness, bands, chroma, stepSeconds, durationSeconds }: SoundFeatures): Block[] {
  const count = Math.max(Math.ceil(durationSeconds / BLOCK_SECONDS), 1);
  const steps = BLOCK_SECONDS / stepSeconds;
  return Array.from({ length: count }, (_unused, index) => {
    const [from, to] = [
      Math.floor(index * steps),
      Math.max(Math.floor((index + 1) * steps), Math.floor(index * steps) + 1),
    ];
    const pitches = meanOf(chroma.slice(from, to));
    const strongest = Math.max(...pitches, 1e-9);
    return {
      loudness: meanOf(loudness.slice(from, to).map((value) => [value]))[0] ?? 0,
      color: [
        ...meanOf(bands.slice(from, to)).map((decibels) => decibels / 20),
        ...pitches.map((pitch) => pitch / strongest),
      ],
    };
  });
}

/** Runs of silent blocks that are long enough to be a part, as places from and to. */
function findSilences(silent: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  for (let from = 0; from < silent.length; from += 1) {
    if (silent[from] !== true) continue;
    let to = from;
    while (silent[to] === true) to += 1;
    if ((to - from) * BLOCK_SECONDS >= SHORTEST_SILENCE_SECONDS) runs.push([from, to]);
    from = to;
  }
  return runs;
}

/** Places where the sound changes most, strongest first. */
function listCuts(blocks: readonly Block[], count: number): number[] {
  const reach = KERNEL_SECONDS / BLOCK_SECONDS;
  const changes = blocks.map((_block, place) => {
    if (place < 4 || place > blocks.length - 4) return 0;
    const before = meanOf(blocks.slice(Math.max(place - reach, 0), place).map(({ color }) => color));
    const after = meanOf(blocks.slice(place, place + reach).map(({ color }) => color));
    return distance(before, after);
  });
  const isPeak = (place: number) => {
    const around = changes.slice(Math.max(place - 4, 0), place + 5);
    return (changes[place] ?? 0) > 0 && changes[place] === Math.max(...around);
  };
  return [...changes.keys()]
    .filter(isPeak)
    .toSorted((one, other) => (changes[other] ?? 0) - (changes[one] ?? 0))
    .slice(0, count * 2);
}

function describePart(blocks: readonly Block[], from: number, to: number, silent: readonly boolean[]): Part {
  const members = blocks.slice(from, to);
  const loudest = blocks.reduce((most, { loudness }) => Math.max(most, loudness), 1e-9);
  return {
    from,
    to,
    isSilent: silent.slice(from, to).every(Boolean),
    energy: members.reduce((sum, { loudness }) => sum + loudness, 0) / members.length / loudest,
    color: meanOf(members.map(({ color }) => color)),
  };
}

/** Share of the parts between intro and outro, by their length, that are taken for choruses: the loudest ones. */
const CHORUS_SHARE = 0.4;

function nameParts(parts: readonly Part[]): SectionLabel[] {
  const sounding = parts.filter(({ isSilent }) => !isSilent);
  const hasEnds = sounding.length >= 3;
  const [first, last] = [sounding[0], sounding.at(-1)];
  const inner = hasEnds ? sounding.slice(1, -1) : sounding;
  const choruses = new Set<Part>();
  let room = inner.reduce((sum, { from, to }) => sum + to - from, 0) * CHORUS_SHARE;
  for (const part of inner.toSorted((one, other) => other.energy - one.energy)) {
    if (room > 0 && inner.length > 1) choruses.add(part);
    room -= part.to - part.from;
  }
  const verses = inner.filter((part) => !choruses.has(part));
  const odd = verses.length >= 3 ? findOddOne(verses) : undefined;
  return parts.map((part, index) => {
    if (part.isSilent) return "silence";
    if (hasEnds && part === first) return "intro";
    if (hasEnds && part === last) return "outro";
    if (part === odd) return index >= parts.length / 2 ? "bridge" : "inst";
    return choruses.has(part) ? "chorus" : "verse";
  });
}

/** Neighbours of one name are one part. */
function joinNeighbours(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  for (const segment of segments) {
    const last = joined.at(-1);
    if (last?.label === segment.label) last.end = segment.end;
    else joined.push({ ...segment });
  }
  return joined;
}

/** The part that is least like the others. */
function findOddOne(parts: readonly Part[]): Part | undefined {
  const middle = meanOf(parts.map(({ color }) => color));
  return parts.toSorted((one, other) => distance(other.color, middle) - distance(one.color, middle))[0];
}

function meanOf(rows: readonly (readonly number[])[]): number[] {
  const sum = new Array<number>(rows[0]?.length ?? 0).fill(0);
  for (const row of rows) for (const [index, value] of row.entries()) sum[index] = (sum[index] ?? 0) + value;
  return sum.map((value) => value / Math.max(rows.length, 1));
}

function distance(one: readonly number[], other: readonly number[]): number {
  return Math.sqrt(one.reduce((sum, value, index) => sum + (value - (other[index] ?? 0)) ** 2, 0));
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
