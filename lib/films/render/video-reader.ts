import { EncodedVideoChunk, VideoDecoder, type VideoFrame } from "@napi-rs/webcodecs";
import {
  ALL_FORMATS,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputVideoTrack,
  type Source,
} from "mediabunny";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { type PlanarFrame, isPlanarFormat, toRgb } from "@/lib/media/frames/frame-pixels";
import { type ColourSpace, convertColours, toPlanes } from "./convert-colours";
import { createPlanes, type Planes } from "./planes";
import { turnPlanes } from "./turn-planes";

/** A decoded picture and the size that players show it in: its pixels may not be square. */
export interface SourcePicture {
  planes: Planes;
  shownWidth: number;
  shownHeight: number;
}

/** How many frames may wait, decoded or on the way to the decoder. */
const maxAhead = 4;
/** How many frames may be passed over before their memory is collected: closing them alone doesn't free it. */
const collectFrames = 6;
/** Larger frames need hundreds of megabytes in the decoder. */
const maxFramePixels = 16_777_216;
/** Times in files are rounded: a frame that begins this much later is still the one that is meant. */
const toleranceUs = 500;
/** How much earlier than it says a video may end. */
const endToleranceSeconds = 0.5;
/** How long the decoder's last frames may take. */
const maxRestMs = 500;

/**
 * Reads the pictures of a video at ascending times. Feeds the decoder itself: together with this package, mediabunny's sample
 * sink waits for ever where it begins behind the first frame (mediabunny 1.61.0, @napi-rs/webcodecs 1.3.1).
 */
export class VideoReader {
  readonly #input: Input;
  readonly #track: InputVideoTrack;
  /** Undefined once it is closed: its memory is freed with the object, which its own callbacks would keep through this one. */
  #decoder: VideoDecoder | undefined;
  readonly #packets: AsyncIterator<Awaited<ReturnType<EncodedPacketSink["getKeyPacket"]>>>;
  readonly #rotation: number;
  readonly #shown: { width: number; height: number };
  readonly #colours: ColourSpace;
  #frames: VideoFrame[] = [];
  #current: VideoFrame | undefined;
  #picture: SourcePicture | undefined;
  /** Of the last frame; used again, because garbage of this size would stay for long. */
  #planes: Planes | undefined;
  #fed = 0;
  #given = 0;
  #fedUntil = 0;
  #isFed = false;
  #isFlushed = false;
  #fault: Error | undefined;
  #wake: (() => void) | undefined;
  #feeding: Promise<void> | undefined;

