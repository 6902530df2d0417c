import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { AudioData, AudioEncoder, type AudioEncoderConfig, type EncodedAudioChunk } from "@napi-rs/webcodecs";
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  FlacOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  StreamTarget,
  WebMOutputFormat,
} from "mediabunny";
import type { M4aTags } from "./conversion-messages";
import { toPcm16 } from "./pcm16";
import type { SoundFileEncoder, SoundShape } from "./encoder-shape";

/** How many pieces may wait for the encoder's thread. */
const maxQueue = 8;

/** How long the encoder's last packets may take. */
const maxRestMs = 10_000;

/** What a packet of AAC-LC holds, and what the encoder puts before the first sample. */
const aacPacketSamples = 1_024;

/** 16-bit FLAC by FFmpeg. */
export function createFlacEncoder(shape: SoundShape): Promise<SoundFileEncoder> {
  return createEncoder(shape, {
    config: { codec: "flac", sampleRate: shape.sampleRateHz, numberOfChannels: shape.channels },
    codec: "flac",
    format: new FlacOutputFormat(),
    delaySamples: 0,
    packetSamples: null,
    toData: (channelData) => ({ format: "s16", data: new Uint8Array(toPcm16(channelData).buffer) }),
  });
}

/**
 * AAC-LC by FFmpeg in an M4A file with its index first. The edit list leaves out what the encoder adds at the beginning; the
 * last packet is as long as what is left.
 */
export function createM4aEncoder(shape: SoundShape, tags: M4aTags | null): Promise<SoundFileEncoder> {
  return createEncoder(shape, {
    config: {
      codec: "mp4a.40.2",
      sampleRate: shape.sampleRateHz,
      numberOfChannels: shape.channels,
      bitrate: chooseAacBitrate(shape),
    },
    codec: "aac",
    format: new Mp4OutputFormat({ fastStart: "in-memory" }),
    delaySamples: aacPacketSamples,
    packetSamples: aacPacketSamples,
    toData: (channelData) => ({ format: "f32-planar", data: joinPlanes(channelData) }),
    tags,
  });
}

/** Opus by libopus in a WebM file. Its header says how much players leave out at the beginning. */
export function createOpusEncoder(shape: SoundShape): Promise<SoundFileEncoder> {
  return createEncoder(shape, {
    config: {
      codec: "opus",
      sampleRate: shape.sampleRateHz,
      numberOfChannels: shape.channels,
      bitrate: 80_000 * shape.channels,
    },
    codec: "opus",
    format: new WebMOutputFormat(),
    delaySamples: 0,
    packetSamples: shape.sampleRateHz / 50,
    toData: (channelData) => ({ format: "f32-planar", data: joinPlanes(channelData) }),
  });
}

/** Transparent, as far as the sample rate allows: AAC has at most 6,144 bits in a frame of 1,024 samples of a channel. */
function chooseAacBitrate({ sampleRateHz, channels }: SoundShape): number {
  return Math.min(128_000, sampleRateHz * 4) * channels;
}

interface EncoderPlan {
  config: AudioEncoderConfig;
  codec: "flac" | "aac" | "opus";
  format: OutputFormat;
  delaySamples: number;
  /** Of every packet; null where it differs. The durations of the last packets are wrong (@napi-rs/webcodecs 1.3.1). */
  packetSamples: number | null;
  toData(channelData: readonly Float32Array[]): { format: "s16" | "f32-planar"; data: Uint8Array };
  tags?: M4aTags | null;
}

/**
 * Encodes with the encoder itself instead of mediabunny's sample source: together with this package, that one loses packets
 * (mediabunny 1.61.0, @napi-rs/webcodecs 1.3.1).
 */
