import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EspeakProcess, isEspeakInstalled } from "../espeak/espeak-process.ts";
import { Refusal } from "../http/refusal.ts";
import { makeSound as writeSound, type SoundFacts, type SoundOrder, type SoundPiece } from "./make-sound.ts";
import { createMediaCache } from "./media-cache.ts";
import { analyseSound, type SoundAnalysis } from "./music/analyse-sound.ts";
import { createSpeechEngine } from "./speech/speech-engine.ts";
import type { VideoOrder } from "./video/make-video.ts";

/** Sounds made at once; one more is refused like a connection too many. */
const MAXIMUM_SOUNDS = 64;
const REPLAYED_PIECE_MS = 400;
const MAXIMUM_SOUND_BYTES = 1024 ** 3;
const MAXIMUM_VIDEO_BYTES = 512 * 1024 ** 2;

export interface MadeSound {
  path: string;
  facts: SoundFacts;
}

export type Workshop = ReturnType<typeof createWorkshop>;

/** Makes sounds side by side and videos one after another, and keeps what it made until `closing` is aborted. */
export function createWorkshop(
  folder: string,
  closing: AbortSignal,
  /** Whether sounds have a tone at each full second now. */
  hasBeeps: () => boolean = () => false,
) {
  const espeak = new EspeakProcess();
  closing.addEventListener("abort", () => espeak.close());
  const engine = createSpeechEngine(espeak);
  const sounds = createMediaCache<SoundFacts>(join(folder, "sounds"), MAXIMUM_SOUND_BYTES);
  const videos = createMediaCache<null>(join(folder, "videos", "made"), MAXIMUM_VIDEO_BYTES);
  const frameFolder = join(folder, "videos", "frames");
  mkdirSync(frameFolder, { recursive: true });
  let soundsUnderWay = 0;
  let lastVideo: Promise<unknown> = Promise.resolve();

  /**
   * Makes a sound, or finds it made. `onPiece` gets its bytes as they come; those of a kept sound come at once. Throws a
   * 1041 refusal when too much is being made, and rejects when the signal aborts.
   */
  async function makeSound(
    wanted: SoundOrder,
    {
      onPiece = () => undefined,
      signal,
    }: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal } = {},
  ): Promise<MadeSound> {
    const order: SoundOrder = hasBeeps() ? { ...wanted, hasBeeps: true } : wanted;
    const recipe = [isEspeakInstalled(), order];
    const kept = sounds.find(recipe);
    if (kept !== null) {
      await replay(kept, onPiece);
      return kept;
    }
    if (soundsUnderWay >= MAXIMUM_SOUNDS) throw new Refusal(1041);
    soundsUnderWay += 1;
    try {
      const control = {
        onPiece,
        signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
      };
      return await sounds.make(recipe, (path) => writeSound(order, path, engine, control));
    } finally {
      soundsUnderWay -= 1;
    }
  }

  /** Measures length, tempo and sections of an encoded sound; null for bytes that cannot be decoded. */
  async function analyse(bytes: Uint8Array): Promise<SoundAnalysis | null> {
    // The decoders take long to load and are rarely needed.
    const { decodeSound } = await import("./audio/decode-sound.ts");
    const sound = await decodeSound(bytes);
    return sound === null ? null : analyseSound(sound);
  }

  /** Keeps a first frame; returns the name by which an order refers to it. */
  async function keepFirstFrame(bytes: Uint8Array): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex");
    // Two requests may bring the same frame at once.
    const draft = join(frameFolder, `${name}.${randomUUID()}.draft`);
    await writeFile(draft, bytes);
    await rename(draft, join(frameFolder, name));
    return name;
  }

  /** Writes the video of an order to a file, after those that were ordered before. */
  async function makeVideo(order: VideoOrder, path: string): Promise<void> {
    const making = lastVideo.then(async () => {
      const write = async (draft: string) => {
        // The encoder takes long to load and is not always needed.
        const video = await import("./video/make-video.ts");
        await writeFile(draft, await video.makeVideo(order, frameFolder, closing));
        return null;
      };
      const { path: made } = videos.find(order) ?? (await videos.make(order, write));
      await copyFile(made, path);
    });
    lastVideo = making.catch(() => undefined);
    await making;
  }

  return { speech: engine.state, makeSound, analyse, keepFirstFrame, makeVideo };
}

/** Hands out a kept sound in pieces of equal length. */
async function replay({ path, facts }: MadeSound, onPiece: (piece: SoundPiece) => void): Promise<void> {
  const bytes = await readFile(path);
  const size = Math.max(Math.ceil((bytes.byteLength * REPLAYED_PIECE_MS) / facts.durationMs), 1);
  for (let start = 0; start < bytes.byteLength; start += size) {
    const piece = bytes.subarray(start, start + size);
    onPiece({ bytes: piece, untilMs: (facts.durationMs * (start + piece.byteLength)) / bytes.byteLength });
  }
}
