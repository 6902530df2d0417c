import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import type { AssetKind } from "../asset-kind";
import { type RawAudio, rawAudioMimeType } from "../raw-audio";
import { beginsWithMpegFrames } from "./mpeg-frames";
import { isText, mayBeJson, sniffText } from "./sniff-text";

export interface SniffedMedia {
  kind: AssetKind;
  mimeType: string;
  /** Of sound without a header: what whoever asked for it says it is. */
  rawAudio?: RawAudio;
}

/** Enough for every signature looked for, and for the box list at the head of an MP4. */
const headBytes = 64 * 1024;

/** The sentences of 50,000 characters are far below; parsing this much takes some milliseconds. */
const maxJsonBytes = 2 * 1024 * 1024;

/** What the studio stores, by the type its bytes show. What is not here is refused: SVG and HTML above all. */
const binaryTypes: Record<string, SniffedMedia> = {
  "image/jpeg": { kind: "image", mimeType: "image/jpeg" },
  "image/png": { kind: "image", mimeType: "image/png" },
  "image/apng": { kind: "image", mimeType: "image/png" },
  "image/webp": { kind: "image", mimeType: "image/webp" },
  "image/avif": { kind: "image", mimeType: "image/avif" },
  "image/gif": { kind: "image", mimeType: "image/gif" },
  "image/tiff": { kind: "image", mimeType: "image/tiff" },
  "audio/mpeg": { kind: "audio", mimeType: "audio/mpeg" },
  "audio/wav": { kind: "audio", mimeType: "audio/wav" },
  "audio/flac": { kind: "audio", mimeType: "audio/flac" },
  "audio/ogg": { kind: "audio", mimeType: "audio/ogg" },
  "audio/ogg; codecs=opus": { kind: "audio", mimeType: "audio/ogg;codecs=opus" },
  "audio/aac": { kind: "audio", mimeType: "audio/aac" },
  "audio/x-m4a": { kind: "audio", mimeType: "audio/mp4" },
  "audio/mp4": { kind: "audio", mimeType: "audio/mp4" },
  "video/mp4": { kind: "video", mimeType: "video/mp4" },
  "video/quicktime": { kind: "video", mimeType: "video/quicktime" },
  "video/webm": { kind: "video", mimeType: "video/webm" },
  "application/zip": { kind: "archive", mimeType: "application/zip" },
  "application/x-tar": { kind: "archive", mimeType: "application/x-tar" },
};

/**
 * What a file is, from its bytes alone: neither its name nor the type somebody claimed is asked. Null for everything
 * the studio does not store. Only with `rawAudio`, bytes that show no type that the studio stores, and are no text
 * either, are taken for that: an error page in place of the sound is still found out.
 */
export async function sniffMedia(
  filePath: string,
  { rawAudio }: { rawAudio?: RawAudio } = {},
): Promise<SniffedMedia | null> {
  const { head, whole } = await readHead(filePath, headBytes);
  const found = await fileTypeFromBuffer(head);
  const binary = found && binaryTypes[found.mime];
  if (binary && !(rawAudio && isWeakGuess(binary, head))) return binary;
  if (rawAudio && !isText(head, { whole })) {
    return { kind: "audio", mimeType: rawAudioMimeType(rawAudio), rawAudio };
  }
  // file-type knows some texts (WebVTT, SubRip, XML); the rules for text are ours.
  if (found && !/^(text\/|application\/(xml|x-subrip|json))/.test(found.mime)) return null;
  const mimeType = sniffText(head, { whole });
  if (!mimeType) return null;
  return { kind: "text", mimeType: whole || !mayBeJson(head) ? mimeType : await sniffLongText(filePath) };
}

/** Only its end shows that a file is JSON: one that is not huge is read to there. */
async function sniffLongText(filePath: string): Promise<string> {
  const { head, whole } = await readHead(filePath, maxJsonBytes);
  return (whole && sniffText(head, { whole })) || "text/plain";
}

/** MPEG audio without an ID3 tag shows eleven bits at its beginning and no more, and raw sound may begin with any. */
function isWeakGuess({ mimeType }: SniffedMedia, head: Uint8Array): boolean {
  if (mimeType !== "audio/mpeg" && mimeType !== "audio/aac") return false;
  const tagged = head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33;
  return !tagged && !beginsWithMpegFrames(head);
}

async function readHead(filePath: string, bytes: number): Promise<{ head: Uint8Array; whole: boolean }> {
  const handle = await open(filePath, "r");
  try {
    const buffer = new Uint8Array(bytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, 0);
    return { head: buffer.subarray(0, Math.min(bytesRead, bytes)), whole: bytesRead <= bytes };
  } finally {
    await handle.close();
  }
}
