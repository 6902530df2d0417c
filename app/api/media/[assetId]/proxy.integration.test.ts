import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { settleProxies } from "@/lib/films/proxies/film-proxies.server";
import { writeNumberedVideo } from "@/lib/films/render/testing/numbered-video";
import { storeAsset } from "@/lib/media/store-asset.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { createRouteFixture, type RouteFixture } from "@/lib/media/testing/route-fixture";
import { inChunks } from "@/lib/media/testing/sample-media";
import { GET, HEAD } from "./proxy/route";

let fixture: RouteFixture;
beforeAll(async () => {
  fixture = await createRouteFixture();
});
afterAll(() => fixture.close());

async function storeVideo(width: number, height: number): Promise<StoredAsset> {
  const file = path.join(fixture.dataDir, `${height}.mp4`);
  await writeNumberedVideo(file, { frames: 30, frameRate: 30, width, height });
  return storeAsset({
    ...{ userId: fixture.ada.userId, origin: "upload", maxBytes: 100_000_000 },
    source: inChunks(await readFile(file)),
  });
}

async function ask(
  { id }: StoredAsset,
  { headers = {}, as = fixture.ada, method = "GET" } = {},
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const request = new Request(`http://studio.test/api/media/${id}/proxy`, {
    method,
    headers: { ...as.headers, ...headers },
  });
  const answer = method === "HEAD" ? HEAD : GET;
  const response = await answer(request, { params: Promise.resolve({ assetId: id }) });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

it("makes the proxy of a large video once, however often and whenever it is asked for", async () => {
  const video = await storeVideo(1_280, 720);
  let made = 0;
  const onStart = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    setImmediate(() => {
      if (child.spawnargs.some((each) => each.endsWith("make-proxy.mjs"))) made += 1;
    });
  };
  subscribe("child_process", onStart);
  try {
    const first = await Promise.all([ask(video), ask(video), ask(video)]);
    expect(first.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(first[0]!.headers.get("retry-after")).toBe("5");
    await settleProxies();
    await ask(video);
    await settleProxies();
  } finally {
    unsubscribe("child_process", onStart);
  }
  expect(made).toBe(1);

  const whole = await ask(video);
  expect(whole.headers.get("content-type")).toBe("video/mp4");
  expect(whole.bytes.subarray(4, 8).toString()).toBe("ftyp");
  const part = await ask(video, { headers: { range: "bytes=4-7" } });
  expect([part.status, part.bytes.toString()]).toEqual([206, "ftyp"]);
  const head = await ask(video, { method: "HEAD" });
  expect(head.headers.get("content-length")).toBe(String(whole.bytes.length));
  const known = await ask(video, { headers: { "if-none-match": whole.headers.get("etag")! } });
  expect(known.status).toBe(304);
});

it("has none of a small video, and none for others", async () => {
  const video = await storeVideo(320, 180);
  expect((await ask(video)).status).toBe(204);
  expect((await ask(video, { as: fixture.bob })).status).toBe(404);
});
