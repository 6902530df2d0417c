/** The widths in pixels that `GET /api/media/:assetId?width=` knows. */
export const thumbnailWidths = [160, 320, 640, 1280] as const;

export type ThumbnailWidth = (typeof thumbnailWidths)[number];
