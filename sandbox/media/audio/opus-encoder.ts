import OpusScript from "opusscript";
import { makeOggPage } from "./ogg-page.ts";
import { resample } from "./resample.ts";
import { toPcm16 } from "./sound.ts";
import type { EncoderShape, SoundEncoder } from "./sound-encoder.ts";

const OPUS_HERTZ = 48_000;
const FRAME_SAMPLES = 960;
/** Samples a decoder drops at the start; the encoder's look-ahead. */
const PRE_SKIP_SAMPLES = 312;
const PACKETS_PER_PAGE = 50;

/** Opus in an Ogg container, at 48 kHz. */
export class OpusEncoder implements SoundEncoder {
  readonly contentType = "audio/ogg";
  readonly extension = "opus";
  readonly bitrate = 64_000;
  private readonly shape: EncoderShape;
  private readonly opus: OpusScript;
  private pending = Buffer.alloc(0);
  private packets: Buffer[] = [];
  private pageCount = 0;
  private packetCount = 0;

  constructor(shape: EncoderShape) {
    this.shape = shape;
    this.opus = new OpusScript(OPUS_HERTZ, shape.channels as 1, OpusScript.Application.AUDIO);
    this.opus.setBitrate(this.bitrate);
  }

  encode(channels: readonly Float32Array[]): Buffer {
    const wide = channels.map((channel) => resample(channel, this.shape.sampleRate, OPUS_HERTZ));
    this.pending = Buffer.concat([this.pending, toPcm16(wide)]);
    const parts = this.pageCount === 0 ? this.makeOpening() : [];
    // One frame is held back, so that the last page is known as such.
    while (this.pending.byteLength > this.frameBytes) {
      this.takePacket(this.pending.subarray(0, this.frameBytes));
      this.pending = this.pending.subarray(this.frameBytes);
      if (this.packets.length === PACKETS_PER_PAGE) parts.push(this.takePage(this.fullGranule, 0));
    }
    return Buffer.concat(parts);
  }

  finish(): { tail: Buffer; header: null } {
    const opening = this.pageCount === 0 ? this.makeOpening() : [];
    const granule = this.fullGranule + BigInt(this.pending.byteLength / 2 / this.shape.channels);
    const frame = Buffer.alloc(this.frameBytes);
    this.pending.copy(frame);
    this.takePacket(frame);
    const tail = Buffer.concat([...opening, this.takePage(granule, 4)]);
    this.opus.delete();
    return { tail, header: null };
  }

  private get frameBytes(): number {
    return FRAME_SAMPLES * this.shape.channels * 2;
  }

  private get fullGranule(): bigint {
    return BigInt(this.packetCount * FRAME_SAMPLES);
  }

  private takePacket(frame: Buffer): void {
    this.packets.push(Buffer.from(this.opus.encode(frame, FRAME_SAMPLES)));
    this.packetCount += 1;
  }

  private takePage(granule: bigint, flags: number): Buffer {
    const page = makeOggPage(this.packets, { sequence: this.pageCount, granule, flags });
    this.packets = [];
    this.pageCount += 1;
    return page;
  }

  private makeOpening(): Buffer[] {
    const head = Buffer.alloc(19);
    head.write("OpusHead", 0, "latin1");
    head.writeUInt8(1, 8);
    head.writeUInt8(this.shape.channels, 9);
    head.writeUInt16LE(PRE_SKIP_SAMPLES, 10);
    head.writeUInt32LE(this.shape.sampleRate, 12);
    const vendor = Buffer.from("sandbox");
    const tags = Buffer.alloc(16 + vendor.byteLength);
    tags.write("OpusTags", 0, "latin1");
    tags.writeUInt32LE(vendor.byteLength, 8);
    vendor.copy(tags, 12);
    this.pageCount = 2;
    return [
      makeOggPage([head], { sequence: 0, granule: 0n, flags: 2 }),
      makeOggPage([tags], { sequence: 1, granule: 0n, flags: 0 }),
    ];
  }
}
