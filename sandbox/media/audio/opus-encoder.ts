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
export class OpusEncoder implements SoundEncoder {
  readonly contentType = "audio/ogg";
  readonly extension = "opus";
  readonly bitrate = 64_000;
  private readonly shape: EncoderShape;
  private readonly opus: OpusScript;
  private readonly frameBytes: number;
  private pending = Buffer.alloc(0);
  private packets: Buffer[] = [];
  private packetCount = 0;
  private pageCount = 0;

  constructor(shape: EncoderShape) {
    this.shape = shape;
    this.frameBytes = FRAME_SAMPLES * shape.channels * 2;
    this.opus = new OpusScript(OPUS_HERTZ, shape.channels as 1, OpusScript.Application.AUDIO);
    this.opus.setBitrate(this.bitrate);
  }

  encode(channels: readonly Float32Array[]): Buffer {
    const wide = channels.map((channel) => resample(channel, this.shape.sampleRate, OPUS_HERTZ));
    this.pending = Buffer.concat([this.pending, toPcm16(wide)]);
    const pages = this.takeHead();
    // One frame is held back, so that the last page is known as such.
    while (this.pending.byteLength > this.frameBytes) {
      this.takePacket();
      if (this.packets.length === PACKETS_PER_PAGE)
        pages.push(this.takePage(this.packetCount * FRAME_SAMPLES, 0));
    }
    return Buffer.concat(pages);
  }

  finish(): { tail: Buffer; header: null } {
    const pages = this.takeHead();
    const end = this.packetCount * FRAME_SAMPLES + this.pending.byteLength / 2 / this.shape.channels;
    this.takePacket();
    pages.push(this.takePage(end, 4));
    this.opus.delete();
    return { tail: Buffer.concat(pages), header: null };
  }

  private takePacket(): void {
    const frame = Buffer.alloc(this.frameBytes);
    this.pending.copy(frame);
    this.pending = this.pending.subarray(this.frameBytes);
    this.packets.push(Buffer.from(this.opus.encode(frame, FRAME_SAMPLES)));
    this.packetCount += 1;
  }

  /** The two pages that open the stream (RFC 7845), once. */
  private takeHead(): Buffer[] {
    if (this.pageCount > 0) return [];
    const head = Buffer.alloc(19);
    head.write("OpusHead\u0001", "latin1");
    head.writeUInt8(this.shape.channels, 9);
    head.writeUInt16LE(PRE_SKIP_SAMPLES, 10);
    head.writeUInt32LE(this.shape.sampleRate, 12);
    const tags = Buffer.from("OpusTags\u0007\u0000\u0000\u0000sandbox\u0000\u0000\u0000\u0000", "latin1");
    return [head, tags].map((packet, index) => {
      this.packets = [packet];
      return this.takePage(0, index === 0 ? 2 : 0);
    });
  }

  /** An Ogg page of the packets (RFC 3533). Flags: 2 begins the stream, 4 ends it. */
  private takePage(granule: number, flags: number): Buffer {
    const segments = this.packets.flatMap(({ byteLength }) => [
      ...new Array<number>(Math.floor(byteLength / 255)).fill(255),
      byteLength % 255,
    ]);
    const head = Buffer.alloc(27);
    head.write("OggS", "latin1");
    head.writeUInt8(flags, 5);
    head.writeBigInt64LE(BigInt(granule), 6);
    head.writeUInt32LE(SERIAL, 14);
    head.writeUInt32LE(this.pageCount, 18);
    head.writeUInt8(segments.length, 26);
    const page = Buffer.concat([head, Buffer.from(segments), ...this.packets]);
    page.writeUInt32LE(checksum(page, 32, 0x04c11db7), 22);
    this.packets = [];
    this.pageCount += 1;
    return page;
  }
}
