import { stat } from "node:fs/promises";
import { type InputAudioTrack, EncodedPacketSink, type InputVideoTrack } from "mediabunny";
import { type RawAudio, rawAudioDurationSeconds, rawAudioFrameBytes } from "../raw-audio";
import { sharp } from "../sharp.server";
import type { SoundMeasures, VideoMeasures } from "../stored-asset";
import type { SniffedMedia } from "./sniff-media.server";
import { walkMpegFrames } from "./mpeg-frames.server";

/** The facts of a file that can be decoded. */
export interface MeasuredMedia extends SniffedMedia {
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Of sound with a header. */
  sound?: SoundMeasures;
  video?: VideoMeasures;
}

/** The bytes announce a kind but cannot be decoded as it: cut off, damaged or forged. */
export class UndecodableMediaError extends Error {
  constructor(options?: ErrorOptions) {
    super("The bytes cannot be decoded as what they announce", options);
    this.name = "UndecodableMediaError";
  }
}

/** Far above the 2048 x 2048 of the service and of any camera, far below what would exhaust the memory. */
const maxPixels = 100_000_000;

/** Measures and verifies a sniffed file; throws UndecodableMediaError. Memory does not grow with the file's size. */
export async function measureMedia(filePath: string, sniffed: SniffedMedia): Promise<MeasuredMedia> {
  if (sniffed.kind === "image") return { ...sniffed, ...(await measureImage(filePath)) };
  if (sniffed.rawAudio) return { ...sniffed, ...(await measureRawAudio(filePath, sniffed.rawAudio)) };
  if (sniffed.mimeType === "audio/mpeg") {
    const measures = await measureMpegAudio(filePath);
    if (measures) return { ...sniffed, ...measures };
  }
  if (sniffed.kind === "audio" || sniffed.kind === "video") return measureTimedMedia(filePath, sniffed);
  return sniffed;
}

/**
 * Pixels as shown. The whole picture is decoded, to a few pixels: headers alone are sound also in a file that was cut
 * off, and JPEG and WebP decode much faster when they are shrunk on the way.
 */
async function measureImage(filePath: string): Promise<{ width: number; height: number }> {
  const options = { failOn: "truncated", limitInputPixels: maxPixels } as const;
  try {
    const [metadata] = await Promise.all([
      sharp(filePath, options).metadata(),
      sharp(filePath, options).resize(8, 8, { fit: "fill" }).raw().toBuffer(),
    ]);
    return { width: metadata.autoOrient.width, height: metadata.autoOrient.height };
  } catch (cause) {
    throw new UndecodableMediaError({ cause });
  }
}

async function measureRawAudio(filePath: string, rawAudio: RawAudio): Promise<{ durationSeconds: number }> {
  const { size } = await stat(filePath);
  if (size < rawAudioFrameBytes(rawAudio)) throw new UndecodableMediaError();
  return { durationSeconds: rawAudioDurationSeconds(rawAudio, size) };
}

/**
 * Counted from frame to frame, in a thirtieth of the time and memory that a demuxer takes. Null where the file is more
 * than one row of frames: what else is in it is for the demuxer to skip.
 */
async function measureMpegAudio(
  filePath: string,
): Promise<{ durationSeconds: number; sound: SoundMeasures } | null> {
  const { durationSeconds, format, end } = await walkMpegFrames(filePath);
  return end !== "other" && format ? { durationSeconds, sound: format } : null;
}

/** Null for Opus, which is always decoded at 48 kHz, whatever it was made of (RFC 7845, 5.1). */
async function measureSamples(track: InputAudioTrack): Promise<SoundMeasures | null> {
  if ((await track.getCodec()) === "opus") return null;
  const [sampleRateHz, channels] = await Promise.all([track.getSampleRate(), track.getNumberOfChannels()]);
  return { sampleRateHz, channels };
}

/** MP4 and WebM may hold sound alone: the tracks decide the kind, not the container. */
async function measureTimedMedia(filePath: string, sniffed: SniffedMedia): Promise<MeasuredMedia> {
  // Loaded when the first sound comes: a studio that makes pictures never pays for it.
  const { ALL_FORMATS, FilePathSource, Input } = await import("mediabunny");
  const input = new Input({ source: new FilePathSource(filePath), formats: ALL_FORMATS });
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    if (!video && !audio) throw new UndecodableMediaError();
    const durationSeconds = await input.computeDuration();
    if (!(durationSeconds > 0)) throw new UndecodableMediaError();
    if (!video) {
      const mimeType = sniffed.mimeType.replace("video/", "audio/");
      const sound = audio && (await measureSamples(audio));
      return { kind: "audio", mimeType, durationSeconds, ...(sound ? { sound } : {}) };
    }
    const [width, height] = await Promise.all([video.getDisplayWidth(), video.getDisplayHeight()]);
    const frames = { ...(await measureFrames(video)), hasSound: audio !== null };
    return { kind: "video", mimeType: sniffed.mimeType, width, height, durationSeconds, video: frames };
  } catch (cause) {
    throw cause instanceof UndecodableMediaError ? cause : new UndecodableMediaError({ cause });
  } finally {
    input.dispose();
  }
}

/**
 * More frames than these, some minutes of them, are not counted one by one: a few bytes of a table may claim billions.
 */
const maxCountedFrames = 20_000;

/**
 * Counted from the container's own tables: nothing is decoded, and of the frames themselves nothing is read. Of a video of
 * more than `maxCountedFrames` the number is estimated by the pace of the first ones.
 */
export async function measureFrames(track: InputVideoTrack): Promise<Omit<VideoMeasures, "hasSound">> {
  const sink = new EncodedPacketSink(track);
  const [codec, { packetCount, averagePacketRate }, first, last] = await Promise.all([
    track.getCodecParameterString(),
    track.computePacketStats(maxCountedFrames),
    sink.getFirstPacket({ metadataOnly: true }),
    sink.getPacket(Infinity, { metadataOnly: true }),
  ]);
  // Writers leave the last frame without a duration, or give it a wrong one.
  const spanSeconds = first && last ? last.timestamp - first.timestamp : 0;
  const isCounted = packetCount < maxCountedFrames;
  const frameRate = isCounted && spanSeconds > 0 ? (packetCount - 1) / spanSeconds : averagePacketRate;
  return {
    codec: codec ?? String(await track.getInternalCodecId()),
    frameRate: Math.round(frameRate * 1_000) / 1_000,
    frameCount: isCounted ? packetCount : Math.round(spanSeconds * averagePacketRate) + 1,
  };
}
