import type { Sound } from "../audio/sound.ts";
import type { Segment } from "./render-song.ts";
import type { SectionLabel } from "./song-form.ts";

const STEP_SECONDS = 0.02;
const STEPS_PER_BLOCK = 25;
const BLOCK_SECONDS = STEP_SECONDS * STEPS_PER_BLOCK;

const SLOWEST = 65;
const FASTEST = 170;
/** Decides between a tempo and its double. */
const COMMON_TEMPO = 108;

/** Share of the loudest block below which one is silent. */
const SILENT_SHARE = 0.01;
/** Blocks on each side of a block over which its loudness is averaged. */
const REACH = 5;
const SHORTEST_PART_SECONDS = 5;
const SHORTEST_SILENCE_SECONDS = 1;

export type SoundAnalysis = ReturnType<typeof analyseSound>;

/** Measures length, tempo and sections of a sound by its loudness, so that a cover can keep them. */
export function analyseSound(sound: Sound) {
  const durationSeconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
  const loudness = measureLoudness(sound);
  const blocks = Array.from({ length: Math.ceil(loudness.length / STEPS_PER_BLOCK) }, (_block, index) =>
    mean(loudness.slice(index * STEPS_PER_BLOCK, (index + 1) * STEPS_PER_BLOCK)),
  );
  return {
    durationSeconds,
    beatsPerMinute: findTempo(loudness),
    segments: findSegments(blocks, durationSeconds),
  };
}

function measureLoudness({ channels, sampleRate }: Sound): number[] {
  const [first = new Float32Array(), second = first] = channels;
  const length = Math.round(STEP_SECONDS * sampleRate);
  return Array.from({ length: Math.ceil(first.length / length) }, (_step, step) => {
    const end = Math.min((step + 1) * length, first.length);
    let sum = 0;
    for (let index = step * length; index < end; index += 1) sum += (first[index]! + second[index]!) ** 2 / 4;
    return Math.sqrt(sum / (end - step * length));
  });
}

/** The tempo at which the sound most regularly gets louder. */
function findTempo(loudness: readonly number[]): number {
  const rises = loudness.map((level, index) => Math.max(level - (loudness[index - 1] ?? level), 0));
  const average = mean(rises);
  const centred = rises.map((rise) => rise - average);
  let best = { tempo: COMMON_TEMPO, score: Number.NEGATIVE_INFINITY };
  for (let tempo = SLOWEST; tempo <= FASTEST; tempo += 0.5) {
    const beat = 60 / tempo / STEP_SECONDS;
    const likeness = [1, 2, 4].reduce((sum, beats) => sum + correlateLater(centred, beat * beats), 0);
    const score = likeness * Math.exp(-0.5 * (Math.log2(tempo / COMMON_TEMPO) / 0.7) ** 2);
    if (score > best.score) best = { tempo, score };
  }
  return best.tempo;
}

/** Autocorrelation of a series at a lag, which may be a fraction of a step. */
function correlateLater(series: readonly number[], lag: number): number {
  const whole = Math.floor(lag);
  const share = lag - whole;
  let sum = 0;
  for (let index = 0; index + whole + 1 < series.length; index += 1) {
    sum += series[index]! * (series[index + whole]! * (1 - share) + series[index + whole + 1]! * share);
  }
  return sum / Math.max(series.length - whole, 1);
}

/** Silences, and what is louder (chorus) or quieter (verse) than the average; of three and more, the ends are intro and outro. */
function findSegments(blocks: readonly number[], durationSeconds: number): Segment[] {
  const silentBelow = Math.max(...blocks, 1e-9) * SILENT_SHARE;
  const average = mean(blocks.filter((block) => block >= silentBelow));
  const segments: Segment[] = [];
  const add = (part: Segment) => {
    const shortest = part.label === "silence" ? SHORTEST_SILENCE_SECONDS : SHORTEST_PART_SECONDS;
    const last = segments.at(-1);
    const isJoined = last?.label === part.label || part.end - part.start < shortest;
    if (last !== undefined && isJoined) last.end = part.end;
    else segments.push(part);
  };
  let start = 0;
  const labels = blocks.map((block, place): SectionLabel => {
    if (block < silentBelow) return "silence";
    const nearby = mean(blocks.slice(Math.max(place - REACH, 0), place + REACH + 1));
    return nearby > average ? "chorus" : "verse";
  });
  for (const [place, label] of labels.entries()) {
    if (label === labels[place + 1]) continue;
    const end = Math.min((place + 1) * BLOCK_SECONDS, durationSeconds);
    add({ start, end: toHundredths(end), label });
    start = end;
  }
  const sounding = segments.filter(({ label }) => label !== "silence");
  if (sounding.length === 1) return splitEven(segments, sounding[0]!);
  if (sounding.length >= 3) {
    sounding[0]!.label = "intro";
    sounding.at(-1)!.label = "outro";
  }
  return segments;
}

/** A part of even loudness is a verse; a long one has an intro and an outro as well. */
function splitEven(segments: readonly Segment[], even: Segment): Segment[] {
  const { start, end } = even;
  const isLong = end - start >= 4 * SHORTEST_PART_SECONDS;
  const [from, to] = isLong
    ? [start + SHORTEST_PART_SECONDS, toHundredths(end - SHORTEST_PART_SECONDS)]
    : [start, end];
  const parts: Segment[] = [
    { start, end: from, label: "intro" },
    { start: from, end: to, label: "verse" },
    { start: to, end, label: "outro" },
  ];
  return segments.flatMap((segment) =>
    segment === even ? parts.filter((part) => part.end > part.start) : [segment],
  );
}

function toHundredths(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
