import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/db/test-database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { storeAsset } from "./store-asset.server";
import type { BlobStore } from "./store/blob-store.server";
import { createDiskStore } from "./store/disk-store.server";
import { createRandom, mutate } from "./testing/forged-pictures";
import { drawPicture, inChunks } from "./testing/sample-media";
import { createThumbnails } from "./thumbnails.server";

const mutationsEach = 20;

let test: TestDatabase;
let userId: string;
let root: string;
let store: BlobStore;

beforeAll(async () => {
  test = await createTestDatabase();
  userId = (await test.database.user.create({ data: { email: "ada@example.org", name: "Ada" } })).id;
  root = await mkdtemp(path.join(tmpdir(), "reverie-mutated-"));
  store = createDiskStore(root);
});

afterAll(async () => {
  await test.drop();
  await rm(root, { recursive: true, force: true });
});

/** Uploads a damaged image and views it. @returns the codes of both; null for success */
async function uploadAndView(bytes: Buffer): Promise<{ upload: string | null; view: string | null }> {
  const upload = { userId, origin: "upload", source: inChunks(bytes), maxBytes: 5_000_000 } as const;
  const asset = await storeAsset(upload, { database: test.database, store }).catch(codeOf);
  if (typeof asset === "string") return { upload: asset, view: null };
  const view = await createThumbnails(asset, { widths: [160, 640], store }).catch(codeOf);
  return { upload: null, view: view ?? null };
}

function codeOf(error: unknown): string {
  if (error instanceof StudioError) return error.code;
  throw error;
}

const formats: [name: string, seed: number, draw: (picture: Sharp) => Sharp][] = [
  ["PNG", 1, (picture) => picture.png()],
  ["interlaced PNG", 2, (picture) => picture.png({ progressive: true, palette: true })],
  ["JPEG", 3, (picture) => picture.jpeg()],
  ["progressive JPEG", 4, (picture) => picture.withMetadata({ orientation: 6 }).jpeg({ progressive: true })],
  ["WebP", 5, (picture) => picture.webp()],
  ["lossless WebP", 6, (picture) => picture.webp({ lossless: true })],
  ["GIF", 7, (picture) => picture.gif()],
  ["TIFF", 8, (picture) => picture.tiff({ compression: "lzw" })],
  ["AVIF", 9, (picture) => picture.avif()],
];

describe("a damaged image", () => {
  it.each(formats)("is rejected or has its thumbnails (%s)", async (_name, seed, draw) => {
    const whole = await draw(drawPicture(120, 90).blur(2)).toBuffer();
    const random = createRandom(seed);
    const mutations = Array.from({ length: mutationsEach }, () => mutate(whole, random));
    const outcomes = await Promise.all(mutations.map(uploadAndView));
    const rejections = new Set(outcomes.map(({ upload }) => upload).filter((code) => code !== null));
    expect(outcomes.filter(({ view }) => view !== null)).toEqual([]);
    expect(["asset.corrupt", "asset.type", "asset.too-complex"]).toEqual(
      expect.arrayContaining([...rejections]),
    );
    // The mutations do damage.
    expect(rejections).toContain("asset.corrupt");
  });
});
