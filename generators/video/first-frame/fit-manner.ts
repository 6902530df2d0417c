/** What becomes of a picture that is too long for a first frame: its ends are cut off, or borders are put to it. */
export const fitManners = ["crop", "pad"] as const;
export type FitManner = (typeof fitManners)[number];
