import { setPriority } from "node:os";
import {
  ALL_FORMATS,
  CustomSource,
  Input,
  type InputVideoTrack,
  VideoSampleSink,
  type VideoSample,
} from "mediabunny";
import {
  BeyondEndError,
  type DecodedFrame,
  type FrameWish,
  type FromFrameProcess,
  type ToFrameProcess,
} from "./frame-messages";
import sharp, { type Sharp } from "sharp";
import { isPlanarFormat, toRgb } from "./frame-pixels";

// The program of the process that decodes one frame of a video: see decode-frame.server.ts.

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

/** How far into a video a poster is looked for. */
const posterSearchSeconds = 2;

/**
 * Players tell times in whole microseconds, cut off: the time of a frame may lie just before the frame. A millisecond is
 * far below the time between two frames.
 */
const toleranceSeconds = 0.001;

/**
 * The frame that is wished for, decoded, from the key frame before it on. The caller closes it.
 *
 * @throws BeyondEndError; and whatever the decoder throws
 */
export async function chooseFrame(
  track: InputVideoTrack,
  wish: FrameWish,
  isFlat: (frame: VideoSample) => Promise<boolean>,
): Promise<VideoSample> {
  const sink = new VideoSampleSink(track, { hardwareAcceleration: "prefer-software" });
  if (wish.kind === "poster") return choosePoster(sink, isFlat);
  if (wish.kind === "last") return orThrow(await sink.getSample(Infinity));
  // Players hold the last frame while the sound goes on.
  const endSeconds = await track.input.computeDuration();
  if (wish.seconds > endSeconds + toleranceSeconds) throw new BeyondEndError(endSeconds);
  return (await sink.getSample(wish.seconds + toleranceSeconds)) ?? chooseFirst(sink);
}

async function choosePoster(
  sink: VideoSampleSink,
  isFlat: (frame: VideoSample) => Promise<boolean>,
): Promise<VideoSample> {
  let first: VideoSample | null = null;
  for await (const frame of sink.samples()) {
    if (first && frame.timestamp - first.timestamp > posterSearchSeconds) {
      frame.close();
      break;
    }
    if (!(await isFlat(frame))) {
      first?.close();
      return frame;
    }
    if (first) frame.close();
    else first = frame;
  }
  return orThrow(first);
}

/** What is shown before the first frame has its time: players show the first one. */
async function chooseFirst(sink: VideoSampleSink): Promise<VideoSample> {
  for await (const frame of sink.samples()) return frame;
  throw new Error("The video has no frame");
}

function orThrow(frame: VideoSample | null): VideoSample {
  if (frame) return frame;
  throw new Error("The video has no frame");
}

/** Frames larger than this are not decoded: more than 4K, and some hundred megabytes while a decoder works on it. */
export const maxFramePixels = 16_777_216;

/** A picture whose colours vary less than this around their mean, of 255, is one flat colour. */
const flatDeviation = 3;
const flatProbePixels = 64;

/** The frame as a picture, as players show it: upright and with square pixels. */
async function toPicture(frame: VideoSample): Promise<Sharp> {
  const { width, height } = frame.visibleRect;
  const picture = await readPixels(frame, { width, height });
  const turned = frame.rotation === 0 ? picture : picture.rotate(frame.rotation);
  const [shownWidth, shownHeight] = [frame.displayWidth, frame.displayHeight];
  const isSideways = frame.rotation % 180 !== 0;
  if (shownWidth === (isSideways ? height : width) && shownHeight === (isSideways ? width : height)) {
    return turned;
  }
  return turned.resize(shownWidth, shownHeight, { fit: "fill" });
}

async function readPixels(frame: VideoSample, size: { width: number; height: number }): Promise<Sharp> {
  const { format } = frame;
  if (format !== null && isPlanarFormat(format)) {
    const data = new Uint8Array(frame.allocationSize());
    const planes = await frame.copyTo(data);
    const { matrix = null, fullRange } = frame.colorSpace;
    const rgb = toRgb({ ...size, format, data, planes, matrix, fullRange: fullRange ?? false });
    return sharp(rgb, { raw: { ...size, channels: 3 } });
  }
  const pixels = new Uint8Array(frame.allocationSize({ format: "RGBA" }));
  await frame.copyTo(pixels, { format: "RGBA" });
  return sharp(pixels, { raw: { ...size, channels: 4 } }).removeAlpha();
}

/** The exact pixels of a frame as PNG. */
export async function drawFrame(frame: VideoSample): Promise<Uint8Array> {
  return (await toPicture(frame)).png().toBuffer();
}

/** Whether nothing is to be seen: black or white before a fade, or any one colour. */
export async function isFlatFrame(frame: VideoSample): Promise<boolean> {
  const probe = await (
    await toPicture(frame)
  )
    .resize(flatProbePixels, flatProbePixels, { fit: "inside" })
    .png()
    .toBuffer();
  const { channels } = await sharp(probe).stats();
  return channels.every(({ stdev }) => stdev < flatDeviation);
}
