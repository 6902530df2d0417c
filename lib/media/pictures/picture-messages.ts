/** What an image can be converted to. */
export const pictureFormats = ["png", "jpeg", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** What to make of an image. Every order decodes it to the end. */
export type PictureOrder =
  /** Proves that a thumbnail can be made. */
  | { kind: "check" }
  /** WebP, at most `width` wide and never enlarged. */
  | { kind: "thumbnail"; width: number }
  /** WebP in its own size. */
  | { kind: "poster" }
  /** In its own size, upright and without metadata, except the XMP packet that a WebP image gets. */
  | { kind: "convert"; format: PictureFormat; xmp: string | null }
  /** JPEG or PNG of at most `maxBytes`, upright and without EXIF, XMP and IPTC. */
  | { kind: "reference"; mimeType: string; maxBytes: number }
  /** JPEG of that size. `padded` shows the whole image in a frame, otherwise its sides are cropped. */
  | { kind: "fit"; width: number; height: number; padded: boolean };

/** Pixels after applying the camera's orientation. */
export interface PictureSize {
  width: number;
  height: number;
}

export type PictureResult =
  | { outcome: "checked" }
  | { outcome: "written"; bytes: Uint8Array; mimeType: string }
  /** The image itself fulfils the order. */
  | { outcome: "unchanged" }
  /** Even the smallest version exceeds `maxBytes`. */
  | { outcome: "too-large" };

/** To the process: the image in pieces, then the order. */
export type ToPictureProcess = { type: "bytes"; bytes: Uint8Array } | { type: "order"; order: PictureOrder };

export type PictureEnd =
  | { type: "done"; result: PictureResult }
  /** Refused by its header, before anything was decoded. */
  | { type: "too-complex"; bytes: number }
  | { type: "damaged"; detail: string };

/** From the process: the size as soon as it is known, then the end. */
export type FromPictureProcess =
  | ({ type: "size" } & PictureSize)
  /** `exhausted`: it holds too much memory for another image. */
  | { type: "end"; end: PictureEnd; exhausted: boolean };
