import { VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import {
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type Source,
  StreamTarget,
} from "mediabunny";
import { setTimeout as delay } from "node:timers/promises";
import { createPlanes, type Planes } from "../render/planes";
import { PlanePyramid } from "../render/scale-planes";
import { VideoReader } from "../render/video-reader";
import { findProxySize } from "./proxy-size";

/** A quarter of a second at 24 frames a second: a seek decodes that much at most. */
const keyFrameEvery = 6;
const bitsPerSecond = 3_500_000;
const maxQueue = 6;
/** How long the encoder's last packets may take. */
const maxRestMs = 10_000;
const colours = { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false } as const;

/**
 * Encodes the pictures of a video again, small and with many key frames, upright and with square pixels. Every frame keeps its time to the
 * microsecond, so that the same position shows the same frame. Its sound is read from the original.
 */
export async function encodeProxy(
  source: Source,
  write: (bytes: Uint8Array, position: number) => void,
): Promise<void> {
  const reader = await VideoReader.open(source, 0);
  const target = new StreamTarget(
    new WritableStream({ write: ({ data, position }) => write(data, position) }),
  );
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const packets = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(packets);
  await output.start();
  let fault: unknown;
  let given = 0;
  let adding = Promise.resolve();
  let decoderConfig: VideoDecoderConfig | undefined;
  let size: { width: number; height: number } | undefined;
  const durations = new Map<number, number>();
  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      given += 1;
      const { description, codec } = metadata?.decoderConfig ?? {};
      if (description && codec) {
        decoderConfig ??= {
          ...{ codec, codedWidth: size!.width, codedHeight: size!.height, colorSpace: colours },
          description: Uint8Array.from(description as Uint8Array),
        };
      }
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      const duration = (durations.get(chunk.timestamp) ?? 0) / 1e6;
      durations.delete(chunk.timestamp);
      const packet = new EncodedPacket(data, chunk.type, chunk.timestamp / 1e6, duration);
      adding = adding.then(() => packets.add(packet, decoderConfig && { decoderConfig }));
      adding.catch((error: unknown) => (fault ??= error));
    },
    error: (error) => (fault ??= error),
  });
  try {
    let frames = 0;
    for (;;) {
      const picture = await reader.readNext();
      if (!picture || fault !== undefined) break;
      if (!size) {
        size = findProxySize(picture.shownWidth, picture.shownHeight);
        encoder.configure({
          ...{ codec: "avc1.64001f", ...size, bitrate: bitsPerSecond, bitrateMode: "variable" },
          ...{ latencyMode: "realtime", hardwareAcceleration: "prefer-software", avc: { format: "avc" } },
        });
      }
      const { timestampUs: timestamp, durationUs: duration } = picture;
      durations.set(timestamp, duration);
      const frame = new VideoFrame(shrink(picture.planes, size).data, {
        ...{ format: "I420", codedWidth: size.width, codedHeight: size.height, colorSpace: colours },
        ...{ timestamp, duration },
      });
      encoder.encode(frame, { keyFrame: frames % keyFrameEvery === 0 });
      frame.close();
      frames += 1;
      while (encoder.encodeQueueSize > maxQueue && fault === undefined) await delay(1);
    }
    if (frames === 0) throw new Error("The video has no frame");
    if (fault === undefined) await encoder.flush();
    // The last packets may arrive after the encoder has said that it is done (@napi-rs/webcodecs 1.3.1).
    for (let waited = 0; waited < maxRestMs && given < frames && fault === undefined; waited += 1)
      await delay(1);
    await adding;
    if (fault !== undefined) throw fault as Error;
    if (given !== frames) throw new Error(`${frames} frames became ${given}`);
    await output.finalize();
  } finally {
    reader.close();
    if (encoder.state !== "closed") encoder.close();
  }
}

function shrink(picture: Planes, { width, height }: { width: number; height: number }): Planes {
  const small = createPlanes(width, height);
  for (const [index, plane] of picture.planes.entries()) {
    const target = small.planes[index]!;
    const whole = { x: 0, y: 0, width: plane.width, height: plane.height };
    const box = { x: 0, y: 0, width: target.width, height: target.height };
    new PlanePyramid(plane).draw(whole, target, box);
  }
  return small;
}