  private constructor(facts: OpenedVideo, startSeconds: number) {
    this.#input = facts.input;
    this.#track = facts.track;
    this.#rotation = facts.rotation;
    this.#shown = facts.shown;
    this.#colours = facts.colours;
    this.#packets = readPackets(facts.track, startSeconds);
    this.#decoder = new VideoDecoder({
      output: (frame) => {
        // Frames also arrive after the decoder was closed.
        if (!this.#decoder) return frame.close();
        this.#given += 1;
        this.#frames.push(frame);
        this.#wake?.();
      },
      error: (error) => {
        this.#fault ??= error;
        this.#wake?.();
      },
    });
    this.#decoder.ondequeue = () => this.#wake?.();
    this.#decoder.configure({ ...facts.config, hardwareAcceleration: "prefer-software" });
  }

  /** Opens a file at a time. Throws where there is no video in it that can be decoded. */
  static async open(file: string | Source, startSeconds: number): Promise<VideoReader> {
    const source = typeof file === "string" ? new FilePathSource(file) : file;
    const input = new Input({ source, formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    const config = await track?.getDecoderConfig();
    if (!track || !config) throw new Error("There is no video in it");
    const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()];
    if (width * height > maxFramePixels) throw new Error(`A frame of ${width} x ${height} is too large`);
    const { matrix = null, fullRange = false } = await track.getColorSpace();
    const { codec, codedWidth, codedHeight, description } = config;
    return new VideoReader(
      {
        ...{ input, track, rotation: await track.getRotation() },
        shown: { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() },
        colours: { matrix: matrix ?? null, fullRange: fullRange ?? false },
        config: {
          codec,
          ...(codedWidth && codedHeight ? { codedWidth, codedHeight } : {}),
          ...(description ? { description: toBytes(description) } : {}),
        },
      },
      startSeconds,
    );
  }

  /**
   * The picture that is seen at a time: the last frame that has begun. The first one before it, the last one behind the end.
   * It belongs to the reader and is valid until the next call.
   */
  async readAt(seconds: number): Promise<SourcePicture> {
    const wantedUs = seconds * 1e6 + toleranceUs;
    let passed = 0;
    for (;;) {
      const next = this.#frames[0] ?? (await this.#awaitFrame());
      if (!next || (this.#current && next.timestamp > wantedUs)) break;
      this.#frames.shift();
      this.#current?.close();
      this.#current = next;
      this.#picture = undefined;
      passed += 1;
      if (passed % collectFrames === 0) globalThis.gc?.();
    }
    if (!this.#current) throw new Error("The video has no frame");
    this.#picture ??= await this.#draw(this.#current);
    void this.#feed();
    return this.#picture;
  }

  /** The next picture as they are seen, with its time in microseconds; null at the end. Valid until the next call, like that of `readAt`. */
  async readNext(): Promise<(SourcePicture & { timestampUs: number; durationUs: number }) | null> {
    const next = await this.#awaitFrame();
    if (!next) return null;
    this.#frames.shift();
    this.#current?.close();
    this.#current = next;
    const picture = await this.#draw(next);
    void this.#feed();
    return { ...picture, timestampUs: next.timestamp, durationUs: next.duration ?? 0 };
  }

  close(): void {
    this.#current?.close();
    for (const frame of this.#frames) frame.close();
    this.#frames = [];
    if (this.#decoder && this.#decoder.state !== "closed") this.#decoder.close();
    this.#decoder = undefined;
    this.#input.dispose();
  }

  /** The next decoded frame; undefined at the end. */
  async #awaitFrame(): Promise<VideoFrame | undefined> {
    while (this.#frames.length === 0) {
      if (this.#fault) throw this.#fault;
      if (this.#isFlushed) return undefined;
      const progress = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await this.#feed();
      if (this.#frames.length === 0 && !this.#fault && !this.#isFlushed) await progress;
    }
    return this.#frames[0];
  }

  /** Feeds the decoder until enough is on its way. */
  #feed(): Promise<void> {
    this.#feeding ??= this.#feedPackets().finally(() => {
      this.#feeding = undefined;
    });
    return this.#feeding;
  }

  async #feedPackets(): Promise<void> {
    try {
      for (;;) {
        const decoder = this.#decoder;
        const waiting = this.#frames.length + (decoder?.decodeQueueSize ?? 0);
        if (!decoder || this.#isFed || this.#fault || waiting >= maxAhead) return;
        const { value: packet, done } = await this.#packets.next();
        if (done || !packet) {
          await this.#end();
          return;
        }
        const { type, data, microsecondTimestamp: timestamp, microsecondDuration: duration } = packet;
        decoder.decode(new EncodedVideoChunk({ type, timestamp, duration, data }));
        this.#fed += 1;
        this.#fedUntil = Math.max(this.#fedUntil, packet.timestamp + packet.duration);
        // Decoded frames arrive between tasks, and count only then.
        await setImmediate();
      }
    } catch (error) {
      this.#fault ??= error as Error;
      this.#wake?.();
    }
  }

  /** After the last packet. */
  async #end(): Promise<void> {
    this.#isFed = true;
    const duration = await this.#track.computeDuration();
    if (this.#fedUntil < duration - endToleranceSeconds) {
      throw new Error(`It ends at ${this.#fedUntil} s of ${duration} s`);
    }
    await this.#decoder?.flush();
    // The last frames may arrive after the decoder has said that it is done (@napi-rs/webcodecs 1.3.1). Packets that show nothing
    // are rare, so the wait is short where not every one becomes a frame.
    for (let waited = 0; waited < maxRestMs && this.#given < this.#fed; waited += 1) await delay(1);
    this.#isFlushed = true;
    this.#wake?.();
  }

  async #draw(frame: VideoFrame): Promise<SourcePicture> {
    this.#planes = await toFilmPlanes(frame, this.#colours, this.#planes);
    const planes = turnPlanes(this.#planes, this.#rotation);
    return { planes, shownWidth: this.#shown.width, shownHeight: this.#shown.height };
  }
}

interface OpenedVideo {
  input: Input;
  track: InputVideoTrack;
  rotation: number;
  shown: { width: number; height: number };
  colours: ColourSpace;
  config: { codec: string; codedWidth?: number; codedHeight?: number; description?: Uint8Array };
}

function toBytes(description: AllowSharedBufferSource): Uint8Array {
  if (ArrayBuffer.isView(description)) {
    return new Uint8Array(description.buffer, description.byteOffset, description.byteLength);
  }
  return new Uint8Array(description);
}

/** All packets from the key frame on that comes before a time. */
async function* readPackets(track: InputVideoTrack, seconds: number) {
  const sink = new EncodedPacketSink(track);
  const options = { verifyKeyPackets: true };
  const start = (await sink.getKeyPacket(seconds, options)) ?? (await sink.getFirstPacket(options));
  if (start) yield* sink.packets(start, undefined, options);
}

/**
 * Copies a frame of odd width or height, whose colours lack their last column or row (@napi-rs/webcodecs 1.3.1): the one before stands
 * for it.
 */
async function copyOddFrame(frame: VideoFrame, { height, planes }: Planes): Promise<void> {
  const data = new Uint8Array(frame.allocationSize());
  const layout: PlanarFrame["planes"] = await frame.copyTo(data);
  for (const [index, plane] of planes.entries()) {
    const from = layout[index];
    const rows = index === 0 ? height : height >> 1;
    if (!from || rows === 0) throw new Error(`A frame of ${plane.width} x ${plane.height} has no colours`);
    for (let row = 0; row < plane.height; row += 1) {
      const at = plane.offset + row * plane.stride;
      const start = from.offset + Math.min(row, rows - 1) * from.stride;
      const samples = Math.min(plane.width, from.stride);
      plane.data.set(data.subarray(start, start + samples), at);
      plane.data.fill(plane.data[at + samples - 1]!, at + samples, at + plane.width);
    }
  }
}

/** A frame in the colours of films, in the place of another one if that has its size. */
async function toFilmPlanes(frame: VideoFrame, colours: ColourSpace, used?: Planes): Promise<Planes> {
  const rect = frame.visibleRect;
  const [width, height] = [rect.width, rect.height];
  if (frame.format === "I420") {
    const isReused = used?.width === width && used.height === height;
    const picture = isReused ? used : createPlanes(width, height);
    if (frame.allocationSize() === picture.data.length) await frame.copyTo(picture.data);
    else await copyOddFrame(frame, picture);
    convertColours(picture, colours);
    return picture;
  }
  if (frame.format && isPlanarFormat(frame.format)) {
    const data = new Uint8Array(frame.allocationSize());
    const planes: PlanarFrame["planes"] = await frame.copyTo(data);
    const rgb = toRgb({ width, height, format: frame.format, data, planes, ...colours });
    return toPlanes(rgb, { width, height, channels: 3 });
  }
  const pixels = new Uint8Array(frame.allocationSize({ format: "RGBA" }));
  await frame.copyTo(pixels, { format: "RGBA" });
  return toPlanes(pixels, { width, height, channels: 4 });
}
