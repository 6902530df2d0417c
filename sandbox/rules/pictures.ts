import sharp from "sharp";

/** Bytes and declared type of a Base64 data URL. */
interface DecodedDataUrl {
  mimeType: string;
  bytes: Buffer;
}

/** Decodes strict Base64 text; null when a character, the length or the padding is wrong. */
export function decodeBase64(text: string): Buffer | null {
  if (text.length === 0 || text.length % 4 !== 0) return null;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return Buffer.from(text, "base64");
}

/** Decodes `data:<type>;base64,<data>`; null when the text has another form. */
export function decodeDataUrl(text: string): DecodedDataUrl | null {
  const comma = text.indexOf(",");
  const head = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+);base64$/i.exec(text.slice(0, Math.max(comma, 0)));
  const mimeType = head?.[1]?.toLowerCase();
  const bytes = decodeBase64(text.slice(comma + 1));
  return mimeType === undefined || bytes === null ? null : { mimeType, bytes };
}

/** Picture format by the first bytes, not by a name or a declared type. */
export function sniffPicture(bytes: Uint8Array): "jpeg" | "png" | "webp" | null {
  const head = Buffer.from(bytes.subarray(0, 12));
  if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (head.subarray(0, 8).equals(Buffer.from("89504e470d0a1a0a", "hex"))) return "png";
  if (head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP") return "webp";
  return null;
}

/** Decodes a whole picture and returns its size in pixels as displayed; null when it is damaged. */
export async function measurePicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  try {
    const { info } = await sharp(bytes, { failOn: "error" })
      .autoOrient()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch (error) {
    // The decoder has no error class: any error means that the bytes are not a whole picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
