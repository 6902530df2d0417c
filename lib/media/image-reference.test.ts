import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { prepareImageReference, toDataUrl } from "./image-reference.server";
import { blobKey, type BlobStore } from "./store/blob-store.server";
import { createDiskStore } from "./store/disk-store.server";
import { drawPicture } from "./testing/sample-media";

let root: string;
let store: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "reverie-reference-"));
  store = createDiskStore(root);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function prepare(bytes: Buffer, mimeType: string, maxBytes?: number) {
  const writer = await store.createWriter();
  await writer.write(bytes);
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  const asset = { userId: "anyone", sha256, bytes: bytes.length, kind: "image", mimeType } as const;
  return prepareImageReference(asset, { maxBytes, store });
}

describe("prepareImageReference", () => {
  it.each(["jpeg", "png"] as const)("passes a clean %s on unchanged", async (format) => {
    const bytes = await drawPicture().toFormat(format).toBuffer();
    await expect(prepare(bytes, `image/${format}`)).resolves.toEqual({ bytes, mimeType: `image/${format}` });
  });

  it("removes the location of a photo and applies its orientation", async () => {
    const bytes = await drawPicture(64, 48)
      .withExif({ IFD0: { Copyright: "Ada" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const reference = await prepare(bytes, "image/jpeg");
    const metadata = await sharp(reference.bytes).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 48, height: 64 });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each(["webp", "avif", "tiff", "gif"] as const)("converts a %s to JPEG or PNG", async (format) => {
    const reference = await prepare(await drawPicture().toFormat(format).toBuffer(), `image/${format}`);
    const metadata = await sharp(reference.bytes).metadata();
    expect(`image/${metadata.format}`).toBe(reference.mimeType);
    expect(["jpeg", "png"]).toContain(metadata.format);
    expect(metadata).toMatchObject({ width: 64, height: 48 });
  });

  it("keeps transparency", async () => {
    const bytes = await drawPicture().ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
    const reference = await prepare(bytes, "image/webp");
    expect(reference.mimeType).toBe("image/png");
    await expect(sharp(reference.bytes).metadata()).resolves.toMatchObject({ hasAlpha: true });
  });

  it("reduces images that are too large for the service", async () => {
    const bytes = await drawPicture(1500, 1000).png().toBuffer();
    const reference = await prepare(bytes, "image/png", 400_000);
    expect(reference.bytes.length).toBeLessThanOrEqual(400_000);
    expect(reference.mimeType).toBe("image/jpeg");
    const { width, height } = await sharp(reference.bytes).metadata();
    expect(width / height).toBeCloseTo(1.5, 1);
  });

  it("rejects an image that cannot be decoded", async () => {
    await expect(prepare(Buffer.from("no picture"), "image/webp")).rejects.toMatchObject({
      code: "asset.corrupt",
    });
  });
});

describe("toDataUrl", () => {
  it("writes the bytes in Base64", () => {
    expect(toDataUrl({ bytes: Buffer.from("fox"), mimeType: "image/png" })).toBe(
      "data:image/png;base64,Zm94",
    );
  });
});
