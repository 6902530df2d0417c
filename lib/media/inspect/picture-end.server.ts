import { open } from "node:fs/promises";

/** Some writers add a few bytes after the end of the image. */
const tailBytes = 1_024;

/** The bytes that end an image, by type. */
const endMarks: Readonly<Record<string, Buffer>> = {
  "image/jpeg": Buffer.from([0xff, 0xd9]),
  "image/png": Buffer.from("IEND", "latin1"),
  "image/gif": Buffer.from([0x3b]),
};

/** Whether the end of an image has arrived, without decoding it; `unknown` for types that don't tell. */
export async function findPictureEnd(
  filePath: string,
  mimeType: string,
): Promise<"whole" | "cut-off" | "unknown"> {
  const file = await open(filePath, "r");
  try {
    const { size } = await file.stat();
    if (mimeType === "image/webp") return size >= (await readRiffBytes()) ? "whole" : "cut-off";
    const mark = endMarks[mimeType];
    if (!mark) return "unknown";
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    await file.read(tail, 0, tail.length, size - tail.length);
    return tail.includes(mark) ? "whole" : "cut-off";
  } finally {
    await file.close();
  }

  async function readRiffBytes(): Promise<number> {
    const head = Buffer.alloc(8);
    await file.read(head, 0, head.length, 0);
    return 8 + head.readUInt32LE(4);
  }
}
