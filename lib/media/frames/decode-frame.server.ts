import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import {
  BeyondEndError,
  type DecodedFrame,
  type FrameWish,
  type FromFrameProcess,
  type ToFrameProcess,
} from "./frame-messages";
import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";

export type VideoSource = Pick<StoredAsset, "sha256" | "bytes" | "kind">;

/** Processes at once; one core stays with those who wait for pages. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));

/**
 * One frame of a stored video, exactly as it was decoded.
 *
 * Throws `asset.type` for what is no video, `asset.corrupt` where the frame cannot be decoded, `input.invalid` at the field
 * `at` for a time after the end, `asset.missing` and `storage.failed`.
 */
export async function decodeFrame(
  asset: VideoSource,
  wish: FrameWish,
  store?: BlobStore,
): Promise<DecodedFrame> {
  if (asset.kind !== "video") throw new StudioError("asset.type");
  try {
    return await limit(() => runFrameProcess({ bytes: asset.bytes, read }, wish));
  } catch (cause) {
    if (cause instanceof FrameDecodingError) throw new StudioError("asset.corrupt", { cause });
    if (cause instanceof BeyondEndError) {
      const maximum = Math.floor(cause.endSeconds * 1_000) / 1_000;
      const fields = [{ path: "at", key: "field.too-big", values: { maximum } }];
      throw new StudioError("input.invalid", { cause, fields });
    }
    throw cause;
  }

  async function read(start: number, end: number): Promise<Uint8Array> {
    const chunks = await openAsset(asset, { start, end: end - 1 }, store);
    return Buffer.concat(await Array.fromAsync(chunks as AsyncIterable<Uint8Array>));
  }
}

/** Bundled by `npm run build`, `npm start` and the tests (`bundleFrameProgram`). */
const frameProgram = "dist/decode-frame.mjs";
/** Many times what the longest group of frames of a video takes on a busy machine. */
const defaultTimeLimitMs = 30_000;
/** At once; what a decoder needs is far below. */
const maxReadBytes = 32 * 1_024 * 1_024;
const maxHeapMegabytes = 256;
const keptErrorCharacters = 2_000;

/** Bytes that can be read anywhere. */
export interface FrameSource {
  bytes: number;
  /** `end` is not among what is read. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** No frame came of it: it cannot be decoded, or the process broke, took too long or too much. */
export class FrameDecodingError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "FrameDecodingError";
  }
}

/**
 * Decodes one frame in a process of its own, with limits of time and memory, without the studio's environment and
 * without the right to write or to start anything: the decoder is native code that reads what strangers wrote, and
 * takes nothing down with it when it fails. The process reads the file by asking for parts of it.
 *
 * @throws FrameDecodingError; BeyondEndError; and whatever `source` throws
 */
export async function runFrameProcess(
  source: FrameSource,
  wish: FrameWish,
  { timeLimitMs = defaultTimeLimitMs }: { timeLimitMs?: number } = {},
): Promise<DecodedFrame> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${maxHeapMegabytes}`,
      ...["--permission", "--allow-addons", "--allow-fs-read=*", "--no-warnings"],
      path.join(/* turbopackIgnore: true */ process.cwd(), frameProgram),
    ],
    {
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
      windowsHide: true,
    },
  );
  try {
    return await converse(child, { source, wish, timeLimitMs });
  } finally {
    child.kill("SIGKILL");
  }
}

interface FrameJob {
  source: FrameSource;
  wish: FrameWish;
  timeLimitMs: number;
}

function converse(child: ChildProcess, { source, wish, timeLimitMs }: FrameJob): Promise<DecodedFrame> {
  return new Promise((resolve, reject) => {
    const refuse = (detail: string) => reject(new FrameDecodingError(detail));
    const timer = setTimeout(() => refuse(`No frame within ${timeLimitMs} ms`), timeLimitMs);
    const errorText = keepErrorText(child);
    const tell = (message: ToFrameProcess) => {
      // That the process has gone is told by its exit.
      if (child.connected) child.send(message, () => undefined);
    };
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      refuse(`The process for frames ended with ${signal ?? code}: ${errorText()}`);
    });
    child.on("message", (message: FromFrameProcess) => {
      if (message.type === "frame") resolve(message);
      else if (message.type === "beyond-end") reject(new BeyondEndError(message.endSeconds));
      else if (message.type === "undecodable") refuse(message.detail);
      else if (message.end - message.start > maxReadBytes)
        refuse(`It wants ${message.end - message.start} bytes`);
      else {
        const { id, start, end } = message;
        source.read(start, end).then((bytes) => tell({ type: "bytes", id, bytes }), reject);
      }
    });
    tell({ type: "order", wish, fileBytes: source.bytes });
  });
}

/** The end of what the process said about its fault. */
function keepErrorText(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(-keptErrorCharacters);
  });
  return () => text.trim();
}
