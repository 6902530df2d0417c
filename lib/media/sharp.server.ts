import sharp from "sharp";

// Every picture is decoded once or twice and never again: a cache would only hold memory, and files open that are
// renamed or removed meanwhile.
sharp.cache(false);

export { sharp };
export type { Metadata, Sharp } from "sharp";
