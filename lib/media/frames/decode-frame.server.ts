import type { ChildProcess } from "node:child_process";
import { StudioError } from "@/lib/errors/studio-error";
import { keepErrorText, limitDecoders, limitStrips, spawnDecoder } from "../decoding/decoder-process.server";
import { openAsset } from "../open-asset.server";
import type { BlobStore } from "../store/blob-store.server";
import type { StoredAsset } from "../stored-asset";
import {
  BeyondEndError,
  type DecodedFrame,
  type FrameSelector,
  type FromFrameProcess,
  type ToFrameProcess,
} from "./frame-messages";

export type VideoSource = Pick<StoredAsset, "userId" | "sha256" | "bytes" | "kind">;

/** Many times what the longest group of frames takes on a busy machine. */
const defaultTimeLimitMs = 30_000;
/** Strips take seconds, on a busy machine many. */
const stripTimeLimitMs = 120_000;

/**
 * Decodes one frame of a stored video, losslessly, or a strip of several.
 *
 * Throws `asset.type` for a non-video, `asset.corrupt` where the frame can't be decoded, `input.invalid` at the
 * field `at` for a time after the end, `asset.missing` and `storage.failed`.
 */
export async function decodeFrame(
  asset: VideoSource,
  selector: FrameSelector,
  store?: BlobStore,
): Promise<DecodedFrame> {
  if (asset.kind !== "video") throw new StudioError("asset.type");
  const [limit, timeLimitMs] =
    selector.kind === "strip" ? [limitStrips, stripTimeLimitMs] : [limitDecoders, defaultTimeLimitMs];
  try {
    return await limit({ userId: asset.userId }, () =>
      runFrameProcess({ bytes: asset.bytes, read }, selector, { timeLimitMs }),
    );
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

/** The largest single read; a decoder needs far less. */
const maxReadBytes = 32 * 1_024 * 1_024;

/** A file with random access. */
export interface FrameSource {
  bytes: number;
  /** `end` is exclusive. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** The frame can't be decoded, or the process crashed or exceeded its time or memory. */
export class FrameDecodingError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = "FrameDecodingError";
  }
}

/**
 * Decodes one frame in a separate process with limits on time and memory, without the studio's environment, and
 * without permission to write files or start processes: the decoder is native code that reads untrusted bytes,
 * and a crash must not affect anything else. The process reads the file by requesting parts of it.
 *
 * @throws FrameDecodingError; BeyondEndError; and whatever `source` throws
 */
export async function runFrameProcess(
  source: FrameSource,
  selector: FrameSelector,
  { timeLimitMs = defaultTimeLimitMs }: { timeLimitMs?: number } = {},
): Promise<DecodedFrame> {
  const child = spawnDecoder("decode-frame");
  try {
    return await awaitFrame(child, { source, selector, timeLimitMs });
  } finally {
    child.kill("SIGKILL");
  }
}

interface FrameJob {
  source: FrameSource;
  selector: FrameSelector;
  timeLimitMs: number;
}

function awaitFrame(child: ChildProcess, { source, selector, timeLimitMs }: FrameJob): Promise<DecodedFrame> {
  return new Promise((resolve, reject) => {
    const refuse = (detail: string) => reject(new FrameDecodingError(detail));
    const timer = setTimeout(() => refuse(`No frame within ${timeLimitMs} ms`), timeLimitMs);
    const errorText = keepErrorText(child);
    const post = (message: ToFrameProcess) => {
      // An ended process is handled by its exit event.
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
        source.read(start, end).then((bytes) => post({ type: "bytes", id, bytes }), reject);
      }
    });
    post({ type: "order", selector, fileBytes: source.bytes });
  });
}
