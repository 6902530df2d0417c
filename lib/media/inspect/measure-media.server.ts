import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { InputAudioTrack, InputVideoTrack } from "mediabunny";
import { type RawAudio, rawAudioDurationSeconds, rawAudioFrameBytes } from "../raw-audio";
import type { Turn } from "../decoding/fair-limit";
import { decodePicture } from "../pictures/decode-picture.server";
import { PictureDecodingError } from "../pictures/picture-process.server";
import type { SoundMeasures, VideoMeasures } from "../stored-asset";
import type { SniffedMedia } from "./sniff-media.server";
import { isFlacWithoutFrames } from "./flac-frames.server";
import { walkMpegFrames } from "./mpeg-frames.server";

/** Measurements of a file that can be decoded. */
export interface MeasuredMedia extends SniffedMedia {
  width?: number;
  height?: number;
  durationSeconds?: number;
  /** Only for audio with a header. */
  sound?: SoundMeasures;
  video?: VideoMeasures;
}

/** The bytes can't be decoded as their signature says: truncated, damaged or forged. */
export class UndecodableMediaError extends Error {
  constructor(options?: ErrorOptions) {
    super("The bytes cannot be decoded as their type", options);
    this.name = "UndecodableMediaError";
  }
}

/**
 * Measures and verifies a sniffed file in constant memory. Throws UndecodableMediaError.
 *
 * @param turn for an image, which is decoded
 */
export async function measureMedia(
  filePath: string,
  sniffed: SniffedMedia,
  turn: Turn,
): Promise<MeasuredMedia> {
  if (sniffed.kind === "image") return { ...sniffed, ...(await measureImage(filePath, turn)) };
  if (sniffed.rawAudio) return { ...sniffed, ...(await measureRawAudio(filePath, sniffed.rawAudio)) };
  if (sniffed.mimeType === "audio/mpeg") {
    const measures = await measureMpegAudio(filePath);
    if (measures) return { ...sniffed, ...measures };
  }
  if (sniffed.kind === "audio" || sniffed.kind === "video") return measureTimedMedia(filePath, sniffed);
  return sniffed;
}

/**
 * Size in pixels after orientation. The whole image is decoded: a truncated file has valid headers. What passes has
 * thumbnails.
 */
async function measureImage(filePath: string, turn: Turn): Promise<{ width: number; height: number }> {
  const { size: bytes } = await stat(filePath);
  try {
    const file = { bytes, turn, open: () => createReadStream(filePath) as AsyncIterable<Buffer> };
    return (await decodePicture(file, { kind: "check" })).size;
  } catch (cause) {
    throw cause instanceof PictureDecodingError ? new UndecodableMediaError({ cause }) : cause;
  }
}

async function measureRawAudio(filePath: string, rawAudio: RawAudio): Promise<{ durationSeconds: number }> {
  const { size } = await stat(filePath);
  if (size < rawAudioFrameBytes(rawAudio)) throw new UndecodableMediaError();
  return { durationSeconds: rawAudioDurationSeconds(rawAudio, size) };
}

/**
 * Counts frames, in a thirtieth of the time and memory of a demuxer. Null where the file contains anything but
 * frames, which only a demuxer can skip.
 */
async function measureMpegAudio(
  filePath: string,
): Promise<{ durationSeconds: number; sound: SoundMeasures } | null> {
  const { durationSeconds, format, end } = await walkMpegFrames(filePath);
  return end !== "other" && format ? { durationSeconds, sound: format } : null;
}

/** Null for Opus, which is always decoded at 48 kHz whatever its source was (RFC 7845, 5.1). */
async function measureSamples(track: InputAudioTrack): Promise<SoundMeasures | null> {
  if ((await track.getCodec()) === "opus") return null;
  const [sampleRateHz, channels] = await Promise.all([track.getSampleRate(), track.getNumberOfChannels()]);
  return { sampleRateHz, channels };
}

/**
 * Measures audio or video without decoding it. MP4 and WebM may contain only audio: the tracks decide the kind, not the
 * container. Throws UndecodableMediaError.
 */
export async function measureTimedMedia(filePath: string, sniffed: SniffedMedia): Promise<MeasuredMedia> {
  if (await isFlacWithoutFrames(filePath)) throw new UndecodableMediaError();
  // Imported on demand: a studio that only makes images never loads it.
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
 * Longer videos, of some minutes or more, are estimated: a few bytes of a table can claim billions of frames.
 */
const maxCountedFrames = 20_000;

/**
 * Counts frames from the container's tables without reading or decoding them. Above `maxCountedFrames` the
 * number is estimated from the rate of the first ones.
 */
async function measureFrames(track: InputVideoTrack): Promise<Omit<VideoMeasures, "hasSound">> {
  const { EncodedPacketSink } = await import("mediabunny");
  const sink = new EncodedPacketSink(track);
  const [codec, { packetCount, averagePacketRate }, first, last] = await Promise.all([
    track.getCodecParameterString(),
    track.computePacketStats(maxCountedFrames),
    sink.getFirstPacket({ metadataOnly: true }),
    sink.getPacket(Infinity, { metadataOnly: true }),
  ]);
  // Many writers omit the last frame's duration or write a wrong one.
  const spanSeconds = first && last ? last.timestamp - first.timestamp : 0;
  const isCounted = packetCount < maxCountedFrames;
  const frameRate = isCounted && spanSeconds > 0 ? (packetCount - 1) / spanSeconds : averagePacketRate;
  return {
    codec: codec ?? String(await track.getInternalCodecId()),
    frameRate: Math.round(frameRate * 1_000) / 1_000,
    frameCount: isCounted ? packetCount : Math.round(spanSeconds * averagePacketRate) + 1,
  };
}
