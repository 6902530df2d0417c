import { z } from "zod";
import { keyOfBuiltInIssue, ruleIssue } from "./issue.ts";
import { isStorableText } from "./text.ts";

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i;
/** Looked for, since a pattern of the whole text overflows the stack at some 20 million characters. */
const NOT_BASE64 = /[^A-Za-z0-9+/]/;

export function isHttpUrl(text: string): boolean {
  // The URL parser accepts characters that can't be stored.
  if (!isStorableText(text) || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === "http:" || protocol === "https:";
}

/** The decoded size of base64 text, computed without decoding; null where it isn't base64. */
function measureBase64(text: string): number | null {
  if (text.length === 0 || text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  if (NOT_BASE64.test(text.slice(0, text.length - padding))) return null;
  return (text.length / 4) * 3 - padding;
}

/** Type and size of a base64 data URL; null for anything else. */
function readDataUrl(text: string): { mimeType: string; byteCount: number } | null {
  const match = DATA_URL.exec(text);
  if (match === null) return null;
  const byteCount = measureBase64(text.slice(match[0].length));
  return byteCount === null ? null : { mimeType: (match[1] ?? "").toLowerCase(), byteCount };
}

export function httpUrlField() {
  return z.string({ error: keyOfBuiltInIssue }).refine(isHttpUrl, ruleIssue("field.url"));
}

/** Reference media: a public URL, or a base64 data URL of one of the types under a size. */
export function mediaReferenceField(rule: { key: string; mimeTypes: readonly string[]; underBytes: number }) {
  return z.string({ error: keyOfBuiltInIssue }).superRefine((text, context) => {
    if (isHttpUrl(text)) return;
    const dataUrl = readDataUrl(text);
    const report = (key: string, params: Record<string, string | number>) =>
      context.addIssue({ code: "custom", ...ruleIssue(key, params) });
    if (dataUrl === null) return report(`${rule.key}.reference`, {});
    if (!rule.mimeTypes.includes(dataUrl.mimeType)) {
      return report(`${rule.key}.type`, { actual: dataUrl.mimeType, allowed: rule.mimeTypes.join(", ") });
    }
    if (dataUrl.byteCount >= rule.underBytes)
      report(`${rule.key}.too-large`, { underBytes: rule.underBytes });
  });
}

/** Reference media up to a size: base64 text, or a source encoded while it is sent. */
export function base64Field(rule: { key: string; maxBytes: number }) {
  // `z.custom` has no JSON Schema; on the wire the value is text.
  const field = z.unknown().meta({ type: "string" }) as z.ZodType<string | Base64Source>;
  return field.superRefine((media: unknown, context) => {
    const isText = typeof media === "string";
    if (!isText && !(media instanceof Base64Source)) {
      context.addIssue({ code: "custom", ...ruleIssue("field.type", {}) });
      return;
    }
    const byteCount = isText ? measureBase64(media) : media.byteCount;
    if (byteCount === null) context.addIssue({ code: "custom", ...ruleIssue("field.base64") });
    else if (byteCount > rule.maxBytes) {
      context.addIssue({
        code: "custom",
        ...ruleIssue(`${rule.key}.too-large`, { maxBytes: rule.maxBytes }),
      });
    }
  });
}

/**
 * Bytes that are base64 in the request, but read and encoded only while it is sent, so that a large file is
 * never in memory. Request schemas accept it in place of the text.
 */
export class Base64Source {
  /** Exact length of what `open` returns. */
  readonly byteCount: number;
  /** Called at most once per request. */
  readonly open: () => AsyncIterable<Uint8Array>;

  constructor(byteCount: number, open: () => AsyncIterable<Uint8Array>) {
    this.byteCount = byteCount;
    this.open = open;
  }
}
