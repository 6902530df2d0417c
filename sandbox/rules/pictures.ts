import sharp from "sharp";
import type { Fields } from "./fields.ts";

/** Decodes strict Base64 text; null when a character, the length or the padding is wrong. */
export function decodeBase64(text: string): Buffer | null {
  if (text.length === 0 || text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  // A pattern of the whole text can overflow the stack.
  if (/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - padding))) return null;
  return Buffer.from(text, "base64");
}

/** Decodes `data:<type>;base64,<data>`; null when the text has another form. */
export function decodeDataUrl(text: string): { mimeType: string; bytes: Buffer } | null {
  const comma = text.indexOf(",");
  const head = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+);base64$/i.exec(text.slice(0, Math.max(comma, 0)));
  const mimeType = head?.[1]?.toLowerCase();
  const bytes = decodeBase64(text.slice(comma + 1));
  return mimeType === undefined || bytes === null ? null : { mimeType, bytes };
}

/** Size in pixels as displayed. Throws a 2013 refusal for another format, too many bytes, or damage. */
export async function checkPicture(
  fields: Fields,
  name: string,
  bytes: Buffer,
  rules: { formats: readonly PictureFormat[]; formatRule: string; underMegabytes: number },
): Promise<{ width: number; height: number }> {
  const format = sniffPicture(bytes);
  if (format === null || !rules.formats.includes(format)) fields.fail(name, rules.formatRule);
  // The stricter reading of "MB".
  if (bytes.byteLength >= rules.underMegabytes * 1_000_000) {
    fields.fail(name, `must be under ${rules.underMegabytes} MB`);
  }
  try {
    const { info } = await sharp(bytes, { failOn: "error" })
      .autoOrient()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch (error) {
    // The decoder has no error class: any error means that the bytes are not a whole picture.
    if (error instanceof Error) fields.fail(name, "is damaged");
    throw error;
  }
}

type PictureFormat = "jpeg" | "png" | "webp";

/** Picture format by the first bytes, not by a name or a declared type. */
function sniffPicture(bytes: Buffer): PictureFormat | null {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "webp" : null;
}
