import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isEspeakInstalled } from "../espeak/espeak-process.ts";
import { Refusal } from "../http/refusal.ts";
import type { SoundFacts, SoundOrder, SoundPiece } from "./make-sound.ts";
import { MediaCache } from "./media-cache.ts";
import { createMediaThread } from "./media-thread.ts";
import type { SoundAnalysis } from "./music/analyse-sound.ts";
import type { SpeechEngineState } from "./speech/speech-engine.ts";
import type { VideoOrder } from "./video/make-video.ts";

/** Sounds made at once; one more is refused like a connection too many. */
const MAXIMUM_SOUNDS = 64;
const REPLAYED_PIECE_MS = 400;
const TOO_MANY_CONNECTIONS = 1041;
const MAXIMUM_SOUND_BYTES = 1024 ** 3;
const MAXIMUM_VIDEO_BYTES = 512 * 1024 ** 2;
/** Raised when orders come to sound or look different, so that the cache holds nothing older. */
const RECIPE_VERSION = 5;

export interface MadeSound {
  path: string;
  facts: SoundFacts;
}

export type Workshop = ReturnType<typeof createWorkshop>;

/** Makes sounds and videos in two worker threads, and keeps what it made. */
export function createWorkshop(folder: string) {
  const videoThread = createMediaThread();
  const soundThread = createMediaThread((state) => noteSpeechState(state));
  let lastVideo: Promise<unknown> = Promise.resolve();
  let nextId = 1;
  const takeId = () => nextId++;
  let speechState: SpeechEngineState = { engine: "not-started", reason: null };
  const sounds = new MediaCache<SoundFacts>(join(folder, "sounds"), MAXIMUM_SOUND_BYTES);
  const videos = new MediaCache<null>(join(folder, "videos", "made"), MAXIMUM_VIDEO_BYTES);
  const frameFolder = join(folder, "videos", "frames");
  mkdirSync(frameFolder, { recursive: true });

  const speech = (): SpeechEngineState => speechState;

  /**
   * Makes a sound, or finds it made. `onPiece` gets its bytes as they come; those of a kept sound come at once. Throws a
   * 1041 refusal when too much is being made, and rejects when the signal aborts.
   */
  async function makeSound(
    order: SoundOrder,
    options: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal } = {},
  ): Promise<MadeSound> {
    const recipe = [RECIPE_VERSION, isEspeakInstalled(), order];
    const wantsPieces = options.onPiece !== undefined;
    const kept = await sounds.find(recipe);
    if (kept !== null) {
      if (options.onPiece !== undefined) await replay(kept, options.onPiece);
      return kept;
    }
    if (soundThread.load() >= MAXIMUM_SOUNDS) throw new Refusal(TOO_MANY_CONNECTIONS);
    return sounds.make(recipe, takeId(), (path) =>
      soundThread.run({ type: "sound", order, path, wantsPieces }, options),
    );
  }

  /** Measures length, tempo and sections of an encoded sound; null for bytes that cannot be decoded. */
  const analyse = (bytes: Uint8Array): Promise<SoundAnalysis | null> =>
    soundThread.run({ type: "analysis", bytes });

  /** Keeps a first frame; returns the name by which an order refers to it. */
  async function keepFirstFrame(bytes: Uint8Array): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex");
    const draft = join(frameFolder, `${name}-${takeId()}.draft`);
    await writeFile(draft, bytes);
    await rename(draft, join(frameFolder, name));
    return name;
  }

  /** Writes the video of an order to a file, after those that were ordered before. */
  async function makeVideo(order: VideoOrder, path: string): Promise<void> {
    const recipe = [RECIPE_VERSION, order];
    const making = lastVideo.then(async () => {
      const kept = await videos.find(recipe);
      const run = (draft: string) => videoThread.run({ type: "video", order, frameFolder, path: draft });
      await copyFile((kept ?? (await videos.make(recipe, takeId(), run))).path, path);
    });
    lastVideo = making.catch(() => undefined);
    await making;
  }

  /** Ends the video thread at once; its job is rejected. */
  const closeVideos = (): Promise<void> => videoThread.close("at once");

  /** Ends the sound thread and its child process; its jobs are rejected. */
  const closeSounds = (): Promise<void> => soundThread.close("gently");

  function noteSpeechState(state: SpeechEngineState): void {
    speechState = state;
    if (state.reason !== null) process.stderr.write(`speech by ${state.engine}: ${state.reason}\n`);
  }

  return { speech, makeSound, analyse, keepFirstFrame, makeVideo, closeVideos, closeSounds };
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
