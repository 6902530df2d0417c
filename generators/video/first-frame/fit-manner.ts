/** How a picture with too extreme an aspect is fitted: cropped, or padded with borders. */
export const fitManners = ["crop", "pad"] as const;
export type FitManner = (typeof fitManners)[number];
