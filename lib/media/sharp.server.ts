import sharp from "sharp";

// Each image is decoded once or twice in all. A cache would only use memory and keep files open that are being
// renamed or removed.
sharp.cache(false);

export { sharp };
export type { Metadata, Sharp } from "sharp";
