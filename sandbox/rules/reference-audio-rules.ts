import { createHash } from "node:crypto";
import { parseBuffer } from "music-metadata";
import { fetchLocal, isLocalUrl } from "../http/fetch-local.ts";
import type { Fields } from "./fields.ts";
import { decodeBase64 } from "./pictures.ts";

/** The stricter reading of "50 MB". */
const MAXIMUM_BYTES = 50_000_000;
const MINIMUM_SECONDS = 6;
const MAXIMUM_SECONDS = 360;
/** Length assumed of a sound at an address on another machine: the sandbox fetches nothing from there. */
const ASSUMED_SECONDS = 32;

/** A reference sound: what it is known by, and how long it plays. */
export interface ReferenceAudio {
  /** MD5 of the content (service.md: "deduplication by MD5"), or of an address that is not fetched. */
  identity: string;
  durationSeconds: number;
  /** Null for a sound that is only known by its address or identifier. */
  bytes: Uint8Array | null;
}

/**
 * Exactly one of `audio_url` and `audio_base64`; 6 seconds to 6 minutes, at most 50 MB, a common format
 * (service.md, rules for cover models). Throws a 2013 refusal.
 */
export async function parseReferenceAudio(fields: Fields): Promise<ReferenceAudio> {
  const url = fields.url("audio_url");
  const base64 = fields.string("audio_base64", { min: 1 });
  if ((url === undefined) === (base64 === undefined)) {
    fields.fail("audio_url", "exactly one of audio_url and audio_base64 must be given");
  }
  if (url !== undefined && !isLocalUrl(url)) {
    return { identity: hash(url), durationSeconds: ASSUMED_SECONDS, bytes: null };
  }
  const name = url === undefined ? "audio_base64" : "audio_url";
  const bytes = url === undefined ? decodeBase64(base64 ?? "") : await fetchLocal(url, MAXIMUM_BYTES, name);
  if (bytes === null) fields.fail(name, "is not Base64 text");
  if (bytes.byteLength > MAXIMUM_BYTES) fields.fail(name, "must be at most 50 MB");
  const durationSeconds = await measureSeconds(bytes);
  if (durationSeconds === null) fields.fail(name, "is no sound in a known format");
  if (durationSeconds < MINIMUM_SECONDS || durationSeconds > MAXIMUM_SECONDS) {
    fields.fail(name, `must last 6 seconds to 6 minutes, lasts ${durationSeconds.toFixed(2)} s`);
  }
  return { identity: hash(bytes), durationSeconds, bytes };
}

function hash(content: string | Buffer): string {
  return createHash("md5").update(content).digest("hex");
}

async function measureSeconds(bytes: Buffer): Promise<number | null> {
  try {
    const { format } = await parseBuffer(bytes, undefined, { duration: true, skipCovers: true });
    return format.duration ?? null;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
