import { StudioError } from "@/lib/errors/studio-error";
import { limitDecoders } from "../decoding/decoder-process.server";
import type { Turn } from "../decoding/fair-limit";
import type { PictureOrder, PictureResult, PictureSize } from "./picture-messages";
import { PictureDecodingError, type PictureSource, runPictureProcess } from "./picture-process.server";

/** Larger files are not decoded; those of the service are far below. */
const maxSourceBytes = 128 * 1_024 * 1_024;

interface PictureFile {
  bytes: number;
  turn: Turn;
  /** Called when a process is free. */
  open(): PictureSource | Promise<PictureSource>;
}

/**
 * Decodes an image in a separate process, in its turn.
 *
 * @throws PictureDecodingError; and whatever `open` and its source throw
 */
export function decodePicture(
  file: PictureFile,
  order: PictureOrder,
): Promise<{ result: PictureResult; size: PictureSize }> {
  return limitDecoders(file.turn, async () => {
    if (file.bytes > maxSourceBytes) {
      throw new PictureDecodingError("too-complex", `A file of ${file.bytes} bytes`);
    }
    return runPictureProcess({ source: await file.open(), order });
  });
}

/**
 * Makes a new image of an asset's. Throws `asset.corrupt` where it can't be decoded, `asset.too-complex` where that takes
 * too much memory; and whatever `open` throws.
 */
export async function makePicture(
  file: PictureFile,
  order: Exclude<PictureOrder, { kind: "check" | "reference" }>,
): Promise<Buffer> {
  const { result } = await decodePicture(file, order).catch(rethrow);
  if (result.outcome !== "written") throw new Error(`There is no image for the order ${order.kind}`);
  return Buffer.from(result.bytes);
}

/**
 * Makes a reference image; null where the file itself is one. Throws what `makePicture` throws, and `input.too-large`
 * where even the smallest version exceeds `maxBytes`.
 */
export async function makeReference(
  file: PictureFile,
  { mimeType, maxBytes }: { mimeType: string; maxBytes: number },
): Promise<{ bytes: Buffer; mimeType: string } | null> {
  const { result } = await decodePicture(file, { kind: "reference", mimeType, maxBytes }).catch(rethrow);
  if (result.outcome === "too-large") throw new StudioError("input.too-large", { values: { maxBytes } });
  if (result.outcome !== "written") return null;
  return { bytes: Buffer.from(result.bytes), mimeType: result.mimeType };
}

/** A fault of the image as a StudioError; any other error unchanged. */
function rethrow(cause: unknown): never {
  if (!(cause instanceof PictureDecodingError)) throw cause;
  throw new StudioError(cause.fault === "too-complex" ? "asset.too-complex" : "asset.corrupt", { cause });
}
