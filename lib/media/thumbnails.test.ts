import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { blobKey, derivedKey, type BlobStore } from "./store/blob-store.server";
import { openRecordingStore, type RecordingStore } from "./testing/recording-store";
import { drawPicture } from "./testing/sample-media";
import { getThumbnail, createThumbnails } from "./thumbnails.server";

let store: BlobStore;
let commits: string[];
let files: RecordingStore;

beforeEach(async () => {
  files = await openRecordingStore();
  ({ store, commits } = files);
});

afterEach(() => files.remove());

async function putPicture(bytes: Buffer) {
  const sha256 = await files.put(bytes);
  return { userId: "anyone", sha256, bytes: bytes.length, kind: "image" as const };
}

describe("getThumbnail", () => {
  it("is computed once for simultaneous requests, then read from the store", async () => {
    const picture = await putPicture(await drawPicture(800, 400).jpeg().toBuffer());
    const thumbnails = await Promise.all(Array.from({ length: 10 }, () => getThumbnail(picture, 320, store)));
    expect(commits).toEqual([derivedKey(picture.sha256, "w320.webp")]);
    expect(new Set(thumbnails.map((bytes) => bytes.toString("base64"))).size).toBe(1);
    await expect(getThumbnail(picture, 320, store)).resolves.toEqual(thumbnails[0]);
    expect(commits).toHaveLength(1);
  });

  it("is created again if it is missing", async () => {
    const picture = await putPicture(await drawPicture(800, 400).jpeg().toBuffer());
    await createThumbnails(picture, { store });
    expect(commits).toHaveLength(2);
    await store.remove(derivedKey(picture.sha256, "w640.webp"));
    await getThumbnail(picture, 640, store);
    expect(commits).toHaveLength(3);
  });

  it("applies the orientation of the camera", async () => {
    const bytes = await drawPicture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const thumbnail = await getThumbnail(await putPicture(bytes), 160, store);
    await expect(sharp(thumbnail).metadata()).resolves.toMatchObject({ width: 160, height: 320 });
  });

  it("reports a missing blob, and retries on the next request", async () => {
    const bytes = await drawPicture(800, 400).jpeg().toBuffer();
    const picture = await putPicture(bytes);
    await store.remove(blobKey(picture.sha256));
    await expect(getThumbnail(picture, 160, store)).rejects.toMatchObject({ code: "asset.missing" });
    await putPicture(bytes);
    await expect(getThumbnail(picture, 160, store)).resolves.toBeInstanceOf(Buffer);
  });
});
