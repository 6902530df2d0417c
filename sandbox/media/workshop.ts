import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { copyFile, open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isEspeakInstalled } from "../espeak/espeak-process.ts";
import { Refusal } from "../http/refusal.ts";
import type { SoundFacts, SoundOrder, SoundPiece } from "./make-sound.ts";
import { type KeptFile, MediaCache } from "./media-cache.ts";
import { MediaThread, type PieceSize } from "./media-thread.ts";
import type { SoundAnalysis } from "./music/analyse-sound.ts";
import type { SpeechEngineState } from "./speech/speech-engine.ts";
import type { VideoOrder } from "./video/make-video.ts";

/** Sounds made at once; one more is refused like a connection too many. */
const MAXIMUM_SOUNDS = 64;
const TOO_MANY_CONNECTIONS = 1041;
const MAXIMUM_SOUND_BYTES = 1024 ** 3;
const MAXIMUM_VIDEO_BYTES = 512 * 1024 ** 2;
/** Raised when orders come to sound or look different, so that the cache holds nothing older. */
const RECIPE_VERSION = 3;

export interface MadeSound {
  path: string;
  facts: SoundFacts;
}

/** Makes sounds and videos in two worker threads, and keeps what it made. */
export class Workshop {
  private readonly sounds: MediaCache<SoundFacts & { pieces: PieceSize[] }>;
  private readonly videos: MediaCache<null>;
  private readonly frameFolder: string;
  private readonly videoThread = new MediaThread();
  private readonly soundThread = new MediaThread((state) => this.noteSpeechState(state));
  private lastVideo: Promise<unknown> = Promise.resolve();
  private nextId = 1;
  private speechState: SpeechEngineState = { engine: "not-started", reason: null };

  constructor(folder: string) {
    this.sounds = new MediaCache(join(folder, "sounds"), MAXIMUM_SOUND_BYTES);
    this.videos = new MediaCache(join(folder, "videos", "made"), MAXIMUM_VIDEO_BYTES);
    this.frameFolder = join(folder, "videos", "frames");
    mkdirSync(this.frameFolder, { recursive: true });
  }

  get speech(): SpeechEngineState {
    return this.speechState;
  }

  /**
   * Makes a sound, or finds it made. `onPiece` gets its bytes as they come; those of a kept sound come at once. Throws a
   * 1041 refusal when too much is being made, and rejects when the signal aborts.
   */
  async makeSound(
    order: SoundOrder,
    options: { onPiece?: (piece: SoundPiece) => void; signal?: AbortSignal } = {},
  ): Promise<MadeSound> {
    const recipe = [RECIPE_VERSION, isEspeakInstalled(), order];
    const kept = await this.sounds.find(recipe);
    if (kept !== null) {
      if (options.onPiece !== undefined) await replay(kept, options.onPiece);
      return kept;
    }
    if (this.soundThread.load >= MAXIMUM_SOUNDS) throw new Refusal(TOO_MANY_CONNECTIONS);
    return this.sounds.make(recipe, this.takeId(), async (path) => {
      const pieces: PieceSize[] = [];
      const job = { type: "sound", order, path, wantsPieces: options.onPiece !== undefined } as const;
      return { ...(await this.soundThread.run(job, { ...options, sizes: pieces })), pieces };
    });
  }

  /** Measures length, tempo and sections of an encoded sound; null for bytes that cannot be decoded. */
  analyse(bytes: Uint8Array): Promise<SoundAnalysis | null> {
    return this.soundThread.run({ type: "analysis", bytes });
  }

  /** Keeps a first frame; returns the name by which an order refers to it. */
  async keepFirstFrame(bytes: Uint8Array): Promise<string> {
    const name = createHash("sha256").update(bytes).digest("hex");
    const draft = join(this.frameFolder, `${name}-${this.takeId()}.draft`);
    await writeFile(draft, bytes);
    await rename(draft, join(this.frameFolder, name));
    return name;
  }

  /** Writes the video of an order to a file, after those that were ordered before. */
  async makeVideo(order: VideoOrder, path: string): Promise<void> {
    const recipe = [RECIPE_VERSION, order];
    const { frameFolder } = this;
    const making = this.lastVideo.then(async () => {
      const kept = await this.videos.find(recipe);
      const run = (draft: string) => this.videoThread.run({ type: "video", order, frameFolder, path: draft });
      await copyFile((kept ?? (await this.videos.make(recipe, this.takeId(), run))).path, path);
    });
    this.lastVideo = making.catch(() => undefined);
    await making;
  }

  /** Ends the video thread at once; its job is rejected. */
  closeVideos(): Promise<void> {
    return this.videoThread.close("at once");
  }

  /** Ends the sound thread and its child process; its jobs are rejected. */
  closeSounds(): Promise<void> {
    return this.soundThread.close("gently");
  }

  private noteSpeechState(state: SpeechEngineState): void {
    this.speechState = state;
    if (state.reason !== null) process.stderr.write(`speech by ${state.engine}: ${state.reason}\n`);
  }

  private takeId(): number {
    this.nextId += 1;
    return this.nextId;
  }
}

/** Hands out a kept sound in the pieces in which it was made. */
async function replay(
  { path, facts }: KeptFile<{ pieces: PieceSize[] }>,
  onPiece: (piece: SoundPiece) => void,
): Promise<void> {
  const file = await open(path);
  try {
    for (const { size, untilMs } of facts.pieces) {
      const bytes = Buffer.alloc(size);
      await file.read(bytes, 0, size);
      onPiece({ bytes, untilMs });
    }
  } finally {
    await file.close();
  }
}
