import { createReadStream } from "node:fs";
import { encodeJson } from "./json.ts";

/** What is wrong with hex text on purpose: one digit too few, or a letter in its middle that is no digit. */
export type HexFlaw = "odd" | "bad-character" | null;

/** Bytes of a file that stand as hex text in a JSON body, however long they are: never as one string in memory. */
export class HexFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly flaw: HexFlaw;

  constructor(path: string, sizeBytes: number, flaw: HexFlaw = null) {
    this.path = path;
    this.sizeBytes = sizeBytes;
    this.flaw = flaw;
  }

  withFlaw(flaw: HexFlaw): HexFile {
    return new HexFile(this.path, this.sizeBytes, flaw);
  }

  /** Length of the hex text. */
  get length(): number {
    return this.sizeBytes * 2 - (this.flaw === "odd" ? 1 : 0);
  }

  async *read(): AsyncGenerator<Buffer> {
    let written = 0;
    for await (const chunk of createReadStream(this.path) as AsyncIterable<Buffer>) {
      const text = spoil(chunk.toString("hex"), written, this);
      written += text.length;
      yield Buffer.from(text, "latin1");
    }
  }
}

function spoil(text: string, written: number, file: HexFile): string {
  if (file.flaw === "odd" && written + text.length > file.length) return text.slice(0, -1);
  const middle = file.sizeBytes - written;
  if (file.flaw !== "bad-character" || middle < 0 || middle >= text.length) return text;
  return `${text.slice(0, middle)}g${text.slice(middle + 1)}`;
}

/** A JSON text in parts, with the place of its one HexFile. */
interface JsonText {
  before: string;
  file: HexFile | null;
  after: string;
}

const MARK = "\u0000hex-file\u0000";

/** Encodes a value that may hold one HexFile. */
export function encodeJsonText(value: unknown): JsonText {
  const files: HexFile[] = [];
  const text = encodeJson(value, (member) => {
    if (!(member instanceof HexFile)) return member;
    files.push(member);
    return MARK;
  });
  const [before = "", after = ""] = text.split(JSON.stringify(MARK).slice(1, -1));
  return { before, file: files[0] ?? null, after };
}

/** Length in bytes. */
export function measureJsonText({ before, file, after }: JsonText): number {
  return Buffer.byteLength(before) + (file?.length ?? 0) + Buffer.byteLength(after);
}

/** The bytes of the text in pieces. */
export async function* readJsonText({ before, file, after }: JsonText): AsyncGenerator<Buffer> {
  yield Buffer.from(before);
  if (file !== null) yield* file.read();
  yield Buffer.from(after);
}
