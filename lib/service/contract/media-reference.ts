import { z } from "zod";
import { keyOfBuiltInIssue, ruleIssue } from "./issue.ts";
import { isStorableText } from "./text.ts";

const DATA_URL = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i;
const BASE64_TEXT = /^[A-Za-z0-9+/]+={0,2}$/;

/** Whether a text is an absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  // The parser forgives characters that cannot be kept.
  if (!isStorableText(text) || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === "http:" || protocol === "https:";
}

/** Bytes that base64 text stands for, without decoding it; null when its length or charset is not base64. */
export function measureBase64(text: string): number | null {
  if (text.length === 0 || text.length % 4 !== 0 || !BASE64_TEXT.test(text)) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/** Type and size of a base64 data URL, or null when the text is none. */
export function readDataUrl(text: string): { mimeType: string; byteCount: number } | null {
  const match = DATA_URL.exec(text);
  if (match === null) return null;
  const byteCount = measureBase64(text.slice(match[0].length));
  return byteCount === null ? null : { mimeType: (match[1] ?? "").toLowerCase(), byteCount };
}

/** An http(s) address. */
export function httpUrlField() {
  return z.string({ error: keyOfBuiltInIssue }).refine(isHttpUrl, ruleIssue("field.url"));
}

/** Reference media as a public address or as a base64 data URL of the listed types, under a size. */
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

/** Reference media of at most a size, as base64 text, or as bytes that become it while they are sent. */
export function base64Field(rule: { key: string; maxBytes: number }) {
  // A schema for what JSON cannot say has no JSON Schema; on the wire it is text.
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
 * Bytes that stand in a request as base64 text, and are read and encoded only while it is sent: a large file is never in
 * memory whole. Request schemas take it in place of the text.
 */
export class Base64Source {
  /** How many bytes `open` gives, exactly. */
  readonly byteCount: number;
  /** Called at most once for each request. */
  readonly open: () => AsyncIterable<Uint8Array>;

  constructor(byteCount: number, open: () => AsyncIterable<Uint8Array>) {
    this.byteCount = byteCount;
    this.open = open;
  }
}
