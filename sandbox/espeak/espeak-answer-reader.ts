/** One answer of the eSpeak NG program: its header and its samples. */
export interface EspeakAnswer {
  header: {
    ready?: boolean;
    sampleRate?: number;
    error?: string;
    bytes: number;
    words?: { startMs: number; textIndex: number }[];
  };
  bytes: Buffer;
}

const LENGTH_BYTES = 4;

/** Puts one answer together from the pieces in which it arrives; the program sends one answer to one phrase. */
export class EspeakAnswerReader {
  private readonly pieces: Buffer[] = [];
  private received = 0;

  /** Takes a piece; answers the whole once it is there, else null. */
  push(piece: Buffer): EspeakAnswer | null {
    this.pieces.push(piece);
    this.received += piece.byteLength;
    if (this.received < LENGTH_BYTES) return null;
    const start = this.join();
    const samplesAt = LENGTH_BYTES + start.readUInt32LE(0);
    if (this.received < samplesAt) return null;
    const header = JSON.parse(start.toString("utf8", LENGTH_BYTES, samplesAt)) as EspeakAnswer["header"];
    if (this.received < samplesAt + header.bytes) return null;
    return { header, bytes: start.subarray(samplesAt, samplesAt + header.bytes) };
  }

  private join(): Buffer {
    const whole = Buffer.concat(this.pieces);
    this.pieces.splice(0, this.pieces.length, whole);
    return whole;
  }
}
