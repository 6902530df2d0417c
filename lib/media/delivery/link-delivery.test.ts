import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { blobKey, type BlobStore } from "../store/blob-store.server";
import { createS3Store } from "../store/s3-store.server";
import type { StoredAsset } from "../stored-asset";
import { S3Server, testCredentials } from "../testing/s3-server";
import { createAssetResponse } from "./asset-response.server";

let server: S3Server;
let folder: string;
let store: BlobStore;
let asset: StoredAsset;

const openStore = (publicEndpoint?: string) =>
  createS3Store({
    bucket: "media",
    region: "us-east-1",
    endpoint: server.address,
    ...(publicEndpoint === undefined ? {} : { publicEndpoint }),
    credentials: testCredentials,
    spoolFolder: folder,
  });

beforeEach(async () => {
  vi.stubEnv("STUDIO_LOG_LEVEL", "silent");
  server = await S3Server.start();
  folder = await mkdtemp(path.join(tmpdir(), "reverie-links-"));
  store = await openStore(server.address);
  const writer = await store.createWriter();
  await writer.write(Buffer.from("0123456789"));
  const { sha256 } = await writer.seal();
  await writer.commit(blobKey(sha256));
  await writer.discard();
  const row = { id: "an-id", userId: "a-person", origin: "output", createdAt: new Date() } as const;
  asset = { ...row, sha256, bytes: 10, kind: "video", mimeType: "video/mp4", fileName: "waves.mp4" };
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A request of a browser (Fetch Metadata Request Headers), or of a program without `mode`. */
const ask = (
  mode: string | null,
  dest: string,
  { method = "GET", ...options }: { method?: string; download?: boolean; store?: BlobStore } = {},
) => {
  const headers: Record<string, string> =
    mode === null ? {} : { "sec-fetch-mode": mode, "sec-fetch-dest": dest };
  return createAssetResponse(new Request("http://studio.test/", { method, headers }), asset, {
    store,
    ...options,
  });
};

it.each([
  ["a picture", "no-cors", "image", false],
  ["a player of sound", "no-cors", "audio", false],
  ["a player of video", "no-cors", "video", false],
  ["a download", "navigate", "document", true],
])("sends %s to the store, for the time of this answer", async (_what, mode, dest, download) => {
  const response = await ask(mode, dest, { download });
  expect(response.status).toBe(307);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const given = await fetch(response.headers.get("location")!);
  expect(await given.text()).toBe("0123456789");
  expect(given.headers.get("content-type")).toBe("video/mp4");
  expect(given.headers.get("content-disposition")).toMatch(
    download ? /^attachment; filename="waves.mp4"/ : /^inline; filename="waves.mp4"/,
  );
});

it.each([
  ["a script", "cors", "empty"],
  ["a player whose pixels its page reads", "cors", "video"],
  ["a tab, which would leave the studio", "navigate", "document"],
  ["a program", null, ""],
])("gives %s the bytes itself", async (_what, mode, dest) => {
  const response = await ask(mode, dest);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("0123456789");
  expect(server.linked).toEqual([]);
});

it("answers a question about a file itself, and everything where browsers don't reach the store", async () => {
  expect((await ask("no-cors", "video", { method: "HEAD" })).status).toBe(200);
  const response = await ask("no-cors", "video", { store: await openStore() });
  expect(await response.text()).toBe("0123456789");
});
