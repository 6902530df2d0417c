import h264 from "h264-mp4-encoder";
import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from "mediabunny";

/** Of H.264, 10 (best) to 51. */
const QUANTIZER = 27;
/** 0 (smallest file) to 10 (fastest). */
const ENCODER_SPEED = 10;
const KEY_FRAME_SECONDS = 1;

/** The colour space of the encoder; players would guess another above 720 lines. */
const COLOR_SPACE = {
  primaries: "smpte170m",
  transfer: "smpte170m",
  matrix: "smpte170m",
  fullRange: false,
} as const;

interface FrameShape {
  width: number;
  height: number;
  framesPerSecond: number;
}

/**
 * Encodes frames of red, green, blue and opacity as H.264 in an MP4 file. The encoder is minih264, compiled to WebAssembly; its
 * file is taken apart again, so that the index can be where it is wanted.
 */
export async function encodeFrames(
  frames: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  shape: FrameShape,
  indexPlace: "first" | "last",
): Promise<Uint8Array> {
  const encoder = await h264.createH264MP4Encoder();
  try {
    encoder.width = shape.width;
    encoder.height = shape.height;
    encoder.frameRate = shape.framesPerSecond;
    encoder.groupOfPictures = Math.max(Math.round(shape.framesPerSecond * KEY_FRAME_SECONDS), 1);
    encoder.quantizationParameter = QUANTIZER;
    encoder.speed = ENCODER_SPEED;
    encoder.initialize();
    for await (const frame of frames) encoder.addFrameRgba(frame);
    encoder.finalize();
    const mp4 = encoder.FS.readFile(encoder.outputFilename);
    encoder.FS.unlink(encoder.outputFilename);
    return await packAgain(mp4, shape, indexPlace);
  } finally {
    encoder.delete();
  }
}

async function packAgain(
  mp4: Uint8Array,
  { framesPerSecond }: FrameShape,
  indexPlace: "first" | "last",
): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(mp4), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const config = (await track?.getDecoderConfig()) ?? null;
  if (track === null || config === null) throw new Error("the encoder left no video track");
  const decoderConfig = { ...config, colorSpace: COLOR_SPACE };
  const target = new BufferTarget();
  const format = new Mp4OutputFormat({ fastStart: indexPlace === "first" ? "in-memory" : false });
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource("avc");
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  let place = 0;
  // The encoder marks no key frames, which players read as if all were.
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true });
  for await (const packet of packets) {
    const timing = { timestamp: place / framesPerSecond, duration: 1 / framesPerSecond };
    await source.add(packet.clone(timing), place === 0 ? { decoderConfig } : undefined);
    place += 1;
  }
  await output.finalize();
  if (target.buffer === null) throw new Error("the MP4 writer left no bytes");
  return new Uint8Array(target.buffer);
}
