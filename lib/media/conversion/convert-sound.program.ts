import { fstatSync, writeSync } from "node:fs";
import { limitDecoder } from "../decoding/limit-decoder";
import { decodeSound } from "../peaks/decode/decode-sound";
import { type DecodedSound, SoundDecodingError } from "../peaks/decode/sound-decoder";
import {
  type ConversionFault,
  type ConversionOrder,
  type ConvertedSoundFacts,
  type FromConversionProcess,
  outputDescriptor,
  type ToConversionProcess,
} from "./conversion-messages";
import { findLevelling, levelSound, unchangedLevel } from "./level-sound";
import type { SoundFileEncoder } from "./encoder-shape";
import { createSoundFileEncoder, hasSampleRate } from "./sound-file-encoder";

// The program of the process that converts one sound: see convert-sound.server.ts.

/** The highest true peak of levelled audio. MP3 and AAC add some tenths of a decibel to it. */
const ceilingDb = { mp3: -1.5, m4a: -1.5, wav: -1.05, flac: -1.05 } as const;

class RefusedError extends Error {
  readonly fault: ConversionFault;
  constructor(fault: ConversionFault, detail: string) {
    super(detail);
    this.name = "RefusedError";
    this.fault = fault;
  }
}

let receiveBytes: ((bytes: Uint8Array | null) => void) | undefined;
let readings = 0;

function send(message: FromConversionProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Reads the source from its beginning, one piece per request. */
async function* readSource(): AsyncGenerator<Uint8Array> {
  const reading = (readings += 1);
  for (;;) {
    const received = new Promise<Uint8Array | null>((resolve) => {
      receiveBytes = resolve;
    });
    await send({ type: "more", reading });
    const bytes = await received;
    if (!bytes) return;
    yield bytes;
  }
}

/** Decodes the source. All pieces have samples, and the same rate and channels. */
async function* decode(order: ConversionOrder): AsyncGenerator<DecodedSound> {
  const { source, channels, format, maxSeconds } = order;
  let samples = 0;
  let shape: string | undefined;
  for await (const piece of decodeSound(readSource(), source)) {
    const { sampleRateHz } = piece;
    const channelData = piece.channelData.slice(0, channels);
    const count = channelData[0]?.length ?? 0;
    if (count === 0) continue;
    const found = `${channelData.length} channels at ${sampleRateHz} Hz`;
    shape ??= found;
    if (found !== shape) throw new RefusedError("damaged", `It changes from ${shape} to ${found}`);
    if (channelData.length > 2 || !hasSampleRate(format, sampleRateHz))
      throw new RefusedError("format", found);
    samples += count;
    if (samples > maxSeconds * sampleRateHz) throw new RefusedError("too-long", `More than ${maxSeconds} s`);
    yield { channelData, sampleRateHz };
  }
}

async function convert(order: ConversionOrder): Promise<ConvertedSoundFacts> {
  const { format, loudnessLufs, tags } = order;
  const levelling =
    loudnessLufs === null
      ? unchangedLevel
      : await findLevelling(() => decode(order), { loudnessLufs, ceilingDb: ceilingDb[format] });
  let encoder: SoundFileEncoder | undefined;
  let durationSeconds = 0;
  for await (const { channelData, sampleRateHz } of levelSound(decode(order), levelling)) {
    const channels = channelData.length === 2 ? 2 : 1;
    const output = { write: writeFully };
    encoder ??= await createSoundFileEncoder(format, { sampleRateHz, channels, output }, tags);
    await encoder.encode(channelData);
    durationSeconds += (channelData[0]?.length ?? 0) / sampleRateHz;
  }
  if (!encoder) throw new RefusedError("damaged", "Nothing of it could be decoded");
  await encoder.finish();
  return { durationSeconds, bytes: fstatSync(outputDescriptor).size };
}

/** `writeSync` may write only a part. */
function writeFully(bytes: Uint8Array, position: number): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(outputDescriptor, bytes, at, bytes.length - at, position + at);
  }
}

async function answer(order: ConversionOrder): Promise<void> {
  try {
    await send({ type: "done", ...(await convert(order)) });
  } catch (error) {
    const refused = error instanceof SoundDecodingError ? new RefusedError("damaged", error.message) : error;
    if (!(refused instanceof RefusedError)) throw error;
    await send({ type: "refused", fault: refused.fault, detail: refused.message });
  }
  process.exit(0);
}

limitDecoder();
process.on("message", (message: ToConversionProcess) => {
  if (message.type === "order") void answer(message.order);
  else receiveBytes?.(message.bytes);
});
