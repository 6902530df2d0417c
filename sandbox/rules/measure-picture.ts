import sharp from "sharp";

/** Decodes a picture wholly and answers its size in pixels, as it is seen (turned as it says); null when it is damaged. */
export async function measurePicture(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  try {
    const { info } = await sharp(bytes, { failOn: "error" })
      .autoOrient()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height };
  } catch (error) {
    // The decoder has no error class of its own: whatever it says, the bytes are no whole picture.
    if (error instanceof Error) return null;
    throw error;
  }
}
