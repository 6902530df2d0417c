import sharp from "sharp";
import { limitDecoder } from "../decoding/limit-decoder";
import { estimateDecodedBytes, isTooComplex } from "./picture-cost";
import type { FromPictureProcess, PictureEnd, PictureOrder, ToPictureProcess } from "./picture-messages";
import { openPicture, performOrder } from "./picture-operations";

// The program of the process that decodes images: see decode-picture.server.ts.

/** Memory that a process may hold between two images: several times that of an idle one. */
const maxIdleBytes = 300 * 1_024 * 1_024;

let pieces: Uint8Array[] = [];

function send(message: FromPictureProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

async function decode(order: PictureOrder, bytes: Uint8Array): Promise<PictureEnd> {
  try {
    const metadata = await openPicture(bytes).metadata();
    await send({ type: "size", ...metadata.autoOrient });
    if (isTooComplex(metadata)) return { type: "too-complex", bytes: estimateDecodedBytes(metadata) };
    return { type: "done", result: await performOrder(order, bytes, metadata) };
  } catch (error) {
    return { type: "damaged", detail: String(error) };
  }
}

async function answer(order: PictureOrder, bytes: Uint8Array): Promise<void> {
  const end = await decode(order, bytes);
  await send({ type: "end", end, exhausted: process.memoryUsage.rss() > maxIdleBytes });
}

limitDecoder();
// Each image is decoded once: a cache would only use memory. The other cores serve pages.
sharp.cache(false);
sharp.concurrency(1);
process.on("message", (message: ToPictureProcess) => {
  if (message.type === "bytes") {
    pieces.push(message.bytes);
    return;
  }
  const bytes = Buffer.concat(pieces);
  pieces = [];
  void answer(message.order, bytes);
});
