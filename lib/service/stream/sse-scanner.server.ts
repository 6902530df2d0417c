/** Bytes of an event's data, or the blank line that ends the event. */
type SseScanEvent = { type: "data"; bytes: Buffer } | { type: "end" };

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BOM = [0xef, 0xbb, 0xbf];
const NEW_LINE = Buffer.from("\n");
/** The only relevant field; `event`, `id` and `retry` are skipped. */
const DATA = "data";

/**
 * Reads a text/event-stream (HTML standard) from bytes split anywhere. Emits data as it arrives, so an event of
 * any size is never buffered. Lines end in LF, CR or CRLF; comments and other fields are skipped; several data
 * lines are joined by LF.
 */
export class SseScanner {
  /** `name`: reading a field's name. `gap`: the one space after the colon. `value`: data. `skip`: the rest of a line. */
  #state: "name" | "gap" | "value" | "skip" = "name";
  #name = "";
  #afterCarriageReturn = false;
  #hasData = false;
  #bytesSeen = 0;

  /** Whether an event has begun but not ended. */
  get isInsideEvent(): boolean {
    return this.#hasData || this.#state === "value" || this.#state === "gap";
  }

  push(chunk: Buffer): SseScanEvent[] {
    const events: SseScanEvent[] = [];
    let index = this.#skipByteOrderMark(chunk);
    while (index < chunk.length) {
      if (this.#afterCarriageReturn && chunk[index] === LF) index += 1;
      this.#afterCarriageReturn = false;
      if (index < chunk.length) index = this.#scan(chunk, index, events);
    }
    return events;
  }

  #scan(chunk: Buffer, from: number, events: SseScanEvent[]): number {
    const byte = chunk[from] as number;
    if (byte === LF || byte === CR) {
      this.#endLine(events);
      this.#afterCarriageReturn = byte === CR;
      return from + 1;
    }
    if (this.#state === "name") {
      if (byte === COLON) this.#endName(events);
      else if (this.#name.length <= DATA.length) this.#name += String.fromCharCode(byte);
      return from + 1;
    }
    if (this.#state === "gap") {
      this.#state = "value";
      return byte === SPACE ? from + 1 : from;
    }
    const end = findLineEnd(chunk, from);
    if (this.#state === "value") events.push({ type: "data", bytes: chunk.subarray(from, end) });
    return end;
  }

  #endName(events: SseScanEvent[]): void {
    this.#state = this.#name === DATA ? "gap" : "skip";
    this.#name = "";
    if (this.#state === "gap") this.#beginData(events);
  }

  #beginData(events: SseScanEvent[]): void {
    if (this.#hasData) events.push({ type: "data", bytes: NEW_LINE });
    this.#hasData = true;
  }

  #endLine(events: SseScanEvent[]): void {
    if (this.#state === "name") {
      // A line without a colon is a field with an empty value; an empty line ends the event.
      if (this.#name === DATA) this.#beginData(events);
      else if (this.#name === "" && this.#hasData) {
        events.push({ type: "end" });
        this.#hasData = false;
      }
    }
    this.#state = "name";
    this.#name = "";
  }

  #skipByteOrderMark(chunk: Buffer): number {
    let index = 0;
    while (this.#bytesSeen < BOM.length && chunk[index] === BOM[this.#bytesSeen]) {
      this.#bytesSeen += 1;
      index += 1;
    }
    if (index < chunk.length) this.#bytesSeen = BOM.length;
    return index;
  }
}

function findLineEnd(chunk: Buffer, from: number): number {
  const lineFeed = chunk.indexOf(LF, from);
  const end = lineFeed === -1 ? chunk.length : lineFeed;
  const carriageReturn = chunk.subarray(from, end).indexOf(CR);
  return carriageReturn === -1 ? end : from + carriageReturn;
}
