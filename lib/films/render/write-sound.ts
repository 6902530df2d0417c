import { readSync, writeSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { findLevelling, levelSound } from "@/lib/media/conversion/level-sound";
import { LoudnessMeter } from "@/lib/media/conversion/loudness-meter";
import { createSoundFileEncoder } from "@/lib/media/conversion/sound-file-encoder";
import { createOpusEncoder } from "@/lib/media/conversion/webcodecs-encoder";
import type { DecodedSound } from "@/lib/media/peaks/decode/sound-decoder";
import { filmSampleRateHz, findCeilingDb, type StereoSound } from "../mix-sound";
import type { FilmTags, SoundFormat } from "./render-order";
import type { Scratch } from "./scratch";
import { stampTimes } from "./stamp-times";

const mixFile = "mix.f32";
/** The sound of the film in a file of its own. */
export const soundFiles = { mp4: "sound.m4a", webm: "opus.webm" } as const;

interface SoundOrder {
  name: string;
  format: SoundFormat | "opus";
  loudnessLufs: number | null;
  /** For M4A; the others have none. */
  tags?: FilmTags;
  /** Called with each minute of sound that was mixed or read, since measuring and limiting a long film takes many minutes. */
  onMinute: () => void;
}

async function* tellMinutes<Piece>(
  pieces: AsyncIterable<Piece>,
  { lengthOf, onMinute }: { lengthOf: (piece: Piece) => number; onMinute: () => void },
): AsyncGenerator<Piece> {
  let samples = 0;
  for await (const piece of pieces) {
    yield piece;
    samples += lengthOf(piece);
    if (samples < 60 * filmSampleRateHz) continue;
    samples = 0;
    onMinute();
    // Reading and writing are synchronous here: without this pause, the process would notice neither that its worker is gone nor
    // that it needs too much memory.
    await setImmediate();
  }
}

/**
 * Writes the mixed sound into a file at a loudness, and measures what it has then. It is mixed once into a file, since measuring and
 * limiting read it several times. Silence stays silence.
 */
export async function writeSound(
  scratch: Scratch,
  mix: AsyncIterable<StereoSound>,
  { name, format, loudnessLufs, tags, onMinute }: SoundOrder,
): Promise<void> {
  const told = tellMinutes(mix, { lengthOf: ([left]) => left.length, onMinute });
  if (!(await scratch.has(mixFile))) await scratch.writeWith(mixFile, (file) => writeMix(file, told));
  await scratch.writeWith(name, async (file) => {
    const output = { write: (bytes: Uint8Array, position: number) => writeFully(file, bytes, position) };
    const shape = { sampleRateHz: filmSampleRateHz, channels: 2, output } as const;
    const encoder = await (format === "opus"
      ? createOpusEncoder(shape)
      : createSoundFileEncoder(format, shape, tags ?? null));
    const read = () =>
      tellMinutes(readMix(scratch.at(mixFile)), {
        lengthOf: ({ channelData: [left] }) => left?.length ?? 0,
        onMinute,
      });
    const ceilingDb = findCeilingDb(format === "wav");
    const meter = new LoudnessMeter(shape);
    for await (const { channelData } of await level(read, { loudnessLufs, ceilingDb })) {
      meter.add(channelData);
      await encoder.encode(channelData);
    }
    await scratch.writeLoudness(meter.measure());
    await encoder.finish();
    if (format === "m4a" && tags) await stampTimes(file, tags.date ?? null);
  });
}

async function level(
  read: () => AsyncIterable<DecodedSound>,
  { loudnessLufs, ceilingDb }: { loudnessLufs: number | null; ceilingDb: number },
) {
  if (loudnessLufs === null) return levelSound(read(), { gain: 1, ceiling: 10 ** (ceilingDb / 20) });
  return levelSound(read(), await findLevelling(read, { loudnessLufs, ceilingDb }));
}

/** Left and right alternate in pieces, each after its length. */
async function writeMix(file: FileHandle, mix: AsyncIterable<StereoSound>): Promise<void> {
  let position = 0;
  for await (const [left, right] of mix) {
    const bytes = Buffer.concat([
      Buffer.from(Uint32Array.of(left.length).buffer),
      Buffer.from(left.buffer, left.byteOffset, left.byteLength),
      Buffer.from(right.buffer, right.byteOffset, right.byteLength),
    ]);
    writeFully(file, bytes, position);
    position += bytes.length;
  }
}

async function* readMix(name: string): AsyncGenerator<DecodedSound> {
  const file = await open(name, "r");
  try {
    for (let position = 0; ;) {
      const head = readFully(file, 4, position);
      if (!head) return;
      const length = head.readUInt32LE(0);
      const bytes = readFully(file, 8 * length, position + 4);
      if (!bytes) throw new Error("The mixed sound ends early");
      position += 4 + 8 * length;
      const samples = new Float32Array(bytes.buffer, bytes.byteOffset, 2 * length);
      yield {
        sampleRateHz: filmSampleRateHz,
        channelData: [samples.subarray(0, length), samples.subarray(length)],
      };
    }
  } finally {
    await file.close();
  }
}

/** Null at the end. Its memory begins where numbers may begin. */
function readFully(file: FileHandle, length: number, position: number): Buffer | null {
  const bytes = Buffer.from(new ArrayBuffer(length));
  for (let at = 0; at < length;) {
    const count = readSync(file.fd, bytes, at, length - at, position + at);
    if (count === 0) return null;
    at += count;
  }
  return bytes;
}

/** `writeSync` may write only a part. */
function writeFully(file: FileHandle, bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(file.fd, bytes, at, bytes.length - at, position + at);
  }
}
