import OpusScript from "opusscript";
import { checksum } from "./checksum.ts";
import { type EncoderShape, resample, type SoundEncoder, toPcm16 } from "./sound.ts";

const OPUS_HERTZ = 48_000;
const FRAME_SAMPLES = 960;
/** Samples a decoder drops at the start: the encoder's look-ahead. */
const PRE_SKIP_SAMPLES = 312;
const PACKETS_PER_PAGE = 50;
const SERIAL = 0x52455645;

/** Opus in an Ogg container, at 48 kHz. */
export function createOpusEncoder(shape: EncoderShape): SoundEncoder {
  const bitrate = 64_000;
  let pending = Buffer.alloc(0);
  let packets: Buffer[] = [];
  let packetCount = 0;
  let pageCount = 0;
  const frameBytes: number = FRAME_SAMPLES * shape.channels * 2;
  const opus: OpusScript = new OpusScript(OPUS_HERTZ, shape.channels as 1, OpusScript.Application.AUDIO);
  opus.setBitrate(bitrate);

  function encode(channels: readonly Float32Array[]): Buffer {
    const wide = channels.map((channel) => resample(channel, shape.sampleRate, OPUS_HERTZ));
    pending = Buffer.concat([pending, toPcm16(wide)]);
    const pages = takeHead();
    // One frame is held back, so that the last page is known as such.
    while (pending.byteLength > frameBytes) {
      takePacket();
      if (packets.length === PACKETS_PER_PAGE) pages.push(takePage(packetCount * FRAME_SAMPLES, 0));
    }
    return Buffer.concat(pages);
  }

  function finish(): { tail: Buffer; header: null } {
    const pages = takeHead();
    const end = packetCount * FRAME_SAMPLES + pending.byteLength / 2 / shape.channels;
    takePacket();
    pages.push(takePage(end, 4));
    opus.delete();
    return { tail: Buffer.concat(pages), header: null };
  }

  function takePacket(): void {
    const frame = Buffer.alloc(frameBytes);
    pending.copy(frame);
    pending = pending.subarray(frameBytes);
    packets.push(Buffer.from(opus.encode(frame, FRAME_SAMPLES)));
    packetCount += 1;
  }

  /** The two pages that open the stream (RFC 7845), once. */
  function takeHead(): Buffer[] {
    if (pageCount > 0) return [];
    const head = Buffer.alloc(19);
    head.write("OpusHead\u0001", "latin1");
    head.writeUInt8(shape.channels, 9);
    head.writeUInt16LE(PRE_SKIP_SAMPLES, 10);
    head.writeUInt32LE(shape.sampleRate, 12);
    const tags = Buffer.from("OpusTags\u0007\u0000\u0000\u0000sandbox\u0000\u0000\u0000\u0000", "latin1");
    return [head, tags].map((packet, index) => {
      packets = [packet];
      return takePage(0, index === 0 ? 2 : 0);
    });
  }

  /** An Ogg page of the packets (RFC 3533). Flags: 2 begins the stream, 4 ends it. */
  function takePage(granule: number, flags: number): Buffer {
    const segments = packets.flatMap(({ byteLength }) => [
      ...new Array<number>(Math.floor(byteLength / 255)).fill(255),
      byteLength % 255,
    ]);
    const head = Buffer.alloc(27);
    head.write("OggS", "latin1");
    head.writeUInt8(flags, 5);
    head.writeBigInt64LE(BigInt(granule), 6);
    head.writeUInt32LE(SERIAL, 14);
    head.writeUInt32LE(pageCount, 18);
    head.writeUInt8(segments.length, 26);
    const page = Buffer.concat([head, Buffer.from(segments), ...packets]);
    page.writeUInt32LE(checksum(page, 32, 0x04c11db7), 22);
    packets = [];
    pageCount += 1;
    return page;
  }

  return { contentType: "audio/ogg", extension: "opus", bitrate, encode, finish };
}
