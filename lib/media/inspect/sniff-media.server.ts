import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import type { AssetKind } from "../stored-asset";
import { type RawAudio, rawAudioMimeType } from "../raw-audio";
import { beginsWithMpegFrames } from "./mpeg-frames.server";

export interface SniffedMedia {
  kind: AssetKind;
  mimeType: string;
  /** Of headerless audio: the format that the caller expects. */
  rawAudio?: RawAudio;
}

/** Enough for every signature, and for the box list at the head of an MP4. */
const headBytes = 64 * 1024;

/** Far above the subtitles of 50,000 characters; parsing this much takes a few milliseconds. */
const maxJsonBytes = 2 * 1024 * 1024;

/** The types that are stored, by their signature. Everything else is rejected, above all SVG and HTML. */
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
 * Detects a file's type from its bytes, never from its name or declared type. Null for types that aren't
 * stored. With `rawAudio`, bytes that are neither a stored type nor text are taken for that format; an error
 * page in place of the audio is still rejected.
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
  // file-type detects some text formats (WebVTT, SubRip, XML); our own rules decide about text.
  if (found && !/^(text\/|application\/(xml|x-subrip|json))/.test(found.mime)) return null;
  const mimeType = sniffText(head, { whole });
  if (!mimeType) return null;
  return { kind: "text", mimeType: whole || !mayBeJson(head) ? mimeType : await sniffLongText(filePath) };
}

/** Whether a text is JSON depends on its end, so a file of reasonable size is read completely. */
async function sniffLongText(filePath: string): Promise<string> {
  const { head, whole } = await readHead(filePath, maxJsonBytes);
  return (whole && sniffText(head, { whole })) || "text/plain";
}

/** Without an ID3 tag, MPEG audio is detected by eleven bits, and raw audio may begin with any bits. */
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

/**
 * Control characters that don't occur in text: all of C0 except tab, line feed, form feed, escape and carriage
 * return.
 */
const controls = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/;

/**
 * Openings that browsers detect as HTML (WHATWG MIME Sniffing 7.1), SVG, MathML or XML. Such a file is rejected
 * whatever its name, because it could run as a page of the studio.
 */
const markup =
  /^(?:<!doctype\b|<!--|<\?xml\b|<(?:html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|math)[\s/>])/i;

/**
 * The MIME type of a UTF-8 text; null for anything else and for what a browser could run. `whole`: nothing
 * follows `head`; otherwise it may end inside a character.
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

function mayBeJson(head: Uint8Array): boolean {
  return /^\s*[[{]/.test(new TextDecoder().decode(head.subarray(0, 1_024)));
}

/** Whether the bytes are any text, including types that `sniffText` rejects. */
function isText(head: Uint8Array, { whole }: { whole: boolean }): boolean {
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
    return null; // Not UTF-8.
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