async function createEncoder(
  { sampleRateHz, channels, output: file }: SoundShape,
  { config, codec, format, delaySamples, packetSamples, toData, tags }: EncoderPlan,
): Promise<SoundFileEncoder> {
  const target = new StreamTarget(
    new WritableStream({ write: ({ data, position }) => file.write(data, position) }),
  );
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  if (tags) output.setMetadataTags(toMetadata(tags));
  await output.start();

  let samples = 0;
  let packetStart = -delaySamples;
  /** The latest packet: only the end tells how long the last one is. */
  let held: { chunk: EncodedAudioChunk; samples: number } | undefined;
  let decoderConfig: AudioDecoderConfig | undefined;
  let adding = Promise.resolve();
  let fault: Error | undefined;

  const add = (packet: { chunk: EncodedAudioChunk; samples: number }) => {
    const data = new Uint8Array(packet.chunk.byteLength);
    packet.chunk.copyTo(data);
    const encoded = new EncodedPacket(data, "key", packetStart / sampleRateHz, packet.samples / sampleRateHz);
    packetStart += packet.samples;
    const meta = decoderConfig && { decoderConfig };
    adding = adding.then(() => source.add(encoded, meta));
  };
  const encoder = new AudioEncoder({
    output(chunk, metadata) {
      const { description } = metadata?.decoderConfig ?? {};
      if (description) decoderConfig ??= { ...config, description };
      // FFmpeg ends FLAC with a packet that has only new facts about the stream.
      if (chunk.byteLength === 0) return;
      if (held) add(held);
      const counted = packetSamples ?? Math.round(((chunk.duration ?? 0) / 1e6) * sampleRateHz);
      held = { chunk, samples: counted };
    },
    error(error) {
      fault ??= error;
    },
  });
  encoder.configure(config);

  async function settle(): Promise<void> {
    await adding;
    if (fault) throw fault;
  }
  /** The last packets may arrive after the encoder has said that it is done (@napi-rs/webcodecs 1.3.1). */
  async function awaitRest(): Promise<void> {
    if (packetSamples === null) return;
    const hasAll = () => packetStart + (held?.samples ?? 0) >= samples;
    for (let waited = 0; waited < maxRestMs && !hasAll() && !fault; waited += 1) await delay(1);
    if (!hasAll()) throw fault ?? new Error("The encoder left out the end");
  }
  return {
    async encode(channelData) {
      const numberOfFrames = channelData[0]?.length ?? 0;
      if (numberOfFrames === 0) return;
      const timestamp = Math.round((samples / sampleRateHz) * 1e6);
      samples += numberOfFrames;
      const data = new AudioData({
        ...toData(channelData),
        sampleRate: sampleRateHz,
        numberOfFrames,
        numberOfChannels: channels,
        timestamp,
      });
      encoder.encode(data);
      data.close();
      while (encoder.encodeQueueSize > maxQueue && !fault) await delay(1);
      // Packets arrive between tasks. Where 1,000 wait, some overtake others (@napi-rs/webcodecs 1.3.1).
      await setImmediate();
      await settle();
    },
    async finish() {
      await encoder.flush();
      await awaitRest();
      if (held) add({ ...held, samples: Math.max(1, samples - packetStart) });
      await settle();
      await output.finalize();
      encoder.close();
    },
  };
}

function joinPlanes(channelData: readonly Float32Array[]): Uint8Array {
  const frames = channelData[0]?.length ?? 0;
  const planes = new Float32Array(frames * channelData.length);
  for (const [index, channel] of channelData.entries()) planes.set(channel, index * frames);
  return new Uint8Array(planes.buffer);
}

/** `ldes` is the long description of an iTunes file; a free-form atom isn't possible with mediabunny. */
function toMetadata({ title, comment, lyrics, description, date, parameters }: M4aTags) {
  return {
    title,
    ...(description ? { description } : {}),
    ...(date ? { date } : {}),
    ...(comment ? { comment } : {}),
    ...(lyrics ? { lyrics } : {}),
    raw: { "©too": "Reverie", ...(parameters ? { ldes: parameters } : {}) },
  };
}
