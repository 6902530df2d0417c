// The program of the process that decodes one frame of a video: see run-frame-process.server.ts.
import { setPriority } from "node:os";
import { ALL_FORMATS, CustomSource, Input, type InputVideoTrack } from "mediabunny";
import { BeyondEndError } from "./beyond-end-error";
import { chooseFrame } from "./choose-frame";
import { drawFrame, isFlatFrame, maxFramePixels } from "./draw-frame";
import type { DecodedFrame, FrameWish, FromFrameProcess, ToFrameProcess } from "./frame-messages";

/** Of this process with all that the decoder takes; a frame of 4K needs half of it. */
const maxMemoryBytes = 1_024 * 1_024 * 1_024;
const memoryCheckMs = 50;
/** Of the file, while it is looked through. */
const maxCacheBytes = 8 * 1_024 * 1_024;

const waiting = new Map<number, (bytes: Uint8Array) => void>();
let reads = 0;

function say(message: FromFrameProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** The file is not opened here: whoever started the process has it, on a disk or in a bucket. */
function openSource(fileBytes: number): CustomSource {
  return new CustomSource({
    getSize: () => fileBytes,
    read: async (start, end) => {
      const id = (reads += 1);
      const bytes = new Promise<Uint8Array>((resolve) => waiting.set(id, resolve));
      await say({ type: "read", id, start, end });
      return bytes;
    },
    maxCacheSize: maxCacheBytes,
  });
}

async function decode(fileBytes: number, wish: FrameWish): Promise<DecodedFrame> {
  const input = new Input({ source: openSource(fileBytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is no video in it");
  await assertSize(track);
  const frame = await chooseFrame(track, wish, isFlatFrame);
  const png = await drawFrame(frame);
  return { png, seconds: frame.timestamp };
}

async function assertSize(track: InputVideoTrack): Promise<void> {
  const [width, height] = await Promise.all([track.getCodedWidth(), track.getCodedHeight()]);
  if (width * height > maxFramePixels) throw new Error(`A frame of ${width} x ${height} is too large`);
}

async function answer(fileBytes: number, wish: FrameWish): Promise<void> {
  try {
    // On a machine for which there is no decoder this fails, and the video cannot be decoded here.
    await import("@napi-rs/webcodecs/polyfill");
    await say({ type: "frame", ...(await decode(fileBytes, wish)) });
  } catch (error) {
    if (error instanceof BeyondEndError) await say({ type: "beyond-end", endSeconds: error.endSeconds });
    else await say({ type: "undecodable", detail: String(error) });
  }
  process.exit(0);
}

// Pages and results come first.
setPriority(10);
// The decoder's threads do not stop this timer, nor does its memory count as that of JavaScript.
setInterval(() => {
  if (process.memoryUsage.rss() > maxMemoryBytes) process.exit(1);
}, memoryCheckMs);
// Whoever asked is gone.
process.on("disconnect", () => process.exit(0));
process.on("message", (message: ToFrameProcess) => {
  if (message.type === "order") void answer(message.fileBytes, message.wish);
  else {
    waiting.get(message.id)?.(message.bytes);
    waiting.delete(message.id);
  }
});
