import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import type { AssetKind } from "../stored-asset";
import { type RawAudio, rawAudioMimeType } from "../raw-audio";
import { beginsWithMpegFrames } from "./mpeg-frames.server";

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

/** Control characters that no text has: all of C0 but tab, line feed, form feed and carriage return. */
const controls = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/;

/**
 * The openings by which browsers take a text for HTML (WHATWG MIME Sniffing 7.1), with SVG, MathML and XML: no such
 * file is kept, whatever it was called, since it could run as a page of the studio.
 */
const markup =
  /^(?:<!doctype\b|<!--|<\?xml\b|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math)[\s/>])/i;

/**
 * The MIME type of a UTF-8 text, or null for what is none or could be run by a browser. `whole` tells that nothing
 * follows `head`; otherwise it may end in the middle of a character.
 */
export function sniffText(head: Uint8Array, { whole }: { whole: boolean }): string | null {
  const text = readText(head, whole);
  if (text === null) return null;
  const opening = text.trimStart();
  if (markup.test(opening)) return null;
  if (/^WEBVTT(?:\s|$)/.test(opening)) return "text/vtt";
  if (/^\d+\s*\r?\n\d{2}:\d{2}:\d{2},\d{3} --> /.test(opening)) return "application/x-subrip";
  if (/^[[{]/.test(opening) && whole && isJson(opening)) return "application/json";
  return "text/plain";
}

/** Whether a text begins like JSON. */
export function mayBeJson(head: Uint8Array): boolean {
  return /^\s*[[{]/.test(new TextDecoder().decode(head.subarray(0, 1_024)));
}

/** Whether the bytes are text of any sort, also of one that `sniffText` refuses. */
export function isText(head: Uint8Array, { whole }: { whole: boolean }): boolean {
  return readText(head, whole) !== null;
}

function readText(head: Uint8Array, whole: boolean): string | null {
  const text = decodeUtf8(head, whole);
  return text === null || controls.test(text) ? null : text;
}

function decodeUtf8(bytes: Uint8Array, whole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !whole });
  } catch {
    return null; // Not UTF-8: that is the answer, not a fault.
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
