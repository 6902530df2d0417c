import type { FileHandle } from "node:fs/promises";
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { addChapters, packetsForChapters } from "./add-chapters";
import type { Chapter } from "./list-chapters";
import { RenderError } from "./render-fault";
import type { RenderOrder } from "./render-order";
import { stampTimes } from "./stamp-times";

interface FilmParts {
  format: "mp4" | "webm";
  /** Files of the segments in order, with how many frames each begins after the film does. */
  segments: readonly { file: string; start: number }[];
  sound: string;
  frameRate: number;
  frames: number;
  chapters: readonly Chapter[];
}

/** Joins segments and sound into one file, an MP4 with its index first. Copies what is encoded, packet by packet. */
export async function joinFilm(file: FileHandle, parts: FilmParts, tags: RenderOrder["tags"]): Promise<void> {
  const chunks = new WritableStream<{ data: Uint8Array; position: number }>({
    async write({ data, position }) {
      for (let at = 0; at < data.length;) {
        at += (await file.write(data, at, data.length - at, position + at)).bytesWritten;
      }
    },
  });
  const target = new StreamTarget(chunks, { chunked: true, chunkSize: 4 * 1_024 * 1_024 });
  const sound = await openFile(parts.sound, (input) => input.getPrimaryAudioTrack());
  const output = new Output({ format: makeFormat(parts.format), target });
  try {
    const { pictures, sounds } = codecs[parts.format];
    const video = new EncodedVideoPacketSource(pictures);
    const audio = new EncodedAudioPacketSource(sounds);
    output.addVideoTrack(video, {
      frameRate: parts.frameRate,
      maximumPacketCount: parts.frames + packetsForChapters,
    });
    let soundPackets = 0;
    for await (const _ of new EncodedPacketSink(sound.track).packets(undefined, undefined, metadataOnly)) {
      soundPackets += 1;
    }
    output.addAudioTrack(audio, { maximumPacketCount: soundPackets });
    const { title, comment, date, parameters } = tags;
    output.setMetadataTags({
      title,
      ...(comment ? { comment } : {}),
      ...(date ? { date } : {}),
      raw: writeRawTags(parts.format, parameters),
    });
    await output.start();
    await Promise.all([addVideo(video, parts), addSound(audio, sound.track)]);
    await output.finalize();
  } finally {
    sound.input.dispose();
  }
  if (parts.format !== "mp4") return;
  await addChapters(file, parts.chapters, (parts.frames * 1_000) / parts.frameRate);
  await stampTimes(file, tags.date ?? null);
}

const codecs = {
  mp4: { pictures: "avc", sounds: "aac" },
  webm: { pictures: "vp9", sounds: "opus" },
} as const;

const makeFormat = (format: FilmParts["format"]) =>
  format === "mp4" ? new Mp4OutputFormat({ fastStart: "reserve" }) : new WebMOutputFormat();

/** `ldes` is the long description of an iTunes file; a free-form atom isn't possible with mediabunny. */
function writeRawTags(format: FilmParts["format"], parameters: string | undefined) {
  if (format === "mp4") return { "©too": "Reverie", ...(parameters ? { ldes: parameters } : {}) };
  return { ENCODER: "Reverie", ...(parameters ? { DESCRIPTION: parameters } : {}) };
}

const metadataOnly = { metadataOnly: true };

async function openFile<Track>(file: string, find: (input: Input) => Promise<Track | null>) {
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, WEBM] });
  const track = await find(input);
  if (!track) throw new Error(`${file} lacks its track`);
  return { input, track };
}

async function addVideo(
  source: EncodedVideoPacketSource,
  { segments, frameRate, frames }: FilmParts,
): Promise<void> {
  let written = 0;
  let description: string | undefined;
  for (const { file, start } of segments) {
    const { input, track } = await openFile(file, (input) => input.getPrimaryVideoTrack());
    try {
      const decoderConfig = (await track.getDecoderConfig()) as VideoDecoderConfig;
      const found = Buffer.from((decoderConfig.description ?? []) as Uint8Array).toString("hex");
      description ??= found;
      // One file has one description: players take all segments for pictures of the first.
      if (description !== found) throw new RenderError("encoder-failed", `${file} is encoded differently`);
      for await (const packet of readPackets(track)) {
        const frame = start + Math.round(packet.timestamp * frameRate);
        const timing = { timestamp: frame / frameRate, duration: 1 / frameRate };
        await source.add(packet.clone(timing), { decoderConfig });
        written += 1;
      }
    } finally {
      input.dispose();
    }
  }
  if (written !== frames) throw new RenderError("encoder-failed", `${written} frames of ${frames}`);
  source.close();
}

async function addSound(source: EncodedAudioPacketSource, track: InputAudioTrack): Promise<void> {
  const decoderConfig = (await track.getDecoderConfig()) as AudioDecoderConfig;
  for await (const packet of readPackets(track)) await source.add(packet, { decoderConfig });
  source.close();
}

function readPackets(track: InputTrack): AsyncIterable<EncodedPacket> {
  return new EncodedPacketSink(track).packets();
}
