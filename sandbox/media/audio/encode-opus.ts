import OpusScript from "opusscript";
import type { EncodedSound } from "./encode-sound.ts";
import { toPcm16, type Sound } from "./sound.ts";

const OPUS_HERTZ = 48_000;
const FRAME_SAMPLES = 960;
const SERIAL = 0x52455645;
/** Samples a decoder drops at the start; the encoder's look-ahead. */
const PRE_SKIP_SAMPLES = 312;
const BITRATE = 64_000;

/** Opus in an Ogg container, at 48 kHz. */
export async function encodeOpus(sound: Sound): Promise<EncodedSound> {
  const channels = sound.channels.length;
  const pcm = toPcm16(resample(sound));
  const encoder = new OpusScript(OPUS_HERTZ, channels as 1, OpusScript.Application.AUDIO);
  encoder.setBitrate(BITRATE);
  const frameBytes = FRAME_SAMPLES * channels * 2;
  const pages = [
    makePage([makeHead(channels, sound.sampleRate)], 0, 0n, 0x02),
    makePage([makeTags()], 1, 0n, 0x00),
  ];
  const frameCount = Math.ceil(pcm.byteLength / frameBytes);
  for (let frame = 0; frame < frameCount; frame += 1) {
    const samples = Buffer.alloc(frameBytes);
    pcm.copy(samples, 0, frame * frameBytes);
    const isLast = frame === frameCount - 1;
    const granule = BigInt(isLast ? pcm.byteLength / 2 / channels : (frame + 1) * FRAME_SAMPLES);
    pages.push(makePage([encoder.encode(samples, FRAME_SAMPLES)], frame + 2, granule, isLast ? 0x04 : 0x00));
    if (frame % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  encoder.delete();
  return { bytes: Buffer.concat(pages), contentType: "audio/ogg", extension: "opus", bitrate: BITRATE };
}

function resample(sound: Sound): Sound {
  const ratio = sound.sampleRate / OPUS_HERTZ;
  const channels = sound.channels.map((channel) =>
    Float32Array.from({ length: Math.floor(channel.length / ratio) }, (_unused, index) => {
      const place = index * ratio;
      const before = channel[Math.floor(place)] ?? 0;
      const after = channel[Math.floor(place) + 1] ?? before;
      return before + (after - before) * (place % 1);
    }),
  );
  return { sampleRate: OPUS_HERTZ, channels };
}

function makeHead(channels: number, inputHertz: number): Buffer {
  const head = Buffer.alloc(19);
  head.write("OpusHead", 0, "latin1");
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(PRE_SKIP_SAMPLES, 10);
  head.writeUInt32LE(inputHertz, 12);
  return head;
}

function makeTags(): Buffer {
  const vendor = Buffer.from("sandbox");
  const tags = Buffer.alloc(16 + vendor.byteLength);
  tags.write("OpusTags", 0, "latin1");
  tags.writeUInt32LE(vendor.byteLength, 8);
  vendor.copy(tags, 12);
  return tags;
}

function makePage(packets: readonly Buffer[], sequence: number, granule: bigint, flags: number): Buffer {
  const segments = packets.flatMap(({ byteLength }) => [
    ...Array.from({ length: Math.floor(byteLength / 255) }, () => 255),
    byteLength % 255,
  ]);
  const header = Buffer.alloc(27);
  header.write("OggS", 0, "latin1");
  header.writeUInt8(flags, 5);
  header.writeBigInt64LE(granule, 6);
  header.writeUInt32LE(SERIAL, 14);
  header.writeUInt32LE(sequence, 18);
  header.writeUInt8(segments.length, 26);
  const page = Buffer.concat([header, Buffer.from(segments), ...packets]);
  page.writeUInt32LE(crc32(page), 22);
  return page;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** The checksum of an Ogg page: polynomial 0x04c11db7, not reflected. */
function crc32(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}
