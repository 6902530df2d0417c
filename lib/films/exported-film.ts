/** What becomes of the captions of a film: nothing, a part of the pictures, or a file beside it. */
export const captionChoices = ["none", "burned", "file"] as const;
export type CaptionChoice = (typeof captionChoices)[number];
