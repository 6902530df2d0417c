import { type PictureSource, type ShownPicture, showImage, SourceError } from "./shown-picture";

interface StillFile {
  address: string;
  /** A picture that every browser can decode, smaller. */
  fallback: string;
  width: number | undefined;
  height: number | undefined;
}

/** A picture, decoded once, in a size that is enough for its shot. */
export class StillSource implements PictureSource {
  readonly #picture: Promise<void>;
  #bitmap: ImageBitmap | undefined;
  readonly #controller = new AbortController();

  constructor(file: StillFile, side: number) {
    this.#picture = this.#decode(file, side);
    // Told to whoever waits for it.
    this.#picture.catch(() => undefined);
  }

  load(): Promise<void> {
    return this.#picture;
  }

  take(): { picture: ShownPicture; isExact: boolean } | null {
    if (!this.#bitmap) return null;
    const { width, height } = this.#bitmap;
    return { picture: showImage(this.#bitmap, width, height), isExact: true };
  }

  close(): void {
    this.#controller.abort();
    this.#bitmap?.close();
    this.#bitmap = undefined;
  }

  async #decode({ address, fallback, width, height }: StillFile, side: number): Promise<void> {
    const bytes = await this.#fetch(address);
    const longer = Math.max(width ?? 0, height ?? 0);
    const share = longer > side ? side / longer : 1;
    const size =
      share < 1 ? { resizeWidth: Math.round(width! * share), resizeHeight: Math.round(height! * share) } : {};
    const options: ImageBitmapOptions = { ...size, resizeQuality: "high", imageOrientation: "from-image" };
    let bitmap: ImageBitmap;
    try {
      bitmap = await createImageBitmap(bytes, options);
    } catch {
      // TIFF and others, which the server can decode.
      bitmap = await createImageBitmap(await this.#fetch(fallback)).catch((cause: unknown) => {
        throw new SourceError("unreadable", { cause });
      });
    }
    // A JPEG has no transparent parts.
    const shown = bytes.type === "image/jpeg" ? bitmap : flatten(bitmap);
    if (this.#controller.signal.aborted) shown.close();
    else this.#bitmap = shown;
  }

  async #fetch(address: string): Promise<Blob> {
    const response = await fetch(address, { signal: this.#controller.signal });
    if (response.ok) return response.blob();
    throw new SourceError(response.status === 404 ? "gone" : "unreadable");
  }
}

/** A copy on black, as in the file, for what is transparent. Closes the image. */
function flatten(image: ImageBitmap): ImageBitmap {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d", { alpha: false })!.drawImage(image, 0, 0);
  image.close();
  return canvas.transferToImageBitmap();
}
