/** The generator of items that were exported from films. It is in no registry: nothing can be asked of it. */
export const filmGenerator = "film";

/** What becomes of the captions of a film: nothing, a part of the pictures, or a file beside it. */
export const captionChoices = ["none", "burned", "file"] as const;
export type CaptionChoice = (typeof captionChoices)[number];
