import { VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from "mediabunny";
import { setTimeout as delay } from "node:timers/promises";
import type { Planes } from "./planes";
import { RenderError } from "./render-fault";

/** How many frames may wait for the encoder. */
const maxQueue = 6;
/** How long the encoder's last packets may take. */
const maxRestMs = 10_000;
/** Of pictures at 24 frames a second: what video services ask for uploads of these sizes. */
const bitsPerPixel = 0.22;

const filmColours = { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false } as const;

/** H.264 High by x264, or VP9 by libvpx, at 1080p and 30 frames a second at most. */
const codecs = {
  mp4: { track: "avc", config: { codec: "avc1.640028", avc: { format: "avc" } } },
  webm: { track: "vp9", config: { codec: "vp09.00.40.08" } },
} as const;

export interface SegmentShape {
  /** The file for which it is encoded. */
  format: keyof typeof codecs;
  width: number;
  height: number;
  frameRate: number;
  /** The first frame of the segment, and the one after its last. */
  start: number;
  end: number;
}

/**
 * Encodes frames of a film, as an MP4 file of its own that begins with a key frame and refers to nothing before
 * it. Times are those of the film's frames from the beginning of the segment.
 *
 * @throws RenderError encoder-failed; and whatever `draw` throws
 */
export async function encodeSegment(
  { format, width, height, frameRate, start, end }: SegmentShape,
  draw: (frame: number) => Promise<Planes>,
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "in-memory" }), target });
  const source = new EncodedVideoPacketSource(codecs[format].track);
  output.addVideoTrack(source, { frameRate });
  await output.start();
  let fault: unknown;
  let adding = Promise.resolve();
  let packets = 0;
  let isDrawing = false;
  let decoderConfig: VideoDecoderConfig | undefined;
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const { description, codec } = metadata?.decoderConfig ?? {};
      if (codec) {
        decoderConfig ??= {
          ...{ codec, codedWidth: width, codedHeight: height, colorSpace: filmColours },
          ...(description ? { description: Uint8Array.from(description as Uint8Array) } : {}),
        };
      }
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const frame = Math.round((chunk.timestamp * frameRate) / 1e6);
      const packet = new EncodedPacket(data, chunk.type, frame / frameRate, 1 / frameRate);
      packets += 1;
      adding = adding.then(() => source.add(packet, decoderConfig && { decoderConfig }));
    },
    error(error) {
      fault ??= error;
    },
  });
  try {
    encoder.configure({
      ...codecs[format].config,
      ...{ width, height, framerate: frameRate },
      bitrate: Math.round(bitsPerPixel * width * height * 24),
      ...{ bitrateMode: "variable", latencyMode: "quality", hardwareAcceleration: "prefer-software" },
    });
    for (let frame = start; frame < end && fault === undefined; frame += 1) {
      isDrawing = true;
      const planes = await draw(frame);
      isDrawing = false;
      const picture = new VideoFrame(planes.data, {
        ...{ format: "I420", codedWidth: width, codedHeight: height, colorSpace: filmColours },
        timestamp: Math.round(((frame - start) * 1e6) / frameRate),
        duration: Math.round(1e6 / frameRate),
      });
      encoder.encode(picture, { keyFrame: frame === start });
      picture.close();
      while (encoder.encodeQueueSize > maxQueue && fault === undefined) await delay(1);
    }
    if (fault === undefined) await encoder.flush();
    // The last packets may arrive after the encoder has said that it is done (@napi-rs/webcodecs 1.3.1).
    for (let waited = 0; waited < maxRestMs && packets < end - start && fault === undefined; waited += 1) {
      await delay(1);
    }
    await adding;
  } catch (error) {
    if (isDrawing) throw error;
    fault ??= error;
  } finally {
    if (encoder.state !== "closed") encoder.close();
  }
  if (fault !== undefined) {
    throw new RenderError("encoder-failed", `Frames ${start} to ${end - 1}: ${String(fault)}`, {
      cause: fault,
    });
  }
  if (packets !== end - start) {
    throw new RenderError(
      "encoder-failed",
      `${end - start} frames became ${packets}, from frame ${start} on`,
    );
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}
