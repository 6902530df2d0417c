import { open } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { addSecondBeeps } from "./audio/second-beeps.ts";
import { createSoundEncoder } from "./audio/sound-encoder.ts";
import type { EncoderShape } from "./audio/sound.ts";
import { type MusicPart, renderSong } from "./music/render-song.ts";
import { performSpeech, type SpeechPart, type SpokenSentence } from "./speech/perform-speech.ts";
import type { SpeechEngine } from "./speech/speech-engine.ts";

export interface SoundOrder {
  shape: EncoderShape;
  /** Whether it has a tone at each full second. */
  hasBeeps?: true;
  content: { kind: "speech"; part: SpeechPart } | { kind: "music"; part: MusicPart };
}

export interface SoundFacts {
  contentType: string;
  extension: string;
  /** Bits per second. */
  bitrate: number;
  durationMs: number;
  sizeBytes: number;
  sampleRate: number;
  channels: number;
  sentences: SpokenSentence[];
}

/** The next bytes of a sound, and the length of the sound up to their end in ms. */
export interface SoundPiece {
  bytes: Uint8Array;
  untilMs: number;
}

/** Length of a piece; the first is shorter, so that playback starts early. */
const PIECE_SECONDS = 0.4;
const FIRST_PIECE_SECONDS = 0.16;

/**
 * Makes a sound block by block into a file, in memory that does not grow with its length. `onPiece` gets each piece of
 * bytes as it is written; the header of the file may differ from the first piece, since it knows the length.
 * Rejects with the reason of an aborted signal.
 */
export async function makeSound(
  order: SoundOrder,
  path: string,
  engine: SpeechEngine,
  control: { onPiece: (piece: SoundPiece) => void; signal: AbortSignal },
): Promise<SoundFacts> {
  const { shape } = order;
  const encoder = await createSoundEncoder(shape);
  const sentences: SpokenSentence[] = [];
  let [sampleCount, sizeBytes] = [0, 0];
  const file = await open(path, "w");
  try {
    const keep = async (bytes: Buffer) => {
      if (bytes.byteLength === 0) return;
      await file.write(bytes);
      sizeBytes += bytes.byteLength;
      control.onPiece({ bytes, untilMs: (sampleCount / shape.sampleRate) * 1000 });
    };
    for await (const { channels, sentence } of listBlocks(order, engine)) {
      if (sentence !== null) sentences.push(sentence);
      const length = channels[0]?.length ?? 0;
      for (let start = 0; start < length;) {
        const seconds = sampleCount === 0 ? FIRST_PIECE_SECONDS : PIECE_SECONDS;
        const end = Math.min(start + Math.round(seconds * shape.sampleRate), length);
        const samples = channels.map((channel) => channel.subarray(start, end));
        const bytes = encoder.encode(
          order.hasBeeps ? addSecondBeeps(samples, sampleCount, shape.sampleRate) : samples,
        );
        sampleCount += end - start;
        start = end;
        await keep(bytes);
      }
      await setImmediate();
      control.signal.throwIfAborted();
    }
    const { tail, header } = encoder.finish();
    await keep(tail);
    if (header !== null) await file.write(header, 0, header.byteLength, 0);
  } finally {
    await file.close();
  }
  const { contentType, extension, bitrate } = encoder;
  const durationMs = Math.round((sampleCount / shape.sampleRate) * 1000);
  const { sampleRate, channels } = shape;
  return { contentType, extension, bitrate, durationMs, sizeBytes, sampleRate, channels, sentences };
}

async function* listBlocks(
  order: SoundOrder,
  engine: SpeechEngine,
): AsyncGenerator<{ channels: Float32Array[]; sentence: SpokenSentence | null }> {
  const { shape, content } = order;
  if (content.kind === "music") {
    for (const channels of renderSong(content.part, shape.sampleRate)) yield { channels, sentence: null };
    return;
  }
  for await (const { samples, sentence } of performSpeech(content.part, engine, shape.sampleRate)) {
    yield { channels: shape.channels === 2 ? [samples, samples] : [samples], sentence };
  }
}
