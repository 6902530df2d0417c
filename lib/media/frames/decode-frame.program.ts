import {
  ALL_FORMATS,
  CustomSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  VideoSampleSink,
  type VideoSample,
} from "mediabunny";
import sharp, { type Sharp } from "sharp";
import { limitDecoder } from "../decoding/limit-decoder";
import {
  BeyondEndError,
  type DecodedFrame,
  type FrameSelector,
  type FromFrameProcess,
  type ToFrameProcess,
} from "./frame-messages";
import { isPlanarFormat, toRgb } from "./frame-pixels";

// The program of the process that decodes one frame of a video, or a strip of several: see decode-frame.server.ts.

/** How much of the file is cached while it is read. */
const maxCacheBytes = 8 * 1_024 * 1_024;

const pendingReads = new Map<number, (bytes: Uint8Array) => void>();
let reads = 0;

function send(message: FromFrameProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!process.send) throw new Error("This program runs as a child process with a channel");
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Reads through the parent process, which has the file on a disk or in a bucket. */
function openSource(fileBytes: number): CustomSource {
  return new CustomSource({
    getSize: () => fileBytes,
    read: async (start, end) => {
      const id = (reads += 1);
      const bytes = new Promise<Uint8Array>((resolve) => pendingReads.set(id, resolve));
      await send({ type: "read", id, start, end });
      return bytes;
    },
    maxCacheSize: maxCacheBytes,
  });
}

async function decode(fileBytes: number, selector: FrameSelector): Promise<DecodedFrame> {
  const input = new Input({ source: openSource(fileBytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error("There is no video in it");
  await assertSize(track);
  if (selector.kind === "strip") return { picture: await drawStrip(track, selector), seconds: 0 };
  const frame = await chooseFrame(track, selector, isFlatFrame);
  const picture = await drawFrame(frame);
  return { picture, seconds: frame.timestamp };
}

async function assertSize(track: InputVideoTrack): Promise<void> {
  const [width, height] = await Promise.all([track.getCodedWidth(), track.getCodedHeight()]);
  if (width * height > maxFramePixels) throw new Error(`A frame of ${width} x ${height} is too large`);
}

async function answer(fileBytes: number, selector: FrameSelector): Promise<void> {
  try {
    // Fails on a platform without a decoder; the video can't be decoded there.
    await import("@napi-rs/webcodecs/polyfill");
    await send({ type: "frame", ...(await decode(fileBytes, selector)) });
  } catch (error) {
    if (error instanceof BeyondEndError) await send({ type: "beyond-end", endSeconds: error.endSeconds });
    else await send({ type: "undecodable", detail: String(error) });
  }
  process.exit(0);
}

/** How far into a video to search for a poster. */
const posterSearchSeconds = 2;

/**
 * Players truncate times to whole microseconds, so a frame's time may fall just before the frame. A millisecond
 * is far less than the time between two frames.
 */
const toleranceSeconds = 0.001;

/**
 * Decodes the selected frame, starting from the key frame before it. The caller closes it.
 *
 * @throws BeyondEndError; and whatever the decoder throws
 */
async function chooseFrame(
  track: InputVideoTrack,
  selector: Exclude<FrameSelector, Strip>,
  isFlat: (frame: VideoSample) => Promise<boolean>,
): Promise<VideoSample> {
  const sink = new VideoSampleSink(track, { hardwareAcceleration: "prefer-software" });
  if (selector.kind === "poster") return choosePoster(sink, isFlat);
  if (selector.kind === "last") return orThrow(await sink.getSample(Infinity));
  // The audio may be longer than the frames; players hold the last frame until the end.
  const endSeconds = await track.input.computeDuration();
  if (selector.seconds > endSeconds + toleranceSeconds) throw new BeyondEndError(endSeconds);
  return (await sink.getSample(selector.seconds + toleranceSeconds)) ?? chooseFirst(sink);
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

/** Before the time of the first frame, players show the first frame. */
async function chooseFirst(sink: VideoSampleSink): Promise<VideoSample> {
  for await (const frame of sink.samples()) return frame;
  throw new Error("The video has no frame");
}

function orThrow(frame: VideoSample | null): VideoSample {
  if (frame) return frame;
  throw new Error("The video has no frame");
}

/** Larger frames are not decoded: they exceed 4K and need hundreds of megabytes in the decoder. */
const maxFramePixels = 16_777_216;

/** An image whose channels deviate less than this from their mean (of 255) is one flat colour. */
const flatDeviation = 3;
const flatProbePixels = 64;

/** The frame as players show it: upright and with square pixels. */
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

type Strip = Extract<FrameSelector, { kind: "strip" }>;

/** Of a longer video, strips show key frames: each of the others takes as long as all between it and its key frame. */
const exactStripSeconds = 60;
const stripQuality = 85;

async function drawStrip(track: InputVideoTrack, { frames, height }: Strip): Promise<Uint8Array> {
  const sink = new VideoSampleSink(track, { hardwareAcceleration: "prefer-software" });
  const size = { width: 0, height };
  const drawn: Buffer[] = [];
  for await (const found of sink.samplesAtTimestamps(await chooseTimes(track, frames))) {
    const before = drawn.at(-1);
    if (!found && before) {
      drawn.push(before);
      continue;
    }
    const frame = found ?? (await chooseFirst(sink));
    // All have the size of the first one, as players scale those of another size.
    size.width ||= Math.max(1, Math.round((frame.displayWidth * height) / frame.displayHeight));
    const picture = await toPicture(frame);
    frame.close();
    drawn.push(
      await picture
        .resize({ ...size, fit: "fill" })
        .raw()
        .toBuffer(),
    );
  }
  return sharp({ create: { width: size.width * frames, height, channels: 3, background: "#000000" } })
    .composite(
      drawn.map((input, index) => ({
        ...{ input, raw: { ...size, channels: 3 as const } },
        ...{ left: index * size.width, top: 0 },
      })),
    )
    .webp({ quality: stripQuality })
    .toBuffer();
}

async function chooseTimes(track: InputVideoTrack, frames: number): Promise<number[]> {
  const seconds = await track.input.computeDuration();
  const times = Array.from({ length: frames }, (_, index) => ((index + 0.5) / frames) * seconds);
  if (seconds <= exactStripSeconds) return times;
  const packets = new EncodedPacketSink(track);
  return Promise.all(times.map(async (time) => (await packets.getKeyPacket(time))?.timestamp ?? time));
}

async function drawFrame(frame: VideoSample): Promise<Uint8Array> {
  return (await toPicture(frame)).png().toBuffer();
}

/** Whether the frame is one flat colour, for example black before a fade. */
async function isFlatFrame(frame: VideoSample): Promise<boolean> {
  const probe = await (
    await toPicture(frame)
  )
    .resize(flatProbePixels, flatProbePixels, { fit: "inside" })
    .png()
    .toBuffer();
  const { channels } = await sharp(probe).stats();
  return channels.every(({ stdev }) => stdev < flatDeviation);
}

limitDecoder();
process.on("message", (message: ToFrameProcess) => {
  if (message.type === "order") void answer(message.fileBytes, message.selector);
  else {
    pendingReads.get(message.id)?.(message.bytes);
    pendingReads.delete(message.id);
  }
});
